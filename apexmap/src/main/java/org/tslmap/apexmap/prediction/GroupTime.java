package org.tslmap.apexmap.prediction;

import org.tslmap.apexmap.placement.Mixture;

/**
 * A group of accesses, placed and costed.
 *
 * @param group the accesses
 * @param mixture what they are made of
 * @param time what all of them wait for
 * @param fetching nanoseconds in which lines come from beyond the nearest cache, while other
 *     accesses and computing may go on
 */
public record GroupTime(AccessGroup group, Mixture mixture, MemoryTime time, double fetching) {

  /** Time of all of them, in nanoseconds. */
  public double nanoseconds() {
    return time.all();
  }

  /** Mean cost of an access, in nanoseconds. */
  public double nanosecondsPerAccess() {
    return nanoseconds() / group.accesses();
  }
}
