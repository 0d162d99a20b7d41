package org.tslmap.collector.phases;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Where a sequence of vectors changes its mean.
 *
 * <p>Of all ways to cut the sequence into segments, the one with the least penalised cost is found:
 * the sum of squared distances of the vectors from their segment's mean, plus a penalty for each
 * segment. The search is PELT, dynamic programming over the last cut in which a cut that cannot be
 * the last one of any later optimum is dropped for good: Killick, Fearnhead and Eckley, "Optimal
 * Detection of Changepoints With a Linear Computational Cost", Journal of the American Statistical
 * Association 107, 2012. It is exact, and about linear when cuts are spread over the sequence.
 *
 * <p>The penalty is that of the Bayesian information criterion for a change of mean, 2 V log(n),
 * where V is the noise: half the lower quartile of the squared distances between one vector and the
 * next, which cuts do not change as long as three windows in four are not next to one. It is never
 * less than a given floor, since the counts of a program that does the same again and again have no
 * noise at all.
 */
final class ChangePoints {

  private final double[][] sums;
  private final double[] squares;
  private final double penalty;

  private ChangePoints(List<double[]> vectors, double floor) {
    int n = vectors.size();
    sums = new double[n + 1][];
    squares = new double[n + 1];
    sums[0] = new double[n == 0 ? 0 : vectors.get(0).length];
    for (int t = 0; t < n; t++) {
      double[] vector = vectors.get(t);
      sums[t + 1] = sums[t].clone();
      squares[t + 1] = squares[t];
      for (int i = 0; i < vector.length; i++) {
        sums[t + 1][i] += vector[i];
        squares[t + 1] += vector[i] * vector[i];
      }
    }
    penalty = Math.max(floor, 2 * noise(vectors) * Math.log(Math.max(2, n)));
  }

  /**
   * The starts of the segments, the first of which is 0, in ascending order; empty without vectors.
   *
   * @param vectors the sequence, all of the same length
   * @param floor the least penalty of a segment
   */
  static List<Integer> find(List<double[]> vectors, double floor) {
    return vectors.isEmpty() ? List.of() : new ChangePoints(vectors, floor).search(vectors.size());
  }

  private static double noise(List<double[]> vectors) {
    if (vectors.size() < 2) {
      return 0;
    }
    double[] steps = new double[vectors.size() - 1];
    for (int t = 0; t < steps.length; t++) {
      steps[t] = squaredDistance(vectors.get(t), vectors.get(t + 1));
    }
    Arrays.sort(steps);
    return steps[(steps.length - 1) / 4] / 2;
  }

  static double squaredDistance(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sum;
  }

  private List<Integer> search(int n) {
    double[] best = new double[n + 1];
    int[] last = new int[n + 1];
    best[0] = -penalty;
    List<Integer> candidates = new ArrayList<>(List.of(0));
    for (int end = 1; end <= n; end++) {
      double[] costs = new double[candidates.size()];
      best[end] = Double.POSITIVE_INFINITY;
      for (int c = 0; c < costs.length; c++) {
        int start = candidates.get(c);
        costs[c] = best[start] + cost(start, end);
        if (costs[c] + penalty < best[end]) {
          best[end] = costs[c] + penalty;
          last[end] = start;
        }
      }
      List<Integer> kept = new ArrayList<>();
      for (int c = 0; c < costs.length; c++) {
        if (costs[c] <= best[end]) {
          kept.add(candidates.get(c));
        }
      }
      kept.add(end);
      candidates = kept;
    }
    List<Integer> starts = new ArrayList<>();
    for (int end = n; end > 0; end = last[end]) {
      starts.add(last[end]);
    }
    Collections.reverse(starts);
    return starts;
  }

  /** Squared distances from the mean of the vectors start to end - 1. */
  private double cost(int start, int end) {
    double ofMean = 0;
    for (int i = 0; i < sums[0].length; i++) {
      double sum = sums[end][i] - sums[start][i];
      ofMean += sum * sum;
    }
    return Math.max(0, squares[end] - squares[start] - ofMean / (end - start));
  }
}
