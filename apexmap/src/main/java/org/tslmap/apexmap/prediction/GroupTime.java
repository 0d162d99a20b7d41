package org.tslmap.apexmap.prediction;

import org.tslmap.apexmap.placement.Mixture;

/**
 * A group of accesses, placed and costed.
 *
 * @param group the accesses
 * @param mixture what they are made of
 * @param farNanoseconds time of the parts that go beyond the first cache, all accesses together
 * @param nearNanoseconds time of the other parts
 * @param issueNanoseconds time that all parts would take if each access hit the first cache
 */
public record GroupTime(
    AccessGroup group,
    Mixture mixture,
    double farNanoseconds,
    double nearNanoseconds,
    double issueNanoseconds) {

  /** Mean cost of an access when nothing overlaps, in nanoseconds. */
  public double nanosecondsPerAccess() {
    return (farNanoseconds + nearNanoseconds) / group.accesses();
  }
}
