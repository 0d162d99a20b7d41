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

  /*
   * Reuse entries end with the last one used; "none" (stride imax), which most histograms have, has a
   * field of its own.
   */

  private static final long[] NOTHING = {};

  private final int imax;
  private final SparseCounts strides;
  private long[] reuse = NOTHING;
  private long cold;
  private long none;

  /** Takes each stride that occurred, in ascending order. */
  @FunctionalInterface
  public interface StrideVisitor {
    /**
     * Takes one stride.
     *
     * @param stride 0..imax; imax stands for none or any larger stride
     * @param count accesses with that stride, at least 1
     */
    void stride(int stride, long count);
  }

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
    this.strides = new SparseCounts(imax);
  }

  /** Longs that {@link #ofCounts} takes: first touches, reuse entries, strides 0..imax. */
  static int countsLength(int imax) {
    return 1 + REUSE_BINS + imax + 1;
  }

  /** A histogram of counts in one array: first touches, reuse entries, strides 0..imax. */
  static LocalityHistogram ofCounts(int imax, long[] counts) {
    LocalityHistogram histogram = new LocalityHistogram(imax);
    histogram.cold = counts[0];
    for (int i = 0; i < REUSE_BINS; i++) {
      if (counts[1 + i] != 0) {
        histogram.addReuse(i, counts[1 + i]);
      }
    }
    for (int i = 0; i <= imax; i++) {
      if (counts[1 + REUSE_BINS + i] != 0) {
        histogram.addStride(i, counts[1 + REUSE_BINS + i]);
      }
    }
    return histogram;
  }

  /**
   * A histogram of pairs of an index into such an array and a count.
   *
   * @param from where the first pair is
   * @param end where the last pair ends
   */
  static LocalityHistogram ofPairs(int imax, long[] pairs, int from, int end) {
    LocalityHistogram histogram = new LocalityHistogram(imax);
    for (int i = from; i < end; i += 2) {
      int index = (int) pairs[i];
      if (index == 0) {
        histogram.addCold(pairs[i + 1]);
      } else if (index <= REUSE_BINS) {
        histogram.addReuse(index - 1, pairs[i + 1]);
      } else {
        histogram.addStride(index - 1 - REUSE_BINS, pairs[i + 1]);
      }
    }
    return histogram;
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
    int length = reuse.length;
    while (length > 0 && reuse[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(reuse, length);
  }

  /**
   * Accesses by stride: entries 0..imax-1, and entry imax counts those without a predecessor or
   * with a stride of at least imax. A copy; {@link #eachStride} is cheaper.
   */
  public long[] strides() {
    long[] all = new long[imax + 1];
    eachStride((stride, count) -> all[stride] = count);
    return all;
  }

  /** Visits the strides that occurred, in ascending order. */
  public void eachStride(StrideVisitor visitor) {
    strides.each(visitor::stride);
    if (none != 0) {
      visitor.stride(imax, none);
    }
  }

  /** Accesses counted, by their strides (every access has exactly one entry there). */
  public long accesses() {
    return none + strides.sum();
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
    checkCount(count);
    if (entry >= reuse.length) {
      reuse = Arrays.copyOf(reuse, entry + 1);
    }
    reuse[entry] += count;
  }

  /**
   * Adds accesses with reuse distances.
   *
   * @param counts how many accesses have the distances of each entry, from entry 0
   * @param length how many entries there are
   */
  public void addReuse(long[] counts, int length) {
    if (length > REUSE_BINS) {
      throw new IllegalArgumentException(
          "reuse entry must be in 0.." + (REUSE_BINS - 1) + ", but is " + (length - 1));
    }
    if (length > reuse.length) {
      reuse = Arrays.copyOf(reuse, length);
    }
    for (int entry = 0; entry < length; entry++) {
      reuse[entry] += checkCount(counts[entry]);
    }
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
    checkCount(count);
    if (stride == imax) {
      none += count;
    } else {
      strides.add(stride, count);
    }
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
    none += other.none;
    if (reuse.length < other.reuse.length) {
      reuse = Arrays.copyOf(reuse, other.reuse.length);
    }
    for (int i = 0; i < other.reuse.length; i++) {
      reuse[i] += other.reuse[i];
    }
    strides.add(other.strides);
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
    double sum = reuse.length > 0 ? reuse[0] : 0.0;
    for (int k = 0; k < log2n && k + 1 < reuse.length; k++) {
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
    long accesses = accesses() - zeroStrides();
    return accesses == 0 ? 0.0 : inverseStrides() / accesses;
  }

  /** Share of accesses with stride 0. */
  public double zeroStrideShare() {
    long accesses = accesses();
    return accesses == 0 ? 0.0 : (double) zeroStrides() / accesses;
  }

  /** Share of accesses that touched their word for the first time. */
  public double coldShare() {
    long accesses = accesses();
    return accesses == 0 ? 0.0 : (double) cold / accesses;
  }

  /**
   * Share of accesses that a fully associative cache with least recently used replacement would
   * miss: those whose reuse distance is at least its capacity, and first touches. Exact when the
   * capacity is a power of two; within a bin the distances are taken to be spread evenly.
   *
   * @param capacity how many words (of a histogram of lines: lines) the cache holds, at least 1
   * @return 0..1, and 0 for an empty histogram
   */
  public double missRatio(long capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a capacity must be at least 1, but is " + capacity);
    }
    long accesses = accesses();
    if (accesses == 0) {
      return 0.0;
    }
    double misses = cold;
    for (int k = 0; k + 1 < reuse.length; k++) {
      double first = Math.scalb(1.0, k);
      double hit = Math.min(1.0, Math.max(0.0, (capacity - first) / first));
      misses += reuse[k + 1] * (1.0 - hit);
    }
    return misses / accesses;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof LocalityHistogram other
        && imax == other.imax
        && cold == other.cold
        && Arrays.equals(reuse(), other.reuse())
        && Arrays.equals(strides(), other.strides());
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Long.hashCode(cold) + Arrays.hashCode(reuse())) + Arrays.hashCode(strides());
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("LocalityHistogram[cold=").append(cold);
    text.append(", reuse=").append(Arrays.toString(reuse())).append(", strides={");
    eachStride(
        (stride, count) ->
            text.append(stride == imax ? "none" : Integer.toString(stride))
                .append('=')
                .append(count)
                .append(stride == imax ? "" : ", "));
    return text.append("}]").toString();
  }

  private long zeroStrides() {
    return strides.get(0);
  }

  private double inverseStrides() {
    double[] sum = {0.0};
    strides.each((stride, count) -> sum[0] += stride == 0 ? 0.0 : (double) count / stride);
    return sum[0];
  }

  private static long checkCount(long count) {
    if (count < 0) {
      throw new IllegalArgumentException("a count must not be negative, but is " + count);
    }
    return count;
  }
}
