package org.tslmap.collector.attribution.sharing;

import java.util.HashMap;
import java.util.Map;

/**
 * A long for each line of memory, 0 at first, in pages that are made when they are touched, as long
 * as there is capacity.
 */
final class LinePages {
  private static final int PAGE_BITS = 9;
  private static final int REGION_BITS = 13;
  private static final int RECENT = 64;

  private final Capacity capacity;
  private final Map<Long, long[][]> regions = new HashMap<>();

  /* Regions found before, by the low bits of their numbers. */
  private final long[] recentNumbers = new long[RECENT];
  private final long[][][] recentRegions = new long[RECENT][][];

  LinePages(Capacity capacity) {
    this.capacity = capacity;
  }

  /** The page a line is in, null if there is no capacity for another one. */
  long[] of(long line) {
    long number = line >>> PAGE_BITS + REGION_BITS;
    int recent = (int) number & RECENT - 1;
    long[][] region = recentRegions[recent];
    if (region == null || recentNumbers[recent] != number) {
      region = region(number);
      if (region == null) {
        return null;
      }
      recentNumbers[recent] = number;
      recentRegions[recent] = region;
    }
    int at = (int) (line >>> PAGE_BITS) & (1 << REGION_BITS) - 1;
    long[] page = region[at];
    if (page == null && capacity.take(Long.BYTES << PAGE_BITS)) {
      page = new long[1 << PAGE_BITS];
      region[at] = page;
    }
    return page;
  }

  private long[][] region(long number) {
    long[][] region = regions.get(number);
    if (region == null && capacity.take(Long.BYTES << REGION_BITS)) {
      region = new long[1 << REGION_BITS][];
      regions.put(number, region);
    }
    return region;
  }

  /** The place of a line in its page. */
  static int slot(long line) {
    return (int) line & (1 << PAGE_BITS) - 1;
  }
}
