package org.tslmap.collector.phases;

import java.util.ArrayList;
import java.util.List;

/**
 * Joins neighbouring segments until few are left: the steps of a loop become the loop, and what is
 * short beside the rest becomes part of what it is next to.
 *
 * <p>This is Ward's clustering, in which only neighbours may be joined (Grimm, "CONISS: a FORTRAN
 * 77 program for stratigraphically constrained cluster analysis", Computers and Geosciences 13,
 * 1987). What joining costs is how much the squared distances of windows from the mean of their
 * segment grow: n m / (n + m) times the squared distance of the two means. The cheapest pair is
 * joined first, as long as there are too many segments, or it costs next to nothing. Two turns of a
 * loop that were joined differ by nothing, so that a loop grows together once two of its steps did.
 */
final class FewSegments {
  /** So many a person tells apart. */
  private static final int MOST = 8;

  /** Joining is for nothing below this, as a share of all windows. */
  private static final double NOTHING = 0.005;

  private final List<Joined> list = new ArrayList<>();
  private final int windows;

  /** Segments that were joined, with the sums of their windows' shares. */
  private record Joined(int first, int end, double[] sums) {
    int windows() {
      return end - first;
    }

    Joined and(Joined next) {
      double[] all = sums.clone();
      for (int i = 0; i < all.length; i++) {
        all[i] += next.sums[i];
      }
      return new Joined(first, next.end, all);
    }

    /** What joining costs; infinite where something lies between them. */
    double cost(Joined next) {
      if (next.first != end) {
        return Double.POSITIVE_INFINITY;
      }
      double squares = 0;
      for (int i = 0; i < sums.length; i++) {
        double step = Math.sqrt(sums[i] / windows()) - Math.sqrt(next.sums[i] / next.windows());
        squares += step * step;
      }
      return squares * windows() * next.windows() / (windows() + next.windows());
    }
  }

  private FewSegments(List<Segments.Segment> segments, WindowVectors vectors) {
    int all = 0;
    for (Segments.Segment segment : segments) {
      double[] sums = vectors.mean(segment.first(), segment.end());
      int length = segment.end() - segment.first();
      for (int i = 0; i < sums.length; i++) {
        sums[i] *= length;
      }
      list.add(new Joined(segment.first(), segment.end(), sums));
      all += length;
    }
    windows = all;
  }

  /**
   * The same windows in fewer segments.
   *
   * @param segments in the order of time; other windows may lie between them
   */
  static List<Segments.Segment> of(List<Segments.Segment> segments, WindowVectors vectors) {
    return new FewSegments(segments, vectors).joined();
  }

  private List<Segments.Segment> joined() {
    List<Double> costs = new ArrayList<>();
    for (int i = 0; i + 1 < list.size(); i++) {
      costs.add(list.get(i).cost(list.get(i + 1)));
    }
    while (!costs.isEmpty()) {
      int at = cheapest(costs);
      double cost = costs.get(at);
      if (cost > NOTHING * windows && (list.size() <= MOST || Double.isInfinite(cost))) {
        break;
      }
      list.set(at, list.get(at).and(list.remove(at + 1)));
      costs.remove(at);
      if (at > 0) {
        costs.set(at - 1, list.get(at - 1).cost(list.get(at)));
      }
      if (at < costs.size()) {
        costs.set(at, list.get(at).cost(list.get(at + 1)));
      }
    }
    return list.stream().map(one -> new Segments.Segment(one.first(), one.end())).toList();
  }

  private static int cheapest(List<Double> costs) {
    int least = 0;
    for (int i = 1; i < costs.size(); i++) {
      if (costs.get(i) < costs.get(least)) {
        least = i;
      }
    }
    return least;
  }
}
