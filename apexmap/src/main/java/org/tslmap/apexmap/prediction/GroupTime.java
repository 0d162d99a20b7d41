package org.tslmap.apexmap.prediction;

import org.tslmap.apexmap.placement.Mixture;

/**
 * A group of accesses, placed and costed.
 *
 * @param group the accesses
 * @param mixture what they are made of
 * @param nanoseconds time of all of them
 */
public record GroupTime(AccessGroup group, Mixture mixture, double nanoseconds) {

  /** Mean cost of an access, in nanoseconds. */
  public double nanosecondsPerAccess() {
    return nanoseconds / group.accesses();
  }
}
