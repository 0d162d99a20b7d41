package org.tslmap.collector.attribution;

import java.util.List;
import java.util.function.Supplier;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.StrideShare;

/**
 * Accesses for which a processor waits: they miss its last cache, or its first one in a line that
 * no prefetcher foresees. Lines are foreseen next to a line just used, and on a walk whose steps
 * are short; from a cache they arrive about as fast as they are used. Caches are fully associative
 * with LRU replacement here, and first touches miss them.
 */
final class MissesThatWait {
  /** Bytes of a processor's first cache. */
  private static final long FIRST_CACHE = 32 << 10;

  /** Bytes of its last one. */
  private static final long LAST_CACHE = 32 << 20;

  /** Steps that prefetchers follow, in bytes: half of a page. */
  private static final long LONGEST_STEP = 2 << 10;

  /** Share of accesses, fewer of which do not matter, 0..1. */
  private static final double SEVERAL = 0.001;

  private MissesThatWait() {}

  /**
   * How many there are at most.
   *
   * @param lines what the accesses of one site to one object did, by lines
   * @param strides their commonest strides; asked only where they matter
   * @param parameters of the histogram
   */
  static double of(
      LocalityHistogram lines, Supplier<List<StrideShare>> strides, MetricParameters parameters) {
    long accesses = lines.accesses();
    double missed = lines.misses(FIRST_CACHE / parameters.line());
    if (missed <= SEVERAL * accesses) {
      return missed;
    }
    long foreseen = Math.max(near(lines), steady(strides.get()));
    return Math.max(
        Math.min(missed, Math.max(0, accesses - foreseen)),
        lines.misses(LAST_CACHE / parameters.line()));
  }

  private static long near(LocalityHistogram lines) {
    long[] near = new long[1];
    lines.eachStride((stride, count) -> near[0] += stride <= 1 ? count : 0);
    return near[0];
  }

  private static long steady(List<StrideShare> strides) {
    return strides.stream()
        .filter(stride -> Math.abs(stride.bytes()) <= LONGEST_STEP)
        .mapToLong(StrideShare::count)
        .sum();
  }
}
