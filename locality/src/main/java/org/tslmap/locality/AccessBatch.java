package org.tslmap.locality;

/** Checks what a caller passes to {@link AccessSink#accesses}. */
final class AccessBatch {

  /** Sites are numbered from 0 and stay below this. */
  static final int SITE_LIMIT = 1 << 24;

  private AccessBatch() {}

  static void check(long[] addresses, int[] sites, int count) {
    if (count < 0 || count > addresses.length || count > sites.length) {
      throw new IllegalArgumentException(
          "count must be in 0.."
              + Math.min(addresses.length, sites.length)
              + " (the shorter of the two arrays), but is "
              + count);
    }
  }
}
