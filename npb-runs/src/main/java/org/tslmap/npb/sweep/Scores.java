package org.tslmap.npb.sweep;

import org.tslmap.locality.Granularity;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ScoredStream;

/**
 * The scores of a run, its processes added together.
 *
 * @param accesses loads and stores, 0 when nothing was measured
 * @param loads loads among them
 * @param stores stores among them
 * @param processes measured processes
 * @param word scores at words
 * @param line scores at lines
 */
public record Scores(long accesses, long loads, long stores, int processes, At word, At line) {

  /** Nothing measured. */
  public static final Scores NONE = new Scores(0, 0, 0, 0, At.NOTHING, At.NOTHING);

  /**
   * Scores at one granularity.
   *
   * @param tl temporal locality, 0..1
   * @param sl spatial locality, 0..1
   * @param slNonZero SL*, the same over accesses with a stride other than 0
   * @param zeroStrideShare share of accesses with stride 0
   * @param coldShare share of first touches
   * @param footprintBytes memory that was touched
   */
  public record At(
      double tl,
      double sl,
      double slNonZero,
      double zeroStrideShare,
      double coldShare,
      long footprintBytes) {

    private static final At NOTHING = new At(0, 0, 0, 0, 0, 0);
  }

  /** Those of a profile. */
  static Scores of(LocalityProfile profile) {
    ScoredStream stream = profile.merged();
    return new Scores(
        stream.totals().accesses(),
        stream.totals().loads(),
        stream.totals().stores(),
        profile.processes().size(),
        at(stream, Granularity.WORD),
        at(stream, Granularity.LINE));
  }

  private static At at(ScoredStream stream, Granularity granularity) {
    LocalityHistogram histogram = stream.histograms().at(granularity);
    return new At(
        histogram.temporalLocality(stream.parameters().n()),
        histogram.spatialLocality(),
        histogram.spatialLocalityNonZero(),
        histogram.zeroStrideShare(),
        histogram.coldShare(),
        stream.footprint().at(granularity) << stream.parameters().shift(granularity));
  }

  /** Scores at words or at lines. */
  public At at(Granularity granularity) {
    return granularity == Granularity.WORD ? word : line;
  }
}
