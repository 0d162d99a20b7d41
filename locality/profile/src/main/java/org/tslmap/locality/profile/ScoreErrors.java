package org.tslmap.locality.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.tslmap.locality.Granularity;

/**
 * How far sampled scores of a program, or of a part of it, may be from the exact ones: halves of
 * the widths of their 95 % intervals.
 *
 * @param bursts stretches of consecutive accesses that were scored and have met the part
 * @param scored accesses of the part in them
 * @param temporal of TL, 0..1, indexed by granularity: words and lines are sampled
 * @param spatial of SL likewise
 * @param accesses of the number of accesses, as a share of it; 0 where all were counted
 */
public record ScoreErrors(
    long bursts, long scored, List<Double> temporal, List<Double> spatial, double accesses) {

  /** Of scores that are exact. */
  public static final ScoreErrors NONE =
      new ScoreErrors(0, 0, List.of(0.0, 0.0), List.of(0.0, 0.0), 0);

  /** Numbers of a row in profile.json. */
  static final int FIELDS = 7;

  private static final int LEAST_BURSTS = 3;
  private static final int LEAST_SCORED = 256;
  private static final double LITTLE = 0.05;

  /** The largest difference of TL. */
  public double temporal(Granularity granularity) {
    return temporal.get(granularity.ordinal());
  }

  /** The largest difference of SL. */
  public double spatial(Granularity granularity) {
    return spatial.get(granularity.ordinal());
  }

  /**
   * Whether so little of the part was scored that its scores say nothing: a part of which nearly
   * all accesses were scored is known well, however few of them were samples.
   */
  public boolean tooFew() {
    return (bursts < LEAST_BURSTS || scored < LEAST_SCORED)
        && Math.max(temporal(Granularity.WORD), spatial(Granularity.WORD)) > LITTLE;
  }

  /** The interval around a score, within 0..1. */
  public static double[] interval(double score, double error) {
    return new double[] {Math.max(0, score - error), Math.min(1, score + error)};
  }

  /** Adds errors of sums, in accesses: scores of several processes are sums over all. */
  public ScoreErrors plus(ScoreErrors other, long accesses) {
    return new ScoreErrors(
        bursts + other.bursts,
        scored + other.scored,
        both(temporal, other.temporal, (own, more) -> own + more * accesses),
        both(spatial, other.spatial, (own, more) -> own + more * accesses),
        this.accesses + other.accesses * accesses);
  }

  /** Errors of scores again. */
  public ScoreErrors over(long accesses) {
    double n = Math.max(1, accesses);
    return new ScoreErrors(
        bursts, scored, each(temporal, e -> e / n), each(spatial, e -> e / n), this.accesses / n);
  }

  private static List<Double> each(List<Double> errors, DoubleUnaryOperator change) {
    return errors.stream().map(change::applyAsDouble).toList();
  }

  private static List<Double> both(
      List<Double> errors, List<Double> others, DoubleBinaryOperator operator) {
    return IntStream.range(0, errors.size())
        .mapToObj(g -> operator.applyAsDouble(errors.get(g), others.get(g)))
        .toList();
  }

  /** Rows of numbers as errors. */
  public static List<ScoreErrors> ofRows(double[] v) {
    List<ScoreErrors> rows = new ArrayList<>();
    for (int i = 0; i < v.length; i += FIELDS) {
      rows.add(
          new ScoreErrors(
              (long) v[i],
              (long) v[i + 1],
              List.of(v[i + 2], v[i + 4]),
              List.of(v[i + 3], v[i + 5]),
              v[i + 6]));
    }
    return rows;
  }

  /**
   * Errors of sums as errors of scores.
   *
   * @param total all accesses of the part
   * @param estimated those that were not all scored: where nothing is known, anything is possible
   */
  public ScoreErrors ofScores(long total, long estimated) {
    boolean unknown = bursts < LEAST_BURSTS || scored < LEAST_SCORED;
    double n = Math.max(1, total);
    double worst = unknown ? estimated / n : 1;
    return new ScoreErrors(
        bursts,
        scored,
        each(temporal, error -> unknown ? worst : Math.min(worst, error / n)),
        each(spatial, error -> unknown ? worst : Math.min(worst, error / n)),
        accesses / n);
  }
}
