package org.tslmap.collector.attribution.sharing;

/** How much memory may still be used. */
final class Room {
  private long left;

  /**
   * Room that nobody has used yet.
   *
   * @param bytes how much there is, in bytes
   */
  Room(long bytes) {
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
