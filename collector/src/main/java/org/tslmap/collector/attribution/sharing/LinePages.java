package org.tslmap.collector.attribution.sharing;

import java.util.HashMap;
import java.util.Map;

/** A long for each line of memory, 0 at first, in pages that are made when they are touched. */
final class LinePages {
  private static final int PAGE_BITS = 9;
  private static final int RECENT = 1024;

  private final Map<Long, long[]> pages = new HashMap<>();

  /* Pages found before, by the low bits of their numbers. */
  private final long[] recentNumbers = new long[RECENT];
  private final long[][] recentPages = new long[RECENT][];

  /** The page a line is in. */
  long[] of(long line) {
    long number = line >>> PAGE_BITS;
    int recent = (int) number & RECENT - 1;
    if (recentNumbers[recent] != number || recentPages[recent] == null) {
      recentNumbers[recent] = number;
      recentPages[recent] = pages.computeIfAbsent(number, n -> new long[1 << PAGE_BITS]);
    }
    return recentPages[recent];
  }

  /** The place of a line in its page. */
  static int slot(long line) {
    return (int) line & (1 << PAGE_BITS) - 1;
  }
}
