package org.tslmap.apexmap.placement;

import java.util.List;
import java.util.stream.IntStream;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;

/**
 * TL and SL of the probe's reads over alpha and L, for one memory size: calculated at points, and
 * bilinear between them in log alpha and log L.
 *
 * <p>Long runs, without first touches. {@link #place} goes back from a pair of scores to the point
 * of the plane that comes nearest to it. Far from all pairs have one: the scores of a plane are
 * bounded (repeats within the window have stride 0, so high temporal locality costs spatial
 * locality), so the distance is part of the answer.
 */
public final class ScorePlane {

  private static final List<Double> ALPHAS =
      List.of(
          0.001, 0.0015, 0.0025, 0.005, 0.01, 0.0175, 0.025, 0.035, 0.05, 0.07, 0.1, 0.15, 0.25,
          0.35, 0.5, 0.7, 1.0);

  private static final int STEPS = 8;
  private static final int REFINEMENTS = 6;

  private final long words;
  private final double[] logAlphas;
  private final double[] logLengths;
  private final double[][] temporal;
  private final double[][] spatial;

  private ScorePlane(
      long words, List<Double> alphas, List<Integer> lengths, MetricParameters parameters) {
    this.words = words;
    this.logAlphas = alphas.stream().mapToDouble(Math::log).toArray();
    this.logLengths = lengths.stream().mapToDouble(ScorePlane::log2).toArray();
    this.temporal = new double[alphas.size()][lengths.size()];
    this.spatial = new double[alphas.size()][lengths.size()];
    IntStream.range(0, alphas.size())
        .parallel()
        .forEach(
            i -> {
              for (int j = 0; j < lengths.size(); j++) {
                LocalityShares shares =
                    PowerLaw.expected(
                        new ProbePoint(words, lengths.get(j), alphas.get(i)),
                        PowerLaw.STEADY,
                        parameters,
                        Granularity.WORD);
                temporal[i][j] = shares.temporalLocality(parameters.n());
                spatial[i][j] = shares.spatialLocality();
              }
            });
  }

  /**
   * The plane from alpha 0.001 to 1 and L from 1 to 65536, or to M if that is less.
   *
   * @param words M, a power of two
   * @param parameters what the scores to be placed were computed with
   */
  public static ScorePlane of(long words, MetricParameters parameters) {
    return of(words, ALPHAS.get(0), 1 << 16, parameters);
  }

  /**
   * The plane from some alpha to 1 and L from 1 to some length, or to M if that is less.
   *
   * @param words M, a power of two
   * @param leastAlpha the least alpha, greater than 0 and less than 1
   * @param longest the greatest L, a power of two
   * @param parameters what the scores to be placed were computed with
   * @throws IllegalArgumentException if a value is out of its range
   */
  public static ScorePlane of(
      long words, double leastAlpha, int longest, MetricParameters parameters) {
    if (words < 1
        || Long.bitCount(words) != 1
        || longest < 1
        || Integer.bitCount(longest) != 1
        || !(leastAlpha > 0 && leastAlpha < 1)) {
      throw new IllegalArgumentException(
          ("a plane needs M and the greatest L to be powers of two and alphas from more than 0, but"
                  + " M = %d, L = %d, alpha = %s")
              .formatted(words, longest, leastAlpha));
    }
    List<Double> alphas =
        IntStream.range(0, ALPHAS.size() + 1)
            .mapToObj(i -> i == 0 ? leastAlpha : ALPHAS.get(i - 1))
            .filter(alpha -> alpha >= leastAlpha)
            .distinct()
            .toList();
    List<Integer> lengths =
        IntStream.iterate(1, length -> length <= Math.min(longest, words), length -> 2 * length)
            .boxed()
            .toList();
    return new ScorePlane(words, alphas, lengths, parameters);
  }

  /** M, in words. */
  public long words() {
    return words;
  }

  /**
   * The point of the plane whose scores are nearest to these, in the sense of the sum of squares.
   *
   * @param temporalLocality TL, 0..1
   * @param spatialLocality SL, 0..1
   * @throws IllegalArgumentException if a score is not in 0..1
   */
  public SinglePoint place(double temporalLocality, double spatialLocality) {
    checkScore("TL", temporalLocality);
    checkScore("SL", spatialLocality);
    double row = 0;
    double column = 0;
    double least = Double.POSITIVE_INFINITY;
    double step = 1.0 / STEPS;
    double[] window = {0, logAlphas.length - 1, 0, logLengths.length - 1};
    for (int round = 0; round <= REFINEMENTS; round++) {
      for (double y = window[0]; y <= window[1] + step / 2; y += step) {
        for (double x = window[2]; x <= window[3] + step / 2; x += step) {
          double distance =
              square(at(temporal, y, x) - temporalLocality)
                  + square(at(spatial, y, x) - spatialLocality);
          if (distance < least) {
            least = distance;
            row = y;
            column = x;
          }
        }
      }
      window =
          new double[] {
            Math.max(0, row - step),
            Math.min(logAlphas.length - 1, row + step),
            Math.max(0, column - step),
            Math.min(logLengths.length - 1, column + step)
          };
      step /= 4;
    }
    return new SinglePoint(
        words,
        Math.min(1, Math.exp(at(logAlphas, row))),
        at(logLengths, column),
        temporalLocality,
        spatialLocality,
        at(temporal, row, column),
        at(spatial, row, column));
  }

  private static double at(double[][] scores, double row, double column) {
    int i = (int) Math.min(row, scores.length - 1);
    double down = Math.min(row, scores.length - 1) - i;
    double upper = at(scores[i], column);
    return down == 0 ? upper : upper * (1 - down) + at(scores[i + 1], column) * down;
  }

  private static double at(double[] values, double place) {
    double inside = Math.min(place, values.length - 1);
    int i = (int) inside;
    double right = inside - i;
    return right == 0 ? values[i] : values[i] * (1 - right) + values[i + 1] * right;
  }

  private static double log2(int value) {
    return Math.log(value) / Math.log(2);
  }

  private static double square(double value) {
    return value * value;
  }

  private static void checkScore(String name, double score) {
    if (!(score >= 0 && score <= 1)) {
      throw new IllegalArgumentException(name + " must be in 0..1, but is " + score);
    }
  }
}
