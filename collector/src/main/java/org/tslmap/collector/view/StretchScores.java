package org.tslmap.collector.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.collector.store.StoredTrace;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.EngineResult;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.SiteResult;
import org.tslmap.locality.ThreadResult;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.Footprint;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.Histograms;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.ThreadProfile;
import org.tslmap.locality.profile.WindowProfile;

/**
 * Scores a stretch of a stored trace as a stream of its own: what was accessed before it counts as
 * never accessed, so the scores are isolated ones.
 */
final class StretchScores {
  private final MetricParameters parameters;
  private final SymbolTables symbols;

  private StretchScores(MetricParameters parameters, SymbolTables symbols) {
    this.parameters = parameters;
    this.symbols = symbols;
  }

  /**
   * The profile of a stretch.
   *
   * @param process the whole process's
   * @param from number of the first access
   * @param to number of the access behind the last
   */
  static ProcessProfile of(ProcessProfile process, StoredTrace trace, long from, long to)
      throws IOException {
    try (LocalityEngine engine = LocalityEngine.open(process.parameters(), EngineChoice.AUTO)) {
      trace.read(from, to, engine);
      return new StretchScores(process.parameters(), trace.symbols())
          .profile(process, engine.result());
    }
  }

  private ProcessProfile profile(ProcessProfile process, EngineResult result) {
    Map<Integer, Histograms> bySite = new TreeMap<>();
    List<ThreadProfile> threads = new ArrayList<>();
    for (ThreadResult thread : result.threads()) {
      Histograms sum = Histograms.empty(parameters);
      long stores = 0;
      for (Map.Entry<Integer, SiteResult> entry : thread.sites().entrySet()) {
        Histograms counts = new Histograms(entry.getValue().word(), entry.getValue().line());
        sum.add(counts);
        stores += symbols.isStore(entry.getKey()) ? counts.word().accesses() : 0;
        bySite.computeIfAbsent(entry.getKey(), s -> Histograms.empty(parameters)).add(counts);
      }
      threads.add(
          new ThreadProfile(
              thread.thread(),
              sum.word().accesses() - stores,
              stores,
              new Footprint(thread.wordFootprint(), thread.lineFootprint()),
              sum));
    }
    List<SiteProfile> sites = new ArrayList<>();
    bySite.forEach((id, counts) -> sites.add(site(symbols.site(id), counts)));
    long stores =
        sites.stream()
            .filter(site -> site.kind() == AccessKind.STORE)
            .mapToLong(SiteProfile::accesses)
            .sum();
    long accesses = sites.stream().mapToLong(SiteProfile::accesses).sum();
    List<String> options = new ArrayList<>(process.options());
    options.add("--tsl-toggle=,"); // marks the scores as isolated
    return new ProcessProfile(
        process.identity(),
        process.end(),
        parameters,
        options,
        new AccessTotals(accesses, accesses - stores, stores, 0, accesses, 0, 0),
        new Footprint(result.wordFootprint(), result.lineFootprint()),
        functions(),
        threads,
        sites,
        result.windows().stream()
            .map(
                window ->
                    new WindowProfile(
                        window.firstAccess(),
                        window.accesses(),
                        new Histograms(window.word(), window.line())))
            .toList());
  }

  private static SiteProfile site(Site site, Histograms counts) {
    return new SiteProfile(
        site.function(),
        site.instruction(),
        site.store() ? AccessKind.STORE : AccessKind.LOAD,
        site.size(),
        site.index(),
        site.line(),
        counts.word().accesses(),
        counts);
  }

  private List<FunctionInfo> functions() {
    List<FunctionInfo> functions = new ArrayList<>();
    for (FunctionSymbol function : symbols.functions()) {
      functions.add(
          new FunctionInfo(
              function.name(),
              symbols.object(function.object()).path(),
              function.file(),
              function.line()));
    }
    return functions;
  }
}
