package org.tslmap.collector.hotspots;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What accesses cost a server processor of today, where nobody has measured the machine. The
 * figures are reads by Apex-Map on an AMD EPYC with an L1 of 48 KiB, an L2 of 1 MiB, a shared L3 of
 * 32 MiB and small pages (medians of three measurements, 2026), rounded.
 */
final class TypicalCosts {

  /**
   * Memories that were measured: one that fits L1, a quarter of L2 and all of it, a quarter of L3
   * and all of it, eight times L3. Costs of each walk are in this order.
   */
  private static final double[] WORDS = {0.07, 0.09, 0.1, 0.1, 0.17, 0.3};

  private static final double[] SINGLE_WORDS = {0.26, 0.28, 0.35, 0.55, 3, 4.5};
  private static final double[] CHAIN = {1.8, 3.5, 7.2, 14, 113, 168};
  private static final double[] LINES = {0.14, 0.44, 0.44, 0.6, 1.1, 1.7};

  /** Lines, one in a page, and what a walk over so many costs: few depend on sizes of caches. */
  private static final double[] LINES_OF_PAGES = {1, 32, 256, 2048, 8192, 65536};

  private static final double[] PAGES_AND_LINES = {0.16, 0.16, 0.26, 0.43, 1.9, 2.9};
  private static final double[] PAGES = {0.26, 0.72, 2, 6.4, 7.9, 10.3};
  private static final double[] PAGES_WRITTEN = {0.25, 3.2, 6.1, 6.8, 7.1, 10.3};
  private static final double[] PAGES_UPDATED = {0.3, 14.5, 15.5, 16, 17, 18};

  private static final int LINE = 64;
  private static final int QUARTER = 4;
  private static final int BEYOND = 8;

  private TypicalCosts() {}

  static AccessTimes of(List<CacheLevel> caches) {
    double[] bytes = bytes(caches);
    double[] pages = LINES_OF_PAGES.clone();
    for (int i = 0; i < pages.length; i++) {
      pages[i] *= LINE;
    }
    Map<AccessTimes.Walk, NavigableMap<Double, Double>> costs =
        new EnumMap<>(AccessTimes.Walk.class);
    costs.put(AccessTimes.Walk.WORDS, curve(bytes, WORDS));
    costs.put(AccessTimes.Walk.SINGLE_WORDS, curve(bytes, SINGLE_WORDS));
    costs.put(AccessTimes.Walk.CHAIN, curve(bytes, CHAIN));
    costs.put(AccessTimes.Walk.LINES, curve(bytes, LINES));
    costs.put(AccessTimes.Walk.PAGES_AND_LINES, curve(pages, PAGES_AND_LINES));
    costs.put(AccessTimes.Walk.PAGES, curve(pages, PAGES));
    costs.put(AccessTimes.Walk.PAGES_WRITTEN, curve(pages, PAGES_WRITTEN));
    costs.put(AccessTimes.Walk.PAGES_UPDATED, curve(pages, PAGES_UPDATED));
    return new AccessTimes(
        "typical of a server processor; tslmap apex measure --quick measures this machine", costs);
  }

  /** The memories of these caches: with fewer than three, levels in the middle are missing. */
  private static double[] bytes(List<CacheLevel> caches) {
    double first = caches.get(0).bytes();
    double last = caches.get(caches.size() - 1).bytes();
    double middle = caches.size() > 2 ? caches.get(1).bytes() : Math.min(last, first * QUARTER);
    return new double[] {
      first,
      Math.max(first, middle / QUARTER),
      Math.max(first, middle),
      Math.max(middle, last / QUARTER),
      last,
      last * BEYOND
    };
  }

  /** The first of several costs for the same size counts. */
  private static NavigableMap<Double, Double> curve(double[] bytes, double[] nanoseconds) {
    NavigableMap<Double, Double> curve = new TreeMap<>();
    for (int i = 0; i < bytes.length; i++) {
      curve.putIfAbsent(bytes[i], nanoseconds[i]);
    }
    return curve;
  }
}
