package org.tslmap.collector.phases;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.tslmap.locality.profile.TimeLine;

/**
 * One vector of shares for each window of a time line.
 *
 * <p>A window's accesses are split by (function, data object), and each of these by what they earn:
 * the part with temporal weight and the part without, the part with spatial weight and the part
 * without, each counted half, so that the shares of a window add up to 1. This is the basic block
 * vector of Sherwood, Perelman, Hamerly and Calder, "Automatically Characterizing Large Scale
 * Program Behavior", ASPLOS 2002, with data and locality in the place of blocks.
 *
 * <p>Two windows differ by the Hellinger distance of their shares, times the square root of 2: the
 * Euclidean distance of the shares' square roots, 0 when they are the same and the square root of 2
 * when they have nothing in common, however many functions there are. (Legendre and Gallagher,
 * "Ecologically meaningful transformations for ordination of species data", Oecologia 129, 2001,
 * compare such transformations.)
 *
 * <p>Pairs of function and object that never reach 1 % of a window are added together, and so are
 * all but the 100 largest.
 */
final class WindowVectors {

  private static final int LARGEST = 100;
  private static final double LEAST_SHARE = 0.01;
  private static final int PARTS = 4;

  private final double[][] shares;

  WindowVectors(TimeLine time) {
    double[] largest = new double[time.series().size()];
    for (int s = 0; s < largest.length; s++) {
      for (TimeLine.Point point : time.series().get(s).points()) {
        long accesses = time.windows().get(point.window()).accesses();
        largest[s] = Math.max(largest[s], (double) point.accesses() / Math.max(1, accesses));
      }
    }
    int[] place = places(largest);
    int width = PARTS * (1 + Arrays.stream(place).max().orElse(0));
    shares = new double[time.windows().size()][width];
    for (int s = 0; s < largest.length; s++) {
      for (TimeLine.Point point : time.series().get(s).points()) {
        add(shares[point.window()], PARTS * place[s], point);
      }
    }
    for (double[] vector : shares) {
      double sum = Arrays.stream(vector).sum();
      if (sum > 0) {
        Arrays.setAll(vector, i -> vector[i] / sum);
      }
    }
  }

  /** Place 0 is shared by all small series, the others have one of their own. */
  private static int[] places(double[] largest) {
    List<Integer> order = new ArrayList<>();
    for (int s = 0; s < largest.length; s++) {
      if (largest[s] >= LEAST_SHARE) {
        order.add(s);
      }
    }
    order.sort(Comparator.comparingDouble(s -> -largest[s]));
    int[] place = new int[largest.length];
    for (int i = 0; i < Math.min(LARGEST, order.size()); i++) {
      place[order.get(i)] = i + 1;
    }
    return place;
  }

  private static void add(double[] vector, int at, TimeLine.Point point) {
    double temporal = Math.min(point.temporal(), point.accesses());
    double spatial = Math.min(point.spatial(), point.accesses());
    vector[at] += temporal / 2;
    vector[at + 1] += (point.accesses() - temporal) / 2;
    vector[at + 2] += spatial / 2;
    vector[at + 3] += (point.accesses() - spatial) / 2;
  }

  /** The shares of one window; they add up to 1, or to 0 in a window without accesses. */
  double[] shares(int window) {
    return shares[window];
  }

  /** The square roots of a window's shares. */
  double[] roots(int window) {
    return roots(shares[window]);
  }

  static double[] roots(double[] shares) {
    return Arrays.stream(shares).map(Math::sqrt).toArray();
  }

  /** The mean shares of some windows. */
  double[] mean(int first, int end) {
    double[] mean = new double[shares[first].length];
    for (int window = first; window < end; window++) {
      for (int i = 0; i < mean.length; i++) {
        mean[i] += shares[window][i] / (end - first);
      }
    }
    return mean;
  }
}
