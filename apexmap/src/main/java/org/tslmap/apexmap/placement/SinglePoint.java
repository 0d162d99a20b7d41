package org.tslmap.apexmap.placement;

import org.tslmap.apexmap.AccessCost;
import org.tslmap.apexmap.Dependence;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.ProbePoint;

/**
 * The point of the Apex-Map plane that stands for a pair of scores.
 *
 * @param words M, in words
 * @param alpha temporal locality of the point, in (0, 1]
 * @param log2Length log2 of L, 0 or more; not always a whole number
 * @param temporalLocality TL that was asked for
 * @param spatialLocality SL that was asked for
 * @param pointTemporalLocality TL of the point
 * @param pointSpatialLocality SL of the point
 */
public record SinglePoint(
    long words,
    double alpha,
    double log2Length,
    double temporalLocality,
    double spatialLocality,
    double pointTemporalLocality,
    double pointSpatialLocality) {

  /** Scores that differ by more than this are not those of the point. */
  public static final double TOLERANCE = 0.02;

  /** L, 1 or more; not always a whole number. */
  public double length() {
    return Math.pow(2, log2Length);
  }

  /** Distance of the two pairs of scores, 0 to 1.4. */
  public double residual() {
    return Math.hypot(
        pointTemporalLocality - temporalLocality, pointSpatialLocality - spatialLocality);
  }

  /** Whether the plane has a point with those scores, to {@link #TOLERANCE}. */
  public boolean found() {
    return residual() <= TOLERANCE;
  }

  /**
   * The cost of one access there, in nanoseconds of one thread: between the two powers of two
   * beside L, linear in the logarithms.
   *
   * @throws org.tslmap.apexmap.OutsideSurfaceException if the point was not measured
   */
  public double nanoseconds(AccessCost cost, Operation operation, Dependence dependence) {
    int below = (int) Math.floor(log2Length + 1e-9);
    double rest = Math.max(0, log2Length - below);
    double first =
        cost.nanoseconds(new ProbePoint(words, 1 << below, alpha), operation, dependence);
    if (rest < 1e-9) {
      return first;
    }
    double second =
        cost.nanoseconds(new ProbePoint(words, 2 << below, alpha), operation, dependence);
    return first * Math.pow(second / first, rest);
  }

  /** Where the point is, and how far from the scores when the plane has none with them. */
  @Override
  public String toString() {
    String place = "alpha = %.4g, L = %.4g, M = %d words".formatted(alpha, length(), words);
    return found()
        ? place
        : "%s; no point has TL %.3f and SL %.3f, this one has %.3f and %.3f"
            .formatted(
                place,
                temporalLocality,
                spatialLocality,
                pointTemporalLocality,
                pointSpatialLocality);
  }
}
