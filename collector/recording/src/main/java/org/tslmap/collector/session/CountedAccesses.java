package org.tslmap.collector.session;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.collector.wire.CountedCode;
import org.tslmap.collector.wire.SiteCounts;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.EngineResult;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.ThreadResult;

/** What a process's functions did that are counted and not recorded. */
final class CountedAccesses {
  /** What receives accesses of a thread's site. */
  interface Visitor {
    void site(int thread, int site, long accesses);
  }

  private final Map<Integer, Map<Integer, Long>> threads = new TreeMap<>();
  private final Map<Integer, Long> calls = new TreeMap<>();

  void add(CountedCode counted) {
    Map<Integer, Long> sites = threads.computeIfAbsent(counted.thread(), t -> new TreeMap<>());
    for (SiteCounts.Count count : counted.sites()) {
      sites.merge(count.site(), count.accesses(), Long::sum);
    }
    for (CountedCode.Calls count : counted.calls()) {
      calls.merge(count.function(), count.calls(), Long::sum);
    }
  }

  /** Visits the sites by thread, in ascending order. */
  void eachSite(Visitor visitor) {
    threads.forEach(
        (thread, sites) -> sites.forEach((site, accesses) -> visitor.site(thread, site, accesses)));
  }

  /** The accesses of each function. */
  Map<Integer, Long> byFunction(SymbolTables symbols) {
    Map<Integer, Long> sums = new TreeMap<>();
    eachSite((thread, site, count) -> sums.merge(symbols.site(site).function(), count, Long::sum));
    return sums;
  }

  /** Adds the threads of which nothing was recorded. */
  EngineResult addThreads(EngineResult recorded, MetricParameters parameters) {
    Map<Integer, ThreadResult> all = new TreeMap<>();
    threads
        .keySet()
        .forEach(
            thread ->
                all.put(thread, new ThreadResult(thread, Footprint.none(parameters), Map.of())));
    recorded.threads().forEach(thread -> all.put(thread.thread(), thread));
    return new EngineResult(
        List.copyOf(all.values()), recorded.contexts(), recorded.windows(), recorded.footprint());
  }

  /** How often a function was called while it was counted. */
  long calls(int function) {
    return calls.getOrDefault(function, 0L);
  }

  /** All accesses. */
  long accesses() {
    return threads.values().stream()
        .flatMap(sites -> sites.values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }
}
