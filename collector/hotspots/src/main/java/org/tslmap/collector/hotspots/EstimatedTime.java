package org.tslmap.collector.hotspots;

/**
 * Time of accesses, estimated from what misses cost; nothing is known of what is computed between
 * them.
 *
 * @param nanoseconds of all accesses but those that are left out
 * @param memory nanoseconds of them that accesses which miss the nearest cache take longer than
 *     hits
 * @param wasted nanoseconds of them that could be saved at best
 * @param groups how many groups of accesses waste something
 * @param leftOut nanoseconds of what works for no part of the program: the dynamic loader, and
 *     libraries by which threads wait for each other
 */
public record EstimatedTime(
    double nanoseconds, double memory, double wasted, long groups, double leftOut) {

  static final EstimatedTime NONE = new EstimatedTime(0, 0, 0, 0, 0);

  /** Of accesses that are not left out. */
  static EstimatedTime of(double nanoseconds, double memory) {
    return new EstimatedTime(nanoseconds, memory, 0, 0, 0);
  }

  static EstimatedTime leftOut(double nanoseconds) {
    return new EstimatedTime(0, 0, 0, 0, nanoseconds);
  }

  /** A group that wastes so much of a time that is counted already. */
  static EstimatedTime waste(double nanoseconds) {
    return new EstimatedTime(0, 0, nanoseconds, nanoseconds > 0 ? 1 : 0, 0);
  }

  EstimatedTime plus(EstimatedTime other) {
    return new EstimatedTime(
        nanoseconds + other.nanoseconds,
        memory + other.memory,
        wasted + other.wasted,
        groups + other.groups,
        leftOut + other.leftOut);
  }

  /** The share of it that goes beyond the nearest cache, 0..1. */
  public double memoryShare() {
    return share(memory);
  }

  /** The share that so many nanoseconds are of it, 0..1. */
  public double share(double part) {
    return nanoseconds > 0 ? part / nanoseconds : 0;
  }
}
