package org.tslmap.locality;

/** The functions of {@code tsl_caches.h}, one for one. A simulation is a number. */
final class CacheBridge {
  private CacheBridge() {}

  /**
   * 0 when there is no memory.
   *
   * @param geometry three numbers for each cache: ways, log2 of the bytes of a line, and 1 if it is
   *     the first of a chain
   */
  static native long open(long[] sets, int[] geometry, boolean shared);

  static native void close(long simulation);

  static native void labels(long simulation, int[] bytes, int count);

  /** Addresses, labels and contexts lie in native memory; contexts: 0 where there are none. */
  static native void accesses(
      long simulation, int thread, long addresses, long labels, long contexts, int count);

  /** Two numbers for each cache. */
  static native void ofLabel(long simulation, int thread, int label, long[] to);

  static native void ofContext(long simulation, int context, long[] to);
}
