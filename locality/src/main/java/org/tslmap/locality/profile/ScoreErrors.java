package org.tslmap.locality.profile;

import java.util.ArrayList;
import java.util.List;
import org.tslmap.locality.Granularity;

/**
 * How far sampled scores of a program, or of a part of it, may be from the exact ones: halves of
 * the widths of their 95 % intervals.
 *
 * @param bursts stretches of consecutive accesses that were scored and have met the part
 * @param scored accesses of the part in them
 * @param wordTl of TL at words, 0..1
 * @param wordSl of SL at words
 * @param lineTl of TL at lines
 * @param lineSl of SL at lines
 * @param accesses of the number of accesses, as a share of it; 0 where all were counted
 */
public record ScoreErrors(
    long bursts,
    long scored,
    double wordTl,
    double wordSl,
    double lineTl,
    double lineSl,
    double accesses) {

  /** Of scores that are exact. */
  public static final ScoreErrors NONE = new ScoreErrors(0, 0, 0, 0, 0, 0, 0);

  /** Numbers of a row in profile.json. */
  static final int FIELDS = 7;

  private static final int LEAST_BURSTS = 3;
  private static final int LEAST_SCORED = 256;
  private static final double LITTLE = 0.02;

  /** The largest difference of TL. */
  public double temporal(Granularity granularity) {
    return granularity == Granularity.WORD ? wordTl : lineTl;
  }

  /** The largest difference of SL. */
  public double spatial(Granularity granularity) {
    return granularity == Granularity.WORD ? wordSl : lineSl;
  }

  /** Whether so little of the part was scored that its scores say nothing. */
  public boolean tooFew() {
    return (bursts < LEAST_BURSTS || scored < LEAST_SCORED) && Math.max(wordTl, wordSl) > LITTLE;
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
        wordTl + other.wordTl * accesses,
        wordSl + other.wordSl * accesses,
        lineTl + other.lineTl * accesses,
        lineSl + other.lineSl * accesses,
        this.accesses + other.accesses * accesses);
  }

  /** Errors of scores again. */
  public ScoreErrors over(long accesses) {
    double n = Math.max(1, accesses);
    return new ScoreErrors(
        bursts, scored, wordTl / n, wordSl / n, lineTl / n, lineSl / n, this.accesses / n);
  }

  /** Rows of numbers as errors. */
  public static List<ScoreErrors> ofRows(double[] v) {
    List<ScoreErrors> rows = new ArrayList<>();
    for (int i = 0; i < v.length; i += FIELDS) {
      rows.add(
          new ScoreErrors(
              (long) v[i], (long) v[i + 1], v[i + 2], v[i + 3], v[i + 4], v[i + 5], v[i + 6]));
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
        unknown ? worst : Math.min(worst, wordTl / n),
        unknown ? worst : Math.min(worst, wordSl / n),
        unknown ? worst : Math.min(worst, lineTl / n),
        unknown ? worst : Math.min(worst, lineSl / n),
        accesses / n);
  }
}
