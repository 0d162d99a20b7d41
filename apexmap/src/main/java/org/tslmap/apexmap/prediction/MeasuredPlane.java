package org.tslmap.apexmap.prediction;

import java.util.ArrayList;
import java.util.List;
import org.tslmap.apexmap.AccessCost;
import org.tslmap.apexmap.Dependence;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.OutsideSurfaceException;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.apexmap.placement.ScorePlane;
import org.tslmap.apexmap.placement.SinglePoint;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;

/** The scores of a plane together with its costs, as far as they were measured. */
final class MeasuredPlane {

  private static final List<Double> ALPHAS =
      List.of(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5);

  private final ScorePlane scores;
  private final AccessCost cost;
  private final List<ProbePoint> points;

  private MeasuredPlane(ScorePlane scores, AccessCost cost, List<ProbePoint> points) {
    this.scores = scores;
    this.cost = cost;
    this.points = List.copyOf(points);
  }

  /** The largest part of the usual axes for which reads were measured. */
  static MeasuredPlane of(long words, AccessCost cost, MetricParameters parameters) {
    List<Double> alphas =
        ALPHAS.stream().filter(alpha -> measured(cost, new ProbePoint(words, 1, alpha))).toList();
    int longest = 1;
    while (longest < 1 << 16
        && 2L * longest <= words
        && measured(cost, new ProbePoint(words, 2 * longest, 1.0))) {
      longest *= 2;
    }
    if (alphas.isEmpty()) {
      throw new OutsideSurfaceException(
          ("a single point needs reads of M = %d words with several alphas, and L from 1; measure a"
                  + " surface that has them")
              .formatted(words));
    }
    List<ProbePoint> points = new ArrayList<>();
    for (int length = 1; length <= longest; length *= 2) {
      for (double alpha : alphas) {
        points.add(new ProbePoint(words, length, alpha));
      }
      points.add(new ProbePoint(words, length, 1.0));
    }
    return new MeasuredPlane(
        ScorePlane.of(words, alphas.get(0), longest, parameters), cost, points);
  }

  private static boolean measured(AccessCost cost, ProbePoint point) {
    try {
      return cost.nanoseconds(point, Operation.READ, Dependence.INDEPENDENT) > 0;
    } catch (OutsideSurfaceException e) {
      return false;
    }
  }

  SinglePoint place(LocalityHistogram words, long n) {
    return scores.place(words.temporalLocality(n), words.spatialLocality());
  }

  /**
   * The time of accesses.
   *
   * @param waiting the share of the loads that wait for one another
   */
  double seconds(SinglePoint point, long loads, long stores, double waiting) {
    return 1e-9
        * (reads(point, loads * (1 - waiting), Dependence.INDEPENDENT)
            + reads(point, loads * waiting, Dependence.DEPENDENT)
            + stores
                * (stores == 0
                    ? 0
                    : point.nanoseconds(cost, Operation.WRITE, Dependence.INDEPENDENT)));
  }

  private double reads(SinglePoint point, double loads, Dependence dependence) {
    return loads == 0 ? 0 : loads * point.nanoseconds(cost, Operation.READ, dependence);
  }

  double meanSeconds(long loads, long stores) {
    return 1e-9
        * (loads * mean(Operation.READ) + (stores == 0 ? 0 : stores * mean(Operation.WRITE)));
  }

  private double mean(Operation operation) {
    return points.stream()
        .mapToDouble(point -> cost.nanoseconds(point, operation, Dependence.INDEPENDENT))
        .average()
        .orElseThrow();
  }
}
