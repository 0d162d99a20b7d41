package org.tslmap.locality;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Shares out a whole number of accesses in proportion to others, such as what was counted in
 * proportion to what was observed. The observed accesses stand in a row; each part of the row gets
 * what is given out up to its end less what is given out up to its beginning, so the parts add up
 * to the whole exactly, however they are cut, and none is less than nothing. Each is off by less
 * than one access.
 *
 * <p>What is given out is rounded by a phase. A single access always goes to the middle of the row
 * if that is one half, and if many small numbers were shared out so, rare parts would get nothing
 * of any of them. So each turn has a phase of its own, multiples of the golden ratio, which spread
 * evenly. Equal turns give equal results.
 */
public final class Apportionment {
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  /** Places of a row in which weights are laid out. */
  private static final long ROW = 1L << 40;

  private final long accesses;
  private final long observed;
  private final long phase;

  /**
   * A number to share out.
   *
   * @param accesses what is shared out, 0 or more
   * @param observed accesses of the whole row, at least 1
   * @param turn how often something was shared out over this row before, 0 or more; the first time
   *     parts are rounded to the nearest
   */
  public Apportionment(long accesses, long observed, long turn) {
    if (accesses < 0 || observed < 1 || turn < 0) {
      throw new IllegalArgumentException(
          "expected accesses and turns of 0 or more and 1 observed access or more, but found %d, %d and %d"
              .formatted(accesses, turn, observed));
    }
    this.accesses = accesses;
    this.observed = observed;
    double fraction = (Long.MIN_VALUE + turn * GOLDEN_RATIO >>> 11) * 0x1p-53;
    phase = Math.min(observed - 1, (long) (observed * fraction));
  }

  /** How many accesses are given out up to a place in the row, which ends at all observed ones. */
  public long until(long place) {
    long low = accesses * place;
    if (Math.multiplyHigh(accesses, place) == 0 && low >= 0 && low + phase >= 0) {
      return (low + phase) / observed;
    }
    return BigInteger.valueOf(accesses)
        .multiply(BigInteger.valueOf(place))
        .add(BigInteger.valueOf(phase))
        .divide(BigInteger.valueOf(observed))
        .longValueExact();
  }

  /** What a part of the row gets. */
  public long share(long from, long length) {
    return until(from + length) - until(from);
  }

  /**
   * Shares out a number in proportion to weights.
   *
   * @param accesses what is shared out, 0 or more
   * @param weights 0 or more, not all of them 0
   * @return the shares, in the order of the weights; they add up to all of the accesses
   */
  public static long[] byWeight(long accesses, double[] weights) {
    Apportionment parts = new Apportionment(accesses, ROW, 0);
    double all = Arrays.stream(weights).sum();
    long[] shares = new long[weights.length];
    double until = 0;
    long begin = 0;
    for (int i = 0; i < weights.length; i++) {
      until += weights[i];
      long end = Math.min(ROW, Math.round(until / all * ROW));
      shares[i] = parts.share(begin, end - begin);
      begin = end;
    }
    return shares;
  }
}
