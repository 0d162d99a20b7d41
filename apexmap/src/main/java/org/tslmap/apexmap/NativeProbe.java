package org.tslmap.apexmap;

import java.util.Optional;
import org.tslmap.locality.NativeLibrary;

/**
 * The native probe's functions, one for one as {@code tsl_probe.h} has them; {@link Probe} is made
 * of them. What fails throws a {@link ProbeException}.
 */
final class NativeProbe {

  private static final Optional<String> PROBLEM =
      NativeLibrary.load(NativeProbe.class, "tslmap-apexmap");

  /** Most visits of one block. */
  static final int STARTS_MAX = 16384;

  private NativeProbe() {}

  /** Why there is no probe here; empty when there is one. No other method works without. */
  static Optional<String> problem() {
    return PROBLEM;
  }

  static native int processors();

  static native long open(long words, int threads, boolean shared, boolean hugePages);

  /** {@code times} gets nanoseconds and ticks of each thread in turn. */
  static native void run(
      long probe,
      int length,
      int stride,
      double alpha,
      int operation,
      boolean dependent,
      int visits,
      long blocks,
      long warm,
      long seed,
      long[] times);

  static native void verify(long probe);

  static native void close(long probe);

  /** Fills the array with the starts of visits, in words. */
  static native void starts(long blocks, long step, double alpha, long seed, long[] starts);

  /** Processor time of children that have ended. */
  static native long childrenNanoseconds();

  /**
   * Runs rounds of a kernel that computes.
   *
   * @param taken its first element gets nanoseconds
   * @return how many operations that were, 0 if the processor does not have them
   */
  static native long core(int kernel, long rounds, long[] taken);

  /** Runs pairs of loads on the memory of a probe; how many they were. */
  static native long corePairs(long probe, long words, boolean chain, long rounds, long[] taken);

  /** Instructions of a pair, with its computing. */
  static native int corePairInstructions();

  /** Runs loads with computing behind them on the memory of a probe; how many they were. */
  static native long coreMixed(long probe, long words, int work, long rounds, long[] taken);

  /** Takes, touches and returns so many pages of 4 KiB; how many they were. */
  static native long firstTouches(long pages, long[] taken);

  /** Nanoseconds that so many additions took, one after the other. */
  static native long chain(long steps);
}
