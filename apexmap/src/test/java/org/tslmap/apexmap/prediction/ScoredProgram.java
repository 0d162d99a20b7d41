package org.tslmap.apexmap.prediction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.EngineResult;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.CodeOrigin;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessEnd;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.ThreadProfile;

/** A made-up program: accesses one by one, then its profile. */
final class ScoredProgram {

  private record Site(int function, int instruction, AccessKind kind) {}

  private final MetricParameters parameters;
  private final List<String> functions = new ArrayList<>();
  private final List<Site> sites = new ArrayList<>();
  private final Map<Integer, Long> counted = new TreeMap<>();
  private final Map<Integer, Long> counts = new TreeMap<>();
  private final Map<Site, LoadDependence> dependences = new HashMap<>();
  private long[] addresses = new long[1 << 16];
  private int[] used = new int[1 << 16];
  private int count;

  ScoredProgram(MetricParameters parameters) {
    this.parameters = parameters;
  }

  /** A load of a word by an instruction of a function. */
  void load(String function, int instruction, long word) {
    access(function, instruction, AccessKind.LOAD, word);
  }

  /** Says how many loads of an instruction wait for one another; it has made one before. */
  void depends(String function, int instruction, LoadDependence dependence) {
    dependences.put(
        new Site(functions.indexOf(function), instruction, AccessKind.LOAD), dependence);
  }

  /** A store to a word by an instruction of a function. */
  void store(String function, int instruction, long word) {
    access(function, instruction, AccessKind.STORE, word);
  }

  private void access(String function, int instruction, AccessKind kind, long word) {
    if (!functions.contains(function)) {
      functions.add(function);
    }
    Site site = new Site(functions.indexOf(function), instruction, kind);
    if (!sites.contains(site)) {
      sites.add(site);
    }
    if (count == used.length) {
      addresses = Arrays.copyOf(addresses, 2 * count);
      used = Arrays.copyOf(used, 2 * count);
    }
    addresses[count] = 0x7f0000000000L + 8 * word;
    used[count++] = sites.indexOf(site);
    counts.merge(sites.indexOf(site), 1L, Long::sum);
  }

  /** A function that was only counted: none of its accesses is scored. */
  void counts(String function, long loads) {
    functions.add(function);
    counted.put(functions.size() - 1, loads);
  }

  /** The profile of all of it, or of what the tool's options chose. */
  LocalityProfile profile(String... options) {
    try (LocalityEngine engine = LocalityEngine.open(parameters, EngineChoice.AUTO)) {
      engine.accesses(1, addresses, used, count);
      return profile(engine.result(), List.of(options));
    }
  }

  private LocalityProfile profile(EngineResult result, List<String> options) {
    Histograms all = Histograms.empty(parameters);
    List<SiteProfile> rows = new ArrayList<>();
    long loads = 0;
    long unscored = 0;
    for (Map.Entry<Integer, Long> entry : counts.entrySet()) {
      Site site = sites.get(entry.getKey());
      Histograms histograms = result.threads().get(0).sites().get(entry.getKey());
      all.add(histograms);
      int index = site.kind == AccessKind.LOAD ? 0 : 1;
      loads += site.kind == AccessKind.LOAD ? entry.getValue() : 0;
      rows.add(
          new SiteProfile(
              site.function,
              site.instruction,
              site.kind,
              8,
              index,
              0,
              CodeOrigin.OWN,
              entry.getValue(),
              histograms,
              Optional.ofNullable(dependences.get(site))));
    }
    for (Map.Entry<Integer, Long> entry : counted.entrySet()) {
      loads += entry.getValue();
      unscored += entry.getValue();
      Histograms none = Histograms.empty(parameters);
      none.addCounted(entry.getValue());
      all.add(none);
      rows.add(
          new SiteProfile(
              entry.getKey(),
              1,
              AccessKind.LOAD,
              8,
              0,
              0,
              CodeOrigin.OWN,
              entry.getValue(),
              none,
              Optional.empty()));
    }
    Footprint footprint = result.footprint();
    ProcessProfile process =
        new ProcessProfile(
            new ProcessIdentity(1, 0, "here", -1, "", "/bin/program", List.of("program"), "/", 1),
            ProcessEnd.exited(0),
            parameters,
            options,
            new AccessTotals(
                count + unscored,
                loads,
                count + unscored - loads,
                count + unscored,
                unscored,
                0,
                0),
            footprint,
            functions.stream().map(name -> new FunctionInfo(name, "", "", 0)).toList(),
            List.of(new ThreadProfile(1, loads, count + unscored - loads, footprint, all)),
            rows,
            List.of(),
            Attribution.NONE,
            Optional.empty(),
            Optional.empty());
    return new LocalityProfile("test", List.of(process));
  }
}
