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

  /* Indexes of counts: first touches, then reuse entries, then strides 0..imax. */

  private static final int COLD = 0;
  private static final int FIRST_REUSE = 1;
  private static final int FIRST_STRIDE = FIRST_REUSE + REUSE_BINS;

  private final int imax;
  private final SparseCounts counts;

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
    this(imax, new SparseCounts(countsLength(imax)));
  }

  private LocalityHistogram(int imax, SparseCounts counts) {
    if (imax < 2 || imax > 65536) {
      throw new IllegalArgumentException("imax must be in 2..65536, but is " + imax);
    }
    this.imax = imax;
    this.counts = counts;
  }

  /** The same counts in a histogram of its own. */
  LocalityHistogram copy() {
    LocalityHistogram copy = new LocalityHistogram(imax);
    copy.add(this);
    return copy;
  }

  /** Longs that {@link #ofCounts} takes: first touches, reuse entries, strides 0..imax. */
  static int countsLength(int imax) {
    return FIRST_STRIDE + imax + 1;
  }

  /** A histogram of counts in one array: first touches, reuse entries, strides 0..imax. */
  static LocalityHistogram ofCounts(int imax, long[] counts) {
    long[] pairs = new long[2 * countsLength(imax)];
    int length = 0;
    for (int i = 0; i < countsLength(imax); i++) {
      if (counts[i] != 0) {
        pairs[length++] = i;
        pairs[length++] = counts[i];
      }
    }
    return ofPairs(imax, pairs, 0, length);
  }

  /**
   * A histogram of pairs of an index into such an array and a count, at least 1; indexes ascend.
   *
   * @param from where the first pair is
   * @param end where the last pair ends
   */
  static LocalityHistogram ofPairs(int imax, long[] pairs, int from, int end) {
    return new LocalityHistogram(imax, SparseCounts.of(countsLength(imax), pairs, from, end));
  }

  /**
   * A histogram of counts.
   *
   * @param imax the first stride that is not told apart from larger ones, 2..65536
   * @param cold accesses that touched their word for the first time
   * @param reuse accesses by reuse distance, as {@link #reuse} gives them
   * @param strides strides in ascending order, 0..imax, each before its count
   * @throws IllegalArgumentException if a stride is not in that range and order, or a count is
   *     negative
   */
  public static LocalityHistogram of(int imax, long cold, long[] reuse, long[] strides) {
    if (reuse.length > REUSE_BINS) {
      throw new IllegalArgumentException(
          "expected at most " + REUSE_BINS + " reuse entries, but found " + reuse.length);
    }
    long[] pairs = new long[2 * (1 + reuse.length) + strides.length];
    int length = put(pairs, 0, COLD, cold);
    for (int i = 0; i < reuse.length; i++) {
      length = put(pairs, length, FIRST_REUSE + i, reuse[i]);
    }
    for (int i = 0; i < strides.length; i += 2) {
      if (strides[i] < 0 || strides[i] > imax) {
        throw new IllegalArgumentException(
            "stride must be in 0.." + imax + " (imax), but is " + strides[i]);
      }
      length = put(pairs, length, FIRST_STRIDE + strides[i], strides[i + 1]);
    }
    return ofPairs(imax, pairs, 0, length);
  }

  private static int put(long[] pairs, int length, long index, long count) {
    if (checkCount(count) == 0) {
      return length;
    }
    pairs[length] = index;
    pairs[length + 1] = count;
    return length + 2;
  }

  /** The first stride that is not told apart from larger ones. */
  public int imax() {
    return imax;
  }

  /** Accesses that touched their word for the first time. */
  public long cold() {
    return counts.get(COLD);
  }

  /**
   * Accesses by reuse distance: entry 0 counts distance 0, entry 1 + k counts distances in [2^k,
   * 2^(k+1)). A copy without trailing zeros.
   */
  public long[] reuse() {
    long[] all = new long[REUSE_BINS];
    int[] length = {0};
    counts.each(
        (number, count) -> {
          if (FIRST_REUSE <= number && number < FIRST_STRIDE) {
            all[number - FIRST_REUSE] = count;
            length[0] = number - FIRST_REUSE + 1;
          }
        });
    return Arrays.copyOf(all, length[0]);
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
    counts.each(
        (number, count) -> {
          if (number >= FIRST_STRIDE) {
            visitor.stride(number - FIRST_STRIDE, count);
          }
        });
  }

  /** Accesses counted, by their strides (every access has exactly one entry there). */
  public long accesses() {
    return counts.sumFrom(FIRST_STRIDE);
  }

  /**
   * The same accesses with some first touches less.
   *
   * @param share of the first touches that are none, 0..1
   * @param distance at which those come back instead, at least 1
   */
  LocalityHistogram withReused(double share, long distance) {
    long reused = Math.round(share * cold());
    LocalityHistogram other = copy();
    other.counts.add(COLD, -reused);
    other.addReuse(1 + Long.SIZE - 1 - Long.numberOfLeadingZeros(distance), reused);
    return other;
  }

  /** Adds first touches. */
  public void addCold(long count) {
    counts.add(COLD, checkCount(count));
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
    counts.add(FIRST_REUSE + entry, checkCount(count));
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
    counts.add(FIRST_STRIDE + stride, checkCount(count));
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
    counts.add(other.counts);
  }

  /**
   * What these accesses get of others that are shared out: as many for reuse distances and first
   * touches as for strides, since each access has one entry among the former and one among the
   * latter.
   *
   * @param from where these accesses begin in the row
   */
  LocalityHistogram apportion(Apportionment shares, long from) {
    long[] pairs = new long[2 * counts.size()];
    long[] at = {from, from};
    int[] length = {0};
    counts.each(
        (number, count) -> {
          int kind = number < FIRST_STRIDE ? 0 : 1;
          length[0] = put(pairs, length[0], number, shares.share(at[kind], count));
          at[kind] += count;
        });
    return ofPairs(imax, pairs, 0, length[0]);
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
    long[] reuse = reuse();
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
    return accesses == 0 ? 0.0 : (double) cold() / accesses;
  }

  /**
   * Accesses that a fully associative cache with least recently used replacement would miss: those
   * whose reuse distance is at least its capacity, and first touches. Exact when the capacity is a
   * power of two; within a bin the distances are taken to be spread evenly.
   *
   * @param capacity how many words (of a histogram of lines: lines) the cache holds, at least 1
   */
  public double misses(long capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a capacity must be at least 1, but is " + capacity);
    }
    double misses = cold();
    long[] reuse = reuse();
    for (int k = 0; k + 1 < reuse.length; k++) {
      double first = Math.scalb(1.0, k);
      double hit = Math.min(1.0, Math.max(0.0, (capacity - first) / first));
      misses += reuse[k + 1] * (1.0 - hit);
    }
    return misses;
  }

  /**
   * Share of accesses that such a cache would miss.
   *
   * @param capacity how many words (of a histogram of lines: lines) the cache holds, at least 1
   * @return 0..1, and 0 for an empty histogram
   */
  public double missRatio(long capacity) {
    double misses = misses(capacity);
    long accesses = accesses();
    return accesses == 0 ? 0.0 : misses / accesses;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof LocalityHistogram other && counts.equals(other.counts);
  }

  @Override
  public int hashCode() {
    return counts.hashCode();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("LocalityHistogram[cold=").append(cold());
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
    return counts.get(FIRST_STRIDE);
  }

  private double inverseStrides() {
    double[] sum = {0.0};
    eachStride(
        (stride, count) -> sum[0] += stride == 0 || stride == imax ? 0.0 : (double) count / stride);
    return sum[0];
  }

  private static long checkCount(long count) {
    if (count < 0) {
      throw new IllegalArgumentException("a count must not be negative, but is " + count);
    }
    return count;
  }
}
