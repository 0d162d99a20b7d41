package org.tslmap.collector.attribution.sharing;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts pairs of a row and a label. Few of them come again and again, so the latest are counted in
 * a small table, each in the place its number gives, and go to the map when another one needs it.
 */
final class LabelCounts {
  private static final int LABEL_BITS = 24;
  private static final int PLACES = 1024;

  private final long[] keys = new long[PLACES];
  private final long[] counts = new long[PLACES];
  private final Map<Long, Long> others = new HashMap<>();

  /** Takes a pair and its count. */
  interface Visitor {
    /** Takes a pair and its count, at least 1. */
    void count(int row, int label, long count);
  }

  /** Counts a pair once more. */
  void add(int row, int label) {
    long key = (long) row << LABEL_BITS | label;
    int place = (int) (key ^ key >>> LABEL_BITS) & PLACES - 1;
    if (keys[place] != key) {
      move(place);
      keys[place] = key;
    }
    counts[place]++;
  }

  private void move(int place) {
    if (counts[place] > 0) {
      others.merge(keys[place], counts[place], Long::sum);
      counts[place] = 0;
    }
  }

  /** Visits all pairs, in no particular order. */
  void each(Visitor visitor) {
    for (int place = 0; place < PLACES; place++) {
      move(place);
    }
    others.forEach(
        (key, count) ->
            visitor.count((int) (key >>> LABEL_BITS), (int) (key & (1 << LABEL_BITS) - 1), count));
  }
}
