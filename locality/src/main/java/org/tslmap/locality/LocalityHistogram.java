package org.tslmap.locality;

import java.util.Arrays;

/**
 * How often each reuse distance and each stride occurred among some accesses, and the scores that
 * follow. Histograms of the same parameters add; scores are never averaged.
 *
 * <p>The scores are those of Weinberg, McCracken, Strohmaier, Snavely, "Quantifying Locality in the
 * Memory Access Patterns of HPC Applications", SC'05, with two choices of this project: a reuse
 * distance of 0 earns weight 1, and accesses with stride 0 stay in the divisor of the spatial
 * score. All scores lie in 0..1 and are 0 for an empty histogram.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class LocalityHistogram {

  /** Entries of the reuse histogram that exist: distance 0 and bins 0..46. */
  public static final int REUSE_BINS = 48;

  private final int imax;
  private final long[] reuse = new long[REUSE_BINS];
  private final long[] strides;
  private long cold;

  /**
   * An empty histogram.
   *
   * @param imax the first stride that is not told apart from larger ones, 2..65536
   */
  public LocalityHistogram(int imax) {
    if (imax < 2 || imax > 65536) {
      throw new IllegalArgumentException("imax must be in 2..65536, but is " + imax);
    }
    this.imax = imax;
    this.strides = new long[imax + 1];
  }

  /** The first stride that is not told apart from larger ones. */
  public int imax() {
    return imax;
  }

  /** Accesses that touched their word for the first time. */
  public long cold() {
    return cold;
  }

  /**
   * Accesses by reuse distance: entry 0 counts distance 0, entry 1 + k counts distances in [2^k,
   * 2^(k+1)). A copy without trailing zeros.
   */
  public long[] reuse() {
    int length = REUSE_BINS;
    while (length > 0 && reuse[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(reuse, length);
  }

  /**
   * Accesses by stride: entries 0..imax-1, and entry imax counts those without a predecessor or
   * with a stride of at least imax. A copy.
   */
  public long[] strides() {
    return strides.clone();
  }

  /** Accesses counted, by their strides (every access has exactly one entry there). */
  public long accesses() {
    long sum = 0;
    for (long count : strides) {
      sum += count;
    }
    return sum;
  }

  /** Adds first touches. */
  public void addCold(long count) {
    cold += checkCount(count);
  }

  /**
   * Adds accesses with a reuse distance.
   *
   * @param entry 0 for distance 0, 1 + k for bin k
   */
  public void addReuse(int entry, long count) {
    if (entry < 0 || entry >= REUSE_BINS) {
      throw new IllegalArgumentException(
          "reuse entry must be in 0.." + (REUSE_BINS - 1) + ", but is " + entry);
    }
    reuse[entry] += checkCount(count);
  }

  /**
   * Adds accesses with a stride.
   *
   * @param stride 0..imax; imax stands for none or any larger stride
   */
  public void addStride(int stride, long count) {
    if (stride < 0 || stride > imax) {
      throw new IllegalArgumentException(
          "stride must be in 0.." + imax + " (imax), but is " + stride);
    }
    strides[stride] += checkCount(count);
  }

  /**
   * Adds another histogram's counts.
   *
   * @throws IllegalArgumentException if it was made with another imax
   */
  public void add(LocalityHistogram other) {
    if (other.imax != imax) {
      throw new IllegalArgumentException(
          "histograms add only when their imax is the same, but these have "
              + imax
              + " and "
              + other.imax
              + "; compute both with the same parameters");
    }
    cold += other.cold;
    for (int i = 0; i < REUSE_BINS; i++) {
      reuse[i] += other.reuse[i];
    }
    for (int i = 0; i <= imax; i++) {
      strides[i] += other.strides[i];
    }
  }

  /**
   * TL: accesses weighted by how near their last use is, 1 for distance 0, then (log2 n - k) / log2
   * n for bin k, 0 from n on and for first touches.
   *
   * @param n the largest distance that earns anything, a power of two, at least 2
   */
  public double temporalLocality(long n) {
    if (n < 2 || Long.bitCount(n) != 1) {
      throw new IllegalArgumentException("n must be a power of two, at least 2, but is " + n);
    }
    long accesses = accesses();
    if (accesses == 0) {
      return 0.0;
    }
    int log2n = Long.numberOfTrailingZeros(n);
    double sum = reuse[0];
    for (int k = 0; k < log2n && k + 1 < REUSE_BINS; k++) {
      sum += (double) reuse[k + 1] * (log2n - k) / log2n;
    }
    return sum / accesses;
  }

  /** SL: the mean of 1 / stride over all accesses, where stride 0 and none earn 0. */
  public double spatialLocality() {
    long accesses = accesses();
    return accesses == 0 ? 0.0 : inverseStrides() / accesses;
  }

  /** SL*: the mean of 1 / stride over the accesses whose stride is not 0. */
  public double spatialLocalityNonZero() {
    long accesses = accesses() - strides[0];
    return accesses == 0 ? 0.0 : inverseStrides() / accesses;
  }

  /** Share of accesses with stride 0. */
  public double zeroStrideShare() {
    long accesses = accesses();
    return accesses == 0 ? 0.0 : (double) strides[0] / accesses;
  }

  /** Share of accesses that touched their word for the first time. */
  public double coldShare() {
    long accesses = accesses();
    return accesses == 0 ? 0.0 : (double) cold / accesses;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof LocalityHistogram other
        && imax == other.imax
        && cold == other.cold
        && Arrays.equals(reuse, other.reuse)
        && Arrays.equals(strides, other.strides);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Long.hashCode(cold) + Arrays.hashCode(reuse)) + Arrays.hashCode(strides);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("LocalityHistogram[cold=").append(cold);
    text.append(", reuse=").append(Arrays.toString(reuse())).append(", strides={");
    String separator = "";
    for (int i = 0; i <= imax; i++) {
      if (strides[i] != 0) {
        text.append(separator).append(i == imax ? "none" : Integer.toString(i));
        text.append('=').append(strides[i]);
        separator = ", ";
      }
    }
    return text.append("}]").toString();
  }

  private double inverseStrides() {
    double sum = 0.0;
    for (int i = 1; i < imax; i++) {
      if (strides[i] != 0) {
        sum += (double) strides[i] / i;
      }
    }
    return sum;
  }

  private static long checkCount(long count) {
    if (count < 0) {
      throw new IllegalArgumentException("a count must not be negative, but is " + count);
    }
    return count;
  }
}
