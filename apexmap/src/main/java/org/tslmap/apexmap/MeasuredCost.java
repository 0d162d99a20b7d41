package org.tslmap.apexmap;

import java.util.Objects;

/**
 * What one access of a pattern cost: the median of several repeats.
 *
 * @param point the pattern
 * @param nanoseconds wall time of one access of one thread, in nanoseconds; a thread's time is
 *     divided by its own accesses, and threads are averaged; T threads together make T accesses in
 *     that time
 * @param cycles the same in ticks of the time stamp counter, which runs at a constant rate whatever
 *     the processor's clock does; 0 on processors without one
 * @param spread half of the interquartile range of the repeats over their median, 0 or more
 * @param repeats how often the pattern was timed, 1 or more
 */
public record MeasuredCost(
    ProbePoint point, double nanoseconds, double cycles, double spread, int repeats) {

  /**
   * Checks that these are times.
   *
   * @throws IllegalArgumentException naming the value that is none
   */
  public MeasuredCost {
    Objects.requireNonNull(point, "point");
    if (!(nanoseconds > 0) || Double.isInfinite(nanoseconds)) {
      throw new IllegalArgumentException(
          "a cost should be more than 0 ns, but is " + nanoseconds + " for " + point);
    }
    if (!(cycles >= 0 && spread >= 0) || repeats < 1) {
      throw new IllegalArgumentException(
          "cycles and spread should be 0 or more and repeats at least 1, but are %s, %s and %d"
              .formatted(cycles, spread, repeats));
    }
  }
}
