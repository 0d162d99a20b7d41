package org.tslmap.apexmap.placement;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class NonNegativeLeastSquaresTest {

  @Test
  void findsWeightsThatAreThere() {
    double[][] columns = {{1, 0, 2}, {0, 1, 1}, {1, 1, 0}};
    // 2 times the first and 3 times the third
    double[] weights = new NonNegativeLeastSquares(columns).solve(new double[] {5, 3, 4}, 1e-12);
    assertArrayEquals(new double[] {2, 0, 3}, weights, 1e-12);
  }

  @Test
  void keepsAtZeroWhatWouldBeNegative() {
    // without bounds the weights are 2 and -1; with the second at 0 the first is 2 - 0.5 * 2 / 2
    double[][] columns = {{1, 1}, {0, 1}};
    double[] weights = new NonNegativeLeastSquares(columns).solve(new double[] {2, 1}, 1e-12);
    assertArrayEquals(new double[] {1.5, 0}, weights, 1e-12);
  }

  @Test
  void dropsAColumnThatALaterOneMakesSuperfluous() {
    // the mean joins first, being nearest; the two others together then leave nothing to it
    double[][] columns = {{2, 2, 1}, {3, 0, 0}, {0, 3, 0}};
    double[] weights = new NonNegativeLeastSquares(columns).solve(new double[] {3, 3, 0}, 1e-12);
    assertArrayEquals(new double[] {0, 1, 1}, weights, 1e-9);
  }

  @Test
  void equalColumnsShareNothingTwice() {
    double[][] columns = {{1, 2}, {1, 2}, {2, 4}};
    double[] weights = new NonNegativeLeastSquares(columns).solve(new double[] {4, 8}, 1e-12);
    assertArrayEquals(new double[] {4, 8}, sum(columns, weights), 1e-12);
  }

  @Test
  void nothingFitsANegativeTarget() {
    double[][] columns = {{1, 2}, {3, 1}};
    double[] weights = new NonNegativeLeastSquares(columns).solve(new double[] {-1, -2}, 1e-12);
    assertArrayEquals(new double[] {0, 0}, weights);
  }

  /** Kuhn and Tucker: no slope for a column that is out, none at all for one that is in. */
  @Property(tries = 300)
  void solutionsAreOptimal(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int count) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] columns = new double[count][];
    for (int j = 0; j < count; j++) {
      columns[j] = random.doubles(12, 0, 1).toArray();
    }
    double[] target = random.doubles(12, -0.5, 3).toArray();
    double[] weights = new NonNegativeLeastSquares(columns).solve(target, 1e-9);
    double[] found = sum(columns, weights);
    for (int j = 0; j < count; j++) {
      double slope = 0;
      for (int i = 0; i < target.length; i++) {
        slope += columns[j][i] * (target[i] - found[i]);
      }
      assertTrue(weights[j] >= 0 && slope <= 1e-6, "column " + j + " slope " + slope);
      assertTrue(weights[j] == 0 || slope >= -1e-6, "column " + j + " slope " + slope);
    }
  }

  private static double[] sum(double[][] columns, double[] weights) {
    double[] sum = new double[columns[0].length];
    for (int j = 0; j < columns.length; j++) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += weights[j] * columns[j][i];
      }
    }
    return sum;
  }
}
