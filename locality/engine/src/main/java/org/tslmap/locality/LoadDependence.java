package org.tslmap.locality;

/**
 * How many loads waited for others. A load waits if its address comes from a load that missed, or
 * if a branch before it was mispredicted whose condition does; {@code tsl_depends.h} has the rules.
 * Of long runs these are estimates from a part of the loads.
 *
 * @param dependent loads that waited
 * @param missed loads that missed: a first touch of a line, or a reuse distance of {@link
 *     #MISSED_LINES} lines or more, and no line near it among the latest accesses
 * @param chained loads that both waited and missed
 * @param deeper those of them before which as many misses had to come, one after the other, as
 *     before no other load that waited for the same first one
 * @param blocked loads that missed behind a mispredicted branch whose condition comes from a load
 *     that missed, and which decides where they load from, or which of two misses comes that wait
 */
public record LoadDependence(long dependent, long missed, long chained, long deeper, long blocked) {

  /** A line misses if at least so many others were touched since. */
  public static final long MISSED_LINES = 1 << 9;

  /** No load waited, and none missed. */
  public static final LoadDependence NONE = new LoadDependence(0, 0, 0, 0, 0);

  /** Both together. */
  public LoadDependence plus(LoadDependence other) {
    return new LoadDependence(
        dependent + other.dependent,
        missed + other.missed,
        chained + other.chained,
        deeper + other.deeper,
        blocked + other.blocked);
  }

  /** The same of loads that are so many times as many. */
  public LoadDependence times(double factor) {
    return new LoadDependence(
        Math.round(factor * dependent),
        Math.round(factor * missed),
        Math.round(factor * chained),
        Math.round(factor * deeper),
        Math.round(factor * blocked));
  }

  /** The same with no number larger than that of all loads, as estimates may be. */
  public LoadDependence atMost(long loads) {
    return new LoadDependence(
        Math.min(dependent, loads),
        Math.min(missed, loads),
        Math.min(chained, loads),
        Math.min(deeper, loads),
        Math.min(blocked, loads));
  }

  /** The share of the misses that waited for another one, 0..1; 0 without misses. */
  public double chainedShare() {
    return missed == 0 ? 0 : (double) chained / missed;
  }

  /**
   * The mean number of misses of which the others wait, directly or not, for the first; 0 without
   * misses.
   */
  public double treeSize() {
    return missed == 0 ? 0 : (double) missed / Math.max(1, missed - chained);
  }

  /**
   * The share of the misses that waited before which no others come that wait for the same miss: 1
   * for chains, little where many loads wait for one; 1 if none waited.
   */
  public double deeperShare() {
    return chained == 0 ? 1 : (double) deeper / chained;
  }

  /**
   * The share of the misses that waited behind which nothing can be started until the first has
   * arrived, 0..1; 0 if none waited.
   */
  public double blockedShare() {
    return chained == 0 ? 0 : Math.min(1, (double) blocked / chained);
  }
}
