package org.tslmap.collector.session;

import java.util.Arrays;
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

/** What a process's functions did that is counted and not scored. */
final class CountedAccesses {
  /** What receives accesses of a thread's site. */
  interface Visitor {
    void site(int thread, int site, long accesses);
  }

  /** The accesses of each thread, by site. */
  private final Map<Integer, long[]> threads = new TreeMap<>();

  private final Map<Integer, Long> calls = new TreeMap<>();
  private long warm;

  /** How often functions were called in the whole run, as far as that is known. */
  private Map<Integer, Long> allCalls = Map.of();

  void add(CountedCode counted) {
    int end = counted.sites().stream().mapToInt(count -> count.site() + 1).max().orElse(0);
    long[] known = threads.getOrDefault(counted.thread(), new long[0]);
    long[] sites =
        end <= known.length ? known : Arrays.copyOf(known, Math.max(end, 2 * known.length));
    threads.put(counted.thread(), sites);
    for (SiteCounts.Count count : counted.sites()) {
      sites[count.site()] += count.accesses();
    }
    for (CountedCode.Calls count : counted.calls()) {
      calls.merge(count.function(), count.calls(), Long::sum);
    }
  }

  /** These and accesses by thread and site that were recorded, but not scored. */
  CountedAccesses plus(Map<Integer, long[]> recorded) {
    CountedAccesses sum = new CountedAccesses();
    sum.calls.putAll(calls);
    sum.threads.putAll(threads);
    recorded.forEach((thread, sites) -> sum.threads.merge(thread, sites, CountedAccesses::sum));
    sum.warm = accesses(recorded);
    return sum;
  }

  /** Those that were recorded. */
  long warm() {
    return warm;
  }

  private static long[] sum(long[] one, long[] other) {
    long[] sum = Arrays.copyOf(one, Math.max(one.length, other.length));
    for (int i = 0; i < other.length; i++) {
      sum[i] += other[i];
    }
    return sum;
  }

  /** Visits the sites by thread, in ascending order. */
  void eachSite(Visitor visitor) {
    threads.forEach(
        (thread, sites) -> {
          for (int site = 0; site < sites.length; site++) {
            if (sites[site] > 0) {
              visitor.site(thread, site, sites[site]);
            }
          }
        });
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

  /** Tells how often functions were called in the whole run. */
  CountedAccesses with(Map<Integer, Long> callsOfRun) {
    allCalls = Map.copyOf(callsOfRun);
    return this;
  }

  /**
   * How often a function was called without its caller being known.
   *
   * @param known how often with a known caller
   */
  long callsBeside(int function, long known) {
    Long all = allCalls.get(function);
    return all == null ? calls(function) : Math.max(0, all - known);
  }

  /** All accesses. */
  long accesses() {
    return accesses(threads);
  }

  private static long accesses(Map<Integer, long[]> threads) {
    return threads.values().stream().flatMapToLong(Arrays::stream).sum();
  }
}
