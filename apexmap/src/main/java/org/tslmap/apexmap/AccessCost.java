package org.tslmap.apexmap;

/** What an access costs a machine. */
@FunctionalInterface
public interface AccessCost {

  /**
   * The cost of one access, in nanoseconds of one thread.
   *
   * @throws OutsideSurfaceException if the pattern is outside of what was measured
   */
  double nanoseconds(ProbePoint point, Operation operation, Dependence dependence);
}
