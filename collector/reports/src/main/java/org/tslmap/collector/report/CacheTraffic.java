package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tslmap.locality.CacheMisses;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.SimulatedCache;

/**
 * What came to a simulated cache and what of it missed.
 *
 * @param cache which cache
 * @param accesses all that were made, or those that missed the cache before it
 * @param misses those that it missed
 * @param conflictMisses those of them that a fully associative cache would not have missed; below 0
 *     where that would have missed more
 */
record CacheTraffic(SimulatedCache cache, long accesses, long misses, long conflictMisses) {

  /** Of all simulated caches; none if nothing is known. */
  static List<CacheTraffic> of(Histograms histograms, MetricParameters parameters) {
    CacheMisses counts = histograms.misses();
    List<CacheTraffic> list = new ArrayList<>();
    for (int i = 0; i < counts.caches(); i++) {
      SimulatedCache cache = parameters.caches().get(i);
      boolean first = i == 0 || parameters.caches().get(i - 1).kind() != cache.kind();
      list.add(
          new CacheTraffic(
              cache,
              first ? histograms.word().accesses() : counts.misses(i - 1),
              counts.misses(i),
              counts.conflictMisses(i)));
    }
    return list;
  }

  /** In one line. */
  String line() {
    return String.format(
        Locale.ROOT,
        "%,d of %,d accesses miss (%.2f %%), %,d %s",
        misses,
        accesses,
        100.0 * misses / Math.max(1, accesses),
        Math.abs(conflictMisses),
        conflictMisses < 0 ? "fewer than if it were fully associative" : "of them conflict misses");
  }
}
