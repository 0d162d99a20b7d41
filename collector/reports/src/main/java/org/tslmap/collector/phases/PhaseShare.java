package org.tslmap.collector.phases;

import org.tslmap.locality.profile.TimeLine;

/**
 * What a function did to a data object, or a function or all functions to an object, in some
 * windows. At word granularity.
 *
 * @param function index into the process's functions; -1 when functions are added together
 * @param object index into the attribution's objects; -1 when objects are added together
 * @param accesses how many
 * @param cold first touches among them
 * @param temporal sum of the weights of their reuse distances
 * @param spatial sum of the weights of their strides
 */
public record PhaseShare(
    int function, int object, long accesses, long cold, double temporal, double spatial) {

  /** TL of these accesses, 0..1. */
  public double temporalLocality() {
    return accesses == 0 ? 0 : temporal / accesses;
  }

  /** SL of these accesses, 0..1. */
  public double spatialLocality() {
    return accesses == 0 ? 0 : spatial / accesses;
  }

  /** Share of first touches, 0..1. */
  public double coldShare() {
    return accesses == 0 ? 0 : (double) cold / accesses;
  }

  /** The same with what happened in a window. */
  public PhaseShare plus(TimeLine.Point point) {
    return new PhaseShare(
        function,
        object,
        accesses + point.accesses(),
        cold + point.cold(),
        temporal + point.temporal(),
        spatial + point.spatial());
  }
}
