package org.tslmap.plots;

import java.util.Arrays;
import java.util.Objects;

/**
 * What is drawn as a heat map: a cost at each pair of an alpha and a length.
 *
 * @param alphas ascending, in (0, 1], two or more
 * @param lengths ascending, 1 or more, two or more of them
 * @param costs by alpha, then by length; all greater than 0
 * @param unit of the costs, such as ns
 */
public record CostGrid(double[] alphas, int[] lengths, double[][] costs, String unit) {

  /**
   * Checks the axes and the costs.
   *
   * @throws IllegalArgumentException if an axis is too short or not in order, or a cost is missing
   */
  public CostGrid {
    Objects.requireNonNull(unit, "unit");
    if (alphas.length < 2 || lengths.length < 2) {
      throw new IllegalArgumentException(
          "a heat map needs two or more alphas and lengths, but there are %d and %d; measure more"
              .formatted(alphas.length, lengths.length));
    }
    for (int i = 1; i < alphas.length; i++) {
      checkOrder(alphas[i - 1] > 0 && alphas[i - 1] < alphas[i], Arrays.toString(alphas));
    }
    for (int i = 1; i < lengths.length; i++) {
      checkOrder(lengths[i - 1] > 0 && lengths[i - 1] < lengths[i], Arrays.toString(lengths));
    }
    for (int row = 0; row < alphas.length; row++) {
      for (int column = 0; column < lengths.length; column++) {
        if (!(costs[row][column] > 0 && costs[row][column] < Double.MAX_VALUE)) {
          throw new IllegalArgumentException(
              "the cost at alpha = %s, L = %d should be greater than 0, but is %s"
                  .formatted(alphas[row], lengths[column], costs[row][column]));
        }
      }
    }
  }

  private static void checkOrder(boolean ordered, String axis) {
    if (!ordered) {
      throw new IllegalArgumentException("an axis should ascend from above 0, but is " + axis);
    }
  }

  double leastCost() {
    return Arrays.stream(costs).flatMapToDouble(Arrays::stream).min().orElseThrow();
  }

  double greatestCost() {
    return Arrays.stream(costs).flatMapToDouble(Arrays::stream).max().orElseThrow();
  }

  double leastX() {
    return x(lengths[0]);
  }

  double greatestX() {
    return x(lengths[lengths.length - 1]);
  }

  double leastY() {
    return y(alphas[0]);
  }

  double greatestY() {
    return y(alphas[alphas.length - 1]);
  }

  /** The place of a length on an axis of logarithms. */
  static double x(double length) {
    return Math.log(length) / Math.log(2);
  }

  /** The place of an alpha on an axis of logarithms. */
  static double y(double alpha) {
    return Math.log10(alpha);
  }

  /**
   * log10 of the cost at a place of the axes of logarithms: bilinear between the nodes around it,
   * and at the border outside of it.
   */
  double logCost(double x, double y) {
    int column = 0;
    while (column < lengths.length - 2 && x > x(lengths[column + 1])) {
      column++;
    }
    int row = 0;
    while (row < alphas.length - 2 && y > y(alphas[row + 1])) {
      row++;
    }
    double right = share(x, x(lengths[column]), x(lengths[column + 1]));
    double up = share(y, y(alphas[row]), y(alphas[row + 1]));
    return (1 - up) * between(costs[row], column, right)
        + up * between(costs[row + 1], column, right);
  }

  private static double between(double[] costs, int column, double share) {
    return (1 - share) * Math.log10(costs[column]) + share * Math.log10(costs[column + 1]);
  }

  private static double share(double at, double from, double to) {
    return Math.min(1, Math.max(0, (at - from) / (to - from)));
  }
}
