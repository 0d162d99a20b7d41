package org.tslmap.apexmap.placement;

import java.util.Arrays;
import org.tslmap.locality.LocalityHistogram;

/**
 * Reuse distances and strides as shares of all accesses: what {@link LocalityHistogram} counts,
 * divided by the number of accesses, or computed without any. Scores are those of the histogram.
 */
public final class LocalityShares {

  private static final double ROUNDING = 1e-6;

  private final double[] reuse;
  private final double cold;
  private final double[] strides;

  /**
   * Shares that are known.
   *
   * @param reuse entry 0 is the share of distance 0, entry 1 + k that of distances in [2^k,
   *     2^(k+1)); at most {@link LocalityHistogram#REUSE_BINS} entries
   * @param cold share of first touches
   * @param strides entries 0..imax-1, and entry imax for none and larger ones
   * @throws IllegalArgumentException if a share is negative or no number, or if reuse with cold, or
   *     strides, do not add up to 1
   */
  public LocalityShares(double[] reuse, double cold, double[] strides) {
    if (reuse.length > LocalityHistogram.REUSE_BINS || strides.length < 3) {
      throw new IllegalArgumentException(
          "expected at most %d shares of reuse and at least 3 of strides, but found %d and %d"
              .formatted(LocalityHistogram.REUSE_BINS, reuse.length, strides.length));
    }
    this.reuse = Arrays.copyOf(reuse, LocalityHistogram.REUSE_BINS);
    this.cold = cold;
    this.strides = strides.clone();
    checkSum("reuse distances and first touches", sum(this.reuse) + checked(cold));
    checkSum("strides", sum(this.strides));
  }

  /**
   * The shares of a histogram.
   *
   * @throws IllegalArgumentException if it counted nothing
   */
  public static LocalityShares of(LocalityHistogram histogram) {
    double accesses = histogram.accesses();
    if (accesses == 0) {
      throw new IllegalArgumentException("a histogram without accesses has no shares");
    }
    double[] reuse = Arrays.stream(histogram.reuse()).mapToDouble(n -> n / accesses).toArray();
    double[] strides = Arrays.stream(histogram.strides()).mapToDouble(n -> n / accesses).toArray();
    return new LocalityShares(reuse, histogram.cold() / accesses, strides);
  }

  /** Entry 0 is the share of distance 0, entry 1 + k that of distances in [2^k, 2^(k+1)). */
  public double[] reuse() {
    return reuse.clone();
  }

  /** Share of distance 0 (entry 0) or of bin k (entry 1 + k). */
  public double reuse(int entry) {
    return reuse[entry];
  }

  /** Share of first touches. */
  public double cold() {
    return cold;
  }

  /** Shares of strides 0..imax-1, and of none or larger ones (entry imax). */
  public double[] strides() {
    return strides.clone();
  }

  /** Share of a stride, 0..imax; imax stands for none and larger ones. */
  public double stride(int stride) {
    return strides[stride];
  }

  /** The first stride that is not told apart from larger ones. */
  public int imax() {
    return strides.length - 1;
  }

  /** TL, 0..1, as {@link LocalityHistogram#temporalLocality}. */
  public double temporalLocality(long n) {
    if (n < 2 || Long.bitCount(n) != 1) {
      throw new IllegalArgumentException("n must be a power of two, at least 2, but is " + n);
    }
    int log2n = Long.numberOfTrailingZeros(n);
    double sum = reuse[0];
    for (int k = 0; k < log2n && k + 1 < reuse.length; k++) {
      sum += reuse[k + 1] * (log2n - k) / log2n;
    }
    return sum;
  }

  /** SL, 0..1, as {@link LocalityHistogram#spatialLocality}. */
  public double spatialLocality() {
    double sum = 0;
    for (int i = 1; i < imax(); i++) {
      sum += strides[i] / i;
    }
    return sum;
  }

  /** Share of accesses with stride 0. */
  public double zeroStrideShare() {
    return strides[0];
  }

  /** Half the sum of the differences of all reuse shares, 0 (the same) to 1 (nothing in common). */
  public double reuseDifference(LocalityShares other) {
    double sum = Math.abs(cold - other.cold);
    for (int i = 0; i < reuse.length; i++) {
      sum += Math.abs(reuse[i] - other.reuse[i]);
    }
    return sum / 2;
  }

  /**
   * Half the sum of the differences of all stride shares, 0 to 1.
   *
   * @throws IllegalArgumentException if they were counted with another imax
   */
  public double strideDifference(LocalityShares other) {
    if (other.imax() != imax()) {
      throw new IllegalArgumentException(
          "strides compare only when their imax is the same, but these have %d and %d"
              .formatted(imax(), other.imax()));
    }
    double sum = 0;
    for (int i = 0; i < strides.length; i++) {
      sum += Math.abs(strides[i] - other.strides[i]);
    }
    return sum / 2;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof LocalityShares other
        && cold == other.cold
        && Arrays.equals(reuse, other.reuse)
        && Arrays.equals(strides, other.strides);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Double.hashCode(cold) + Arrays.hashCode(reuse)) + Arrays.hashCode(strides);
  }

  @Override
  public String toString() {
    return "LocalityShares[cold=%s, reuse=%s, SL=%s, stride 0=%s]"
        .formatted(cold, Arrays.toString(reuse), spatialLocality(), strides[0]);
  }

  private static double sum(double[] shares) {
    double sum = 0;
    for (double share : shares) {
      sum += checked(share);
    }
    return sum;
  }

  private static double checked(double share) {
    if (!(share >= 0 && share <= 1 + ROUNDING)) {
      throw new IllegalArgumentException("a share must be in 0..1, but is " + share);
    }
    return share;
  }

  private static void checkSum(String what, double sum) {
    if (Math.abs(sum - 1) > ROUNDING) {
      throw new IllegalArgumentException(
          "the shares of " + what + " should add up to 1, but add up to " + sum);
    }
  }
}
