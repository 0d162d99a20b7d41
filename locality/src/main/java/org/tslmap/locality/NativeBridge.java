package org.tslmap.locality;

import java.util.Optional;

/**
 * The native engine's functions, one for one as {@code tsl_engine.h} has them. An engine is a
 * number, a site's or window's histogram an array as {@link LocalityHistogram#ofCounts} takes it.
 */
final class NativeBridge {

  /** Why the library did not load, or empty; then no other method can be called. */
  private static final Optional<String> PROBLEM =
      NativeLibrary.load(NativeBridge.class, "tslmap-locality");

  private NativeBridge() {}

  /** Why there is no native engine here; empty when there is one. */
  static Optional<String> problem() {
    return PROBLEM;
  }

  static native boolean available(int variant);

  /** 0 when there is no memory or the processor lacks the variant. */
  static native long open(
      int wordShift,
      int lineShift,
      int window,
      int imax,
      boolean processHistory,
      long timeWindow,
      int variant);

  static native void close(long engine);

  static native void tune(long engine, int axisMin, int axisRoom, int batch);

  static native void accesses(long engine, int thread, long[] addresses, int[] sites, int count);

  static native String variant(long engine);

  static native long count(long engine);

  static native long bytes(long engine);

  static native int threads(long engine);

  static native int threadNumber(long engine, int index);

  /** The first site from {@code first} on that has an access, or -1. */
  static native int nextSite(long engine, int index, int first);

  static native long footprint(long engine, int index, int granularity);

  static native long processFootprint(long engine, int granularity);

  static native int windows(long engine);

  static native void site(long engine, int index, int site, int granularity, long[] counts);

  static native void window(long engine, int index, int granularity, long[] counts);

  static native void total(long engine, int granularity, long[] counts);
}
