package org.tslmap.locality.pass;

/**
 * The native functions of {@link DependentLoads}, one for one as {@code tsl_depends.h} has them.
 */
final class DependenceBridge {
  private DependenceBridge() {}

  /** 0 when there is no memory. */
  static native long open(int lineShift);

  static native void close(long loads);

  static native void define(long loads, long guest, int accesses, long isLoad, boolean leaves);

  /** Three numbers each: what and, 32 bits higher, which; registers; loads. */
  static native void values(long loads, int block, long[] sources);

  /** A number for each move: the register and, 32 bits higher, those that it comes from. */
  static native void passage(long loads, long start, long to, long[] moves);

  /** Addresses, labels, misses and runs lie in native memory. */
  static native void accesses(
      long loads,
      int thread,
      long addresses,
      long labels,
      long misses,
      int count,
      long runs,
      int runCount);

  static native void burst(long loads);

  /** The numbers of {@code tsl_dependent} for each label, before bursts or in them. */
  static native long[] labels(long loads, boolean inBursts);

  /** Two numbers for each block: how often it ran, and mispredicted branches. */
  static native long[] blocks(long loads);
}
