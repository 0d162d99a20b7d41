package org.tslmap.locality;

/** The functions of {@code tsl_sample.h}, one for one. A sample is a number. */
final class SampleBridge {
  private SampleBridge() {}

  /** 0 when there is no memory. */
  static native long open(int[] shifts, int window, int imax, boolean processHistory, int log2n);

  static native void close(long sample);

  static native void burst(long sample, long weight);

  static native void paused(long sample);

  /** Addresses lie in native memory. */
  static native void scored(
      long sample, int thread, long addresses, int[] labels, int count, long misses);

  static native void picked(
      long sample,
      int label,
      long address,
      int words,
      int lines,
      int isLong,
      int standsFor,
      float runs);

  static native void seen(long sample, double[] sums);

  static native boolean draws(long sample, int[] of, int[] draws);

  static native boolean estimate(
      long sample,
      long[] accesses,
      int[][] of,
      int[] counts,
      int exact,
      double[] byBursts,
      long firstWords,
      long firstLines);

  /** Pairs as {@link LocalityHistogram#ofPairs} takes them; gives how much of the array is used. */
  static native int label(long sample, int label, int granularity, long[] pairs);

  static native void errors(long sample, int[] part, double[] errors);
}
