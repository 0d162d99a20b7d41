package org.tslmap.locality;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Exact reuse distances of one stream of places: words, lines or pages. */
final class ReuseDistances {

  /*
   * Every access gets the next time. For each place the time of its last access is kept. A tree of
   * sums [1] over times has a one at each time that is some place's latest, so the distance of an
   * access is the number of ones after its place's last time [2]. When the axis is full, latest
   * times are renumbered in their order; the axis then has as many free times as taken ones at
   * least.
   *
   * [1] Fenwick: A new data structure for cumulative frequency tables. Software: Practice and
   *     Experience 24, 1994.
   * [2] Olken: Efficient methods for calculating the success function of fixed space replacement
   *     policies. Lawrence Berkeley Laboratory, LBL-12370, 1981.
   */

  /** The distance of a first touch. */
  static final int COLD = -1;

  private static final int FIRST_TIMES = 1024;

  /** By place; times begin at 1. */
  private final Map<Long, Integer> last = new HashMap<>();

  private int[] tree = new int[FIRST_TIMES + 1];
  private int now = 1;

  /** How many other places were touched since the last access to this one, or {@link #COLD}. */
  int access(long place) {
    if (now == tree.length) {
      renumber();
    }
    Integer before = last.put(place, now);
    int distance = COLD;
    if (before != null) {
      distance = last.size() - ones(before);
      add(before, -1);
    }
    add(now++, 1);
    return distance;
  }

  /** The places that were touched. */
  Set<Long> places() {
    return last.keySet();
  }

  private void add(int time, int change) {
    for (int t = time; t < tree.length; t += t & -t) {
      tree[t] += change;
    }
  }

  /** Ones up to a time. */
  private int ones(int time) {
    int sum = 0;
    for (int t = time; t > 0; t -= t & -t) {
      sum += tree[t];
    }
    return sum;
  }

  private void renumber() {
    List<Map.Entry<Long, Integer>> byTime = new ArrayList<>(last.entrySet());
    byTime.sort(Map.Entry.comparingByValue());
    tree = new int[Math.max(FIRST_TIMES, Math.multiplyExact(2, byTime.size())) + 1];
    now = 1;
    for (Map.Entry<Long, Integer> entry : byTime) {
      entry.setValue(now);
      add(now++, 1);
    }
  }
}
