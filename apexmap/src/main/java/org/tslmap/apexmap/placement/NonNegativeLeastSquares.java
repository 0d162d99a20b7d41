package org.tslmap.apexmap.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.SingularMatrixException;

/**
 * Weights of at least 0 that bring a sum of columns as near as possible to a target, in the sense
 * of least squares.
 *
 * <p>Lawson, Hanson, "Solving Least Squares Problems", 1974, chapter 23: columns whose growth would
 * lessen the error join one by one, the steepest first; the columns that joined are solved without
 * bounds (by QR), and where that makes a weight negative, the way to the solution ends where the
 * first weight becomes 0 and its column leaves again.
 */
final class NonNegativeLeastSquares {

  /** Columns that depend on one another to this extent are not used together. */
  private static final double SINGULAR = 1e-9;

  private final double[][] columns;

  /** Products of a column with all others, once it has joined. */
  private final Map<Integer, double[]> products = new ConcurrentHashMap<>();

  /**
   * Columns to choose from. Used by any number of threads.
   *
   * @param columns all of the same length
   */
  NonNegativeLeastSquares(double[][] columns) {
    this.columns = columns;
  }

  /**
   * The weight of each column.
   *
   * @param tolerance a column joins only if the squared error falls by more than this, times two,
   *     for each unit of its weight
   */
  double[] solve(double[] target, double tolerance) {
    double[] weights = new double[columns.length];
    double[] slopes = products(target);
    List<Integer> active = new ArrayList<>();
    boolean[] refused = new boolean[columns.length];
    int most = 3 * Math.max(target.length, 10);
    for (int round = 0; round < most; round++) {
      int next = steepest(slopes(slopes, weights, active), tolerance, active, refused);
      if (next < 0) {
        break;
      }
      active.add(next);
      if (!moveToSolution(target, weights, active, next)) {
        refused[next] = true;
      } else {
        Arrays.fill(refused, false);
      }
    }
    return weights;
  }

  private double[] products(double[] with) {
    double[] products = new double[columns.length];
    for (int j = 0; j < products.length; j++) {
      products[j] = dot(columns[j], with);
    }
    return products;
  }

  /** How much growth of each column lessens the error, given how much it does at the start. */
  private double[] slopes(double[] atStart, double[] weights, List<Integer> active) {
    double[] slopes = atStart.clone();
    for (int column : active) {
      double[] product = products.computeIfAbsent(column, j -> products(columns[j]));
      double weight = weights[column];
      for (int j = 0; j < slopes.length; j++) {
        slopes[j] -= weight * product[j];
      }
    }
    return slopes;
  }

  private static int steepest(
      double[] slopes, double tolerance, List<Integer> active, boolean[] refused) {
    int best = -1;
    double most = tolerance;
    for (int j = 0; j < slopes.length; j++) {
      if (slopes[j] > most && !refused[j] && !active.contains(j)) {
        most = slopes[j];
        best = j;
      }
    }
    return best;
  }

  /** False, with the newest column gone again, if it brings nothing new to the active ones. */
  private boolean moveToSolution(
      double[] target, double[] weights, List<Integer> active, int newest) {
    while (!active.isEmpty()) {
      double[] solution = unbounded(target, active);
      if (solution.length == 0 || (weights[newest] == 0 && below(solution, active, newest))) {
        active.remove((Integer) newest);
        weights[newest] = 0;
        return false;
      }
      double way = feasible(weights, solution, active);
      for (int i = 0; i < solution.length; i++) {
        int column = active.get(i);
        weights[column] += way * (solution[i] - weights[column]);
      }
      if (way == 1) {
        return active.contains(newest);
      }
      double[] now = weights;
      active.removeIf(column -> leaves(now, column));
    }
    return active.contains(newest);
  }

  private static boolean below(double[] solution, List<Integer> active, int column) {
    int at = active.indexOf(column);
    return at >= 0 && solution[at] <= 0;
  }

  private static boolean leaves(double[] weights, int column) {
    if (weights[column] > 1e-15) {
      return false;
    }
    weights[column] = 0;
    return true;
  }

  /** How far the way from the weights to the solution keeps all weights at 0 or above. */
  private static double feasible(double[] weights, double[] solution, List<Integer> active) {
    double way = 1;
    for (int i = 0; i < solution.length; i++) {
      double weight = weights[active.get(i)];
      if (solution[i] < 0) {
        way = Math.min(way, weight / (weight - solution[i]));
      }
    }
    return way;
  }

  /** The weights of the active columns without bounds, or nothing if they depend on each other. */
  private double[] unbounded(double[] target, List<Integer> active) {
    if (active.size() > target.length) {
      return new double[0];
    }
    Array2DRowRealMatrix matrix = new Array2DRowRealMatrix(target.length, active.size());
    for (int j = 0; j < active.size(); j++) {
      matrix.setColumn(j, columns[active.get(j)]);
    }
    try {
      return new QRDecomposition(matrix, SINGULAR)
          .getSolver()
          .solve(new ArrayRealVector(target, false))
          .toArray();
    } catch (SingularMatrixException e) {
      return new double[0];
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
