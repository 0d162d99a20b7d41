package org.tslmap.collector.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.tslmap.collector.store.StoredTrace;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.EngineResult;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.ThreadResult;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.CodeOrigin;
import org.tslmap.locality.profile.Footprints;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.ThreadFunction;
import org.tslmap.locality.profile.ThreadProfile;
import org.tslmap.locality.profile.TimeLine;
import org.tslmap.locality.profile.WindowProfile;

/**
 * Scores a stretch of a stored trace as a stream of its own: what was accessed before it counts as
 * never accessed, so the scores are isolated ones.
 */
final class StretchScores {
  private final MetricParameters parameters;
  private final SymbolTables symbols;
  private final Map<Long, CodeOrigin> origins = new HashMap<>();

  private StretchScores(MetricParameters parameters, SymbolTables symbols) {
    this.parameters = parameters;
    this.symbols = symbols;
  }

  /**
   * The profile of a rectangle, without data and calls.
   *
   * @param process the whole process's
   * @param narrowing stored in a trace
   */
  static ProcessProfile of(ProcessProfile process, Narrowing narrowing) throws IOException {
    StoredTrace trace = narrowing.picture().trace().orElseThrow();
    try (LocalityEngine engine = LocalityEngine.open(process.parameters(), EngineChoice.AUTO)) {
      trace.read(narrowing.from(), narrowing.to(), narrowing.narrowed(engine));
      List<String> options = new ArrayList<>(process.options());
      options.addAll(narrowing.selection().options());
      return new StretchScores(process.parameters(), trace.symbols())
          .profile(process, options, engine.result());
    }
  }

  private ProcessProfile profile(
      ProcessProfile process, List<String> options, EngineResult result) {
    Map<Integer, Histograms> bySite = new TreeMap<>();
    List<ThreadFunction> threadFunctions = new ArrayList<>();
    List<ThreadProfile> threads = new ArrayList<>();
    for (ThreadResult thread : result.threads()) {
      Histograms sum = Histograms.empty(parameters);
      Map<Integer, Histograms[]> functions = new TreeMap<>();
      long stores = 0;
      for (Map.Entry<Integer, Histograms> entry : thread.sites().entrySet()) {
        Histograms counts = entry.getValue();
        sum.add(counts);
        boolean stored = symbols.isStore(entry.getKey());
        stores += stored ? counts.word().accesses() : 0;
        functions
            .computeIfAbsent(symbols.site(entry.getKey()).function(), f -> loadsAndStores())[
            stored ? 1 : 0]
            .add(counts);
        bySite.computeIfAbsent(entry.getKey(), s -> Histograms.empty(parameters)).add(counts);
      }
      threads.add(
          new ThreadProfile(
              thread.thread(), sum.word().accesses() - stores, stores, thread.footprint(), sum));
      functions.forEach(
          (function, counts) ->
              threadFunctions.add(threadFunction(thread.thread(), function, counts)));
    }
    List<SiteProfile> sites = new ArrayList<>();
    process.sites().forEach(site -> origins.put(site.instruction(), site.origin()));
    bySite.forEach((id, counts) -> sites.add(site(symbols.site(id), counts)));
    long stores =
        sites.stream()
            .filter(site -> site.kind() == AccessKind.STORE)
            .mapToLong(SiteProfile::accesses)
            .sum();
    long accesses = sites.stream().mapToLong(SiteProfile::accesses).sum();
    return new ProcessProfile(
        process.identity(),
        process.end(),
        parameters,
        options,
        new AccessTotals(accesses, accesses - stores, stores, 0, accesses, 0, 0),
        result.footprint(),
        process.functions(),
        threads,
        sites,
        result.windows().stream()
            .map(
                window ->
                    new WindowProfile(window.firstAccess(), window.accesses(), window.histograms()))
            .toList(),
        new Attribution(
            Attribution.NONE.objects(),
            List.of(),
            List.of(),
            TimeLine.NONE,
            0,
            List.of(),
            0,
            threads.size() > 1 ? threadFunctions : List.of(),
            Footprints.NONE),
        Optional.empty(),
        Optional.empty());
  }

  private Histograms[] loadsAndStores() {
    return new Histograms[] {Histograms.empty(parameters), Histograms.empty(parameters)};
  }

  private ThreadFunction threadFunction(int thread, int function, Histograms[] counts) {
    Histograms sum = Histograms.empty(parameters);
    sum.add(counts[0]);
    sum.add(counts[1]);
    return new ThreadFunction(
        thread, function, counts[0].word().accesses(), counts[1].word().accesses(), sum);
  }

  private SiteProfile site(Site site, Histograms counts) {
    return new SiteProfile(
        site.function(),
        site.instruction(),
        site.store() ? AccessKind.STORE : AccessKind.LOAD,
        site.size(),
        site.index(),
        site.line(),
        origins.getOrDefault(site.instruction(), CodeOrigin.OWN),
        counts.word().accesses(),
        counts,
        Optional.empty());
  }
}
