package org.tslmap.apexmap.placement;

import java.util.Arrays;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;

/**
 * The locality that the Apex-Map probe has, calculated from its power law instead of measured.
 *
 * <p>Visits are independent and block b of B is visited with probability ((b + 1) / B)^alpha - (b /
 * B)^alpha; reuse distances and strides follow. The memory is taken to begin at a multiple of a
 * line, and the strides are those of a long run. Takes a millisecond or so, whatever M is.
 */
public final class PowerLaw {

  /** Starts of a run so long that first touches do not count. */
  public static final long STEADY = Long.MAX_VALUE;

  private PowerLaw() {}

  /**
   * Shares of reuse distances and strides.
   *
   * @param point the pattern
   * @param operation what is done with a word; {@link Operation#UPDATE} makes two accesses of each
   * @param starts visits, 1 or more, or {@link #STEADY}
   * @param parameters sizes of words and lines, look-back and imax
   * @param granularity words or lines
   * @throws IllegalArgumentException if there is no start
   */
  public static LocalityShares expected(
      ProbePoint point,
      Operation operation,
      long starts,
      MetricParameters parameters,
      Granularity granularity) {
    if (starts < 1) {
      throw new IllegalArgumentException("there should be at least one start, but are " + starts);
    }
    Visits visits = Visits.of(point, operation, 1 << parameters.shift(granularity));
    BlockClasses classes = new BlockClasses(visits);
    ReuseLaw law = new ReuseLaw(visits, classes, starts);
    double unitShare = (double) visits.units() / visits.accesses();
    double[] reuse = law.shares();
    double cold = Arrays.stream(reuse).sum() == 0 ? 1 : law.cold();
    for (int i = 0; i < reuse.length; i++) {
      reuse[i] *= unitShare * (1 - cold);
    }
    reuse[0] += 1 - unitShare;
    return new LocalityShares(reuse, unitShare * cold, strides(visits, parameters));
  }

  /** As {@link #expected(ProbePoint, Operation, long, MetricParameters, Granularity)}, of loads. */
  public static LocalityShares expected(
      ProbePoint point, long starts, MetricParameters parameters, Granularity granularity) {
    return expected(point, Operation.READ, starts, parameters, granularity);
  }

  static double[] strides(Visits visits, MetricParameters parameters) {
    BlockClasses classes = new BlockClasses(visits);
    return new StrideLaw(visits, classes, parameters.window(), parameters.imax()).shares();
  }
}
