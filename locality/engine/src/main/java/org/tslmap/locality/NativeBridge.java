package org.tslmap.locality;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The native engine's functions, one for one as {@code tsl_engine.h} has them. An engine is a
 * number, a window's histogram an array as {@link LocalityHistogram#ofCounts} takes it.
 */
final class NativeBridge {

  /** Why the library did not load, or empty; then no other method can be called. */
  private static final Optional<String> PROBLEM = NativeCode.problem();

  private NativeBridge() {}

  /** Why there is no native engine here; empty when there is one. */
  static Optional<String> problem() {
    return PROBLEM;
  }

  static native boolean available(int variant);

  /** Limits the memory of all engines and passes together; 0 for no limit. */
  static native void limit(long bytes);

  /**
   * 0 when there is no memory or the processor lacks the variant.
   *
   * @param shifts as {@link MetricParameters#shifts} gives them
   */
  static native long open(
      int[] shifts, int window, int imax, boolean processHistory, long timeWindow, int variant);

  static native void close(long engine);

  static native void tune(long engine, int axisMin, int axisSpare, int batch);

  /** The contexts may be null. */
  static native void accesses(
      long engine, int thread, long[] addresses, int[] sites, int[] contexts, int count);

  /**
   * The same for arrays that lie in native memory; those of contexts may be 0. Whether each missed
   * is written to the last one.
   */
  static native void accessesAt(
      long engine, int thread, long addresses, long sites, long contexts, int count, long misses);

  /** The same of accesses that are not counted. */
  static native void warmAt(long engine, int thread, long addresses, int count, long misses);

  /** Where a direct buffer lies. */
  static native long address(ByteBuffer buffer);

  static native String variant(long engine);

  static native long count(long engine);

  static native long bytes(long engine);

  static native int threads(long engine);

  static native int threadNumber(long engine, int index);

  /**
   * Fills an array with records of labels, as {@code tsl_engine_read_sites} writes them.
   *
   * @param what 0 the sites of a thread, 1 the contexts
   * @param index the thread, where one is needed
   * @param first its element is the first label wanted, and becomes the first one left out or -1
   * @return how many of the longs are used
   */
  static native int records(long engine, int what, int index, int[] first, long[] records);

  static native void track(long engine, int log2n);

  /** Fills an array with what was added to sites; gives how many of the longs are used. */
  static native int changes(long engine, int index, long[] records);

  static native long footprint(long engine, int index, int granularity);

  static native long processFootprint(long engine, int granularity);

  static native int windows(long engine);

  static native void window(long engine, int index, int granularity, long[] counts);

  static native void total(long engine, int granularity, long[] counts);
}
