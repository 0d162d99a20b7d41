package org.tslmap.apexmap.placement;

import java.util.Objects;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;

/**
 * An access pattern that a mixture may contain: what locality it has, and which point of the
 * surface says what it costs.
 *
 * @param order order of visits
 * @param point the visits
 * @param costPoint where its cost is measured: the point itself; for memory smaller than any that
 *     was measured, a long visit to the smallest one (both are in the first cache); for strides of
 *     more than a page that were not measured, what touches as many lines (see {@link Dictionary})
 */
public record ProbePattern(Order order, ProbePoint point, ProbePoint costPoint) {

  /** Nothing may be missing. */
  public ProbePattern {
    Objects.requireNonNull(order, "order");
    Objects.requireNonNull(point, "point");
    Objects.requireNonNull(costPoint, "costPoint");
  }

  /** Whether it is costed as the smallest memory that was measured. */
  public boolean near() {
    return costPoint.words() > point.words();
  }

  /** Its reuse distances and strides, calculated. */
  public LocalityShares shares(MetricParameters parameters, Granularity granularity) {
    int unitBytes = 1 << parameters.shift(granularity);
    Visits visits = Visits.of(point, Operation.READ, unitBytes);
    if (order == Order.DRAWN) {
      return PowerLaw.expected(point, PowerLaw.STEADY, parameters, granularity);
    }
    double unitShare = (double) visits.units() / visits.accesses();
    double[] reuse = new double[LocalityHistogram.REUSE_BINS];
    reuse[0] = 1 - unitShare;
    if (order == Order.IN_TURN) {
      long distance = visits.blocks() * visits.units() - 1;
      reuse[Long.SIZE - Long.numberOfLeadingZeros(distance)] += unitShare;
    }
    double cold = order == Order.ONCE ? unitShare : 0;
    return new LocalityShares(reuse, cold, PowerLaw.strides(visits, parameters));
  }

  /** For example {@code in turn: M = 4096 words, L = 64, stride 2, alpha 1}. */
  @Override
  public String toString() {
    return "%s: M = %d words, L = %d, stride %d, alpha %s"
        .formatted(
            switch (order) {
              case DRAWN -> "drawn";
              case IN_TURN -> "in turn";
              case ONCE -> "once";
            },
            point.words(),
            point.length(),
            point.stride(),
            point.alpha() == 1 ? "1" : Double.toString(point.alpha()));
  }
}
