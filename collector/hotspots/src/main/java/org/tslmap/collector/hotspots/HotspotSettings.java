package org.tslmap.collector.hotspots;

import java.util.List;
import java.util.Objects;

/**
 * What hotspots are looked for with.
 *
 * @param caches the caches, smallest first, at least one
 * @param times what accesses cost that these caches serve
 * @param leastShare findings that waste less than this share of the estimated time are only summed,
 *     0..1
 */
public record HotspotSettings(List<CacheLevel> caches, AccessTimes times, double leastShare) {

  /** Waste below 0.5 % of the estimated time is only summed. */
  public static final double LEAST_SHARE = 0.005;

  /** Caches of many processors: 32 KiB, 1 MiB and 32 MiB. */
  public static final List<CacheLevel> COMMON_CACHES =
      List.of(
          new CacheLevel("L1", 32L << 10, 8),
          new CacheLevel("L2", 1L << 20, 16),
          new CacheLevel("L3", 32L << 20, 16));

  /**
   * Checks that there is a cache and that sizes ascend.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  public HotspotSettings {
    caches = List.copyOf(caches);
    Objects.requireNonNull(times, "times");
    if (caches.isEmpty()) {
      throw new IllegalArgumentException("expected at least one cache, but there is none");
    }
    for (int i = 1; i < caches.size(); i++) {
      if (caches.get(i).bytes() <= caches.get(i - 1).bytes()) {
        throw new IllegalArgumentException(
            "expected caches from the smallest to the largest, but %s has %d bytes and %s has %d"
                .formatted(
                    caches.get(i - 1).name(),
                    caches.get(i - 1).bytes(),
                    caches.get(i).name(),
                    caches.get(i).bytes()));
      }
    }
    if (!(leastShare >= 0 && leastShare <= 1)) {
      throw new IllegalArgumentException("expected a share of 0 to 1, but found " + leastShare);
    }
  }

  /** These caches at typical costs. */
  public HotspotSettings(List<CacheLevel> caches, double leastShare) {
    this(caches, AccessTimes.typical(caches), leastShare);
  }

  /** The common caches at typical costs; 0.5 % of the estimated time. */
  public static HotspotSettings defaults() {
    return new HotspotSettings(COMMON_CACHES, LEAST_SHARE);
  }
}
