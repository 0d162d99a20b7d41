package org.tslmap.locality.profile;

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
 */
public record ScoreErrors(
    long bursts, long scored, double wordTl, double wordSl, double lineTl, double lineSl) {

  /** Of scores that are exact. */
  public static final ScoreErrors NONE = new ScoreErrors(0, 0, 0, 0, 0, 0);

  /** Numbers of a row in profile.json. */
  static final int FIELDS = 6;

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

  /** Errors of sums, in accesses: scores of several processes are sums over all. */
  ScoreErrors plus(ScoreErrors other, long accesses) {
    return new ScoreErrors(
        bursts + other.bursts,
        scored + other.scored,
        wordTl + other.wordTl * accesses,
        wordSl + other.wordSl * accesses,
        lineTl + other.lineTl * accesses,
        lineSl + other.lineSl * accesses);
  }

  /** Errors of scores again. */
  ScoreErrors over(long accesses) {
    double n = Math.max(1, accesses);
    return new ScoreErrors(bursts, scored, wordTl / n, wordSl / n, lineTl / n, lineSl / n);
  }
}
