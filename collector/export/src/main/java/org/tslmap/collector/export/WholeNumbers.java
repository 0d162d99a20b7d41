package org.tslmap.collector.export;

/**
 * Makes whole numbers of values one after the other, so that each is less than 1 from its value and
 * their sum is that of the values, rounded. Misses of a cache that does not hold a power of two of
 * lines are not whole.
 */
final class WholeNumbers {

  private final double[] exact;
  private final long[] given;

  WholeNumbers(int metrics) {
    exact = new double[metrics];
    given = new long[metrics];
  }

  /** The next values as whole numbers. */
  long[] next(double[] values) {
    long[] whole = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      exact[i] += values[i];
      whole[i] = Math.round(exact[i]) - given[i];
      given[i] += whole[i];
    }
    return whole;
  }
}
