package org.tslmap.locality;

/** Checks what a caller passes to {@link AccessSink#accesses} and {@link LocalityEngine}. */
final class AccessBatch {

  /** Sites and contexts are numbered from 0 and stay below this. */
  static final int SITE_LIMIT = 1 << 24;

  private AccessBatch() {}

  static void check(long[] addresses, int[] sites, int count) {
    check(Math.min(addresses.length, sites.length), count);
  }

  static void check(long[] addresses, int[] sites, int[] contexts, int count) {
    check(Math.min(Math.min(addresses.length, sites.length), contexts.length), count);
  }

  private static void check(int shortest, int count) {
    if (count < 0 || count > shortest) {
      throw new IllegalArgumentException(
          "count must be in 0.." + shortest + " (the shortest of the arrays), but is " + count);
    }
  }
}
