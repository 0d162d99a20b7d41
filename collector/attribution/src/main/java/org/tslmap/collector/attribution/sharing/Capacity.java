package org.tslmap.collector.attribution.sharing;

/** How much memory may still be used. */
final class Capacity {
  private long left;

  /**
   * All of it is unused.
   *
   * @param bytes how much there is, in bytes
   */
  Capacity(long bytes) {
    left = bytes;
  }

  /** Uses some of it, all or nothing; whether there was as much. */
  boolean take(long bytes) {
    if (bytes > left) {
      return false;
    }
    left -= bytes;
    return true;
  }
}
