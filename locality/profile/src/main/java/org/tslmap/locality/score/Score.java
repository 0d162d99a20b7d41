package org.tslmap.locality.score;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.ScoreErrors;
import org.tslmap.locality.score.Measure.Better;
import org.tslmap.locality.score.Measure.Detail;
import org.tslmap.locality.score.Measure.Unit;

/**
 * The scores that follow from a histogram, in the order in which outputs show them. Text, CSV,
 * JSON, tables, pages, plots and the list in {@code locality/README.md} all derive from these
 * constants: a new score is a constant here, and a method of {@link LocalityHistogram} if it needs
 * one.
 */
@SuppressWarnings("ImmutableEnumChecker") // its functions have no state
public enum Score {
  /** How soon the same place comes again. */
  TL(
      new Measure(
          "tl",
          "tl",
          "TL",
          "temporal locality",
          Unit.SCORE,
          Better.HIGHER,
          Detail.BRIEF,
          "(n0 + sum over k = 0 .. log2 N - 1 of n_k (log2 N - k) / log2 N) / n",
          "near 1: the same words come back soon; near 0: seldom, or only after long"),
      (histogram, parameters) -> histogram.temporalLocality(parameters.n()),
      ScoreErrors::temporal),

  /** How near the next place is. */
  SL(
      new Measure(
          "sl",
          "sl",
          "SL",
          "spatial locality",
          Unit.SCORE,
          Better.HIGHER,
          Detail.BRIEF,
          "(sum over i = 1 .. imax - 1 of s_i / i) / n",
          "near 1: the next word is next to a recent one; 0.5: every second word; near 0: far"),
      (histogram, parameters) -> histogram.spatialLocality(),
      ScoreErrors::spatial),

  /** SL*: SL of the accesses that go elsewhere. */
  SL_NON_ZERO(
      new Measure(
          "slNonZero",
          "slNonZero",
          "SL*",
          "SL without accesses of stride 0",
          Unit.SCORE,
          Better.HIGHER,
          Detail.BRIEF,
          "(sum over i = 1 .. imax - 1 of s_i / i) / (n - s_0)",
          "the same without accesses that return to a recent word (stride 0)"),
      (histogram, parameters) -> histogram.spatialLocalityNonZero()),

  /** The share of stride 0. */
  ZERO_STRIDE_SHARE(
      new Measure(
          "zeroStrideShare",
          "zeroStrideShare",
          "stride 0",
          "share of accesses with stride 0",
          Unit.SHARE,
          Better.NEITHER,
          Detail.DATA,
          "s_0 / n",
          "the part that returns to a recent word; it earns nothing in SL"),
      (histogram, parameters) -> histogram.zeroStrideShare()),

  /** The share of first touches. */
  COLD_SHARE(
      new Measure(
          "coldShare",
          "coldShare",
          "cold",
          "share of first touches",
          Unit.SHARE,
          Better.LOWER,
          Detail.TABLE,
          "cold / n",
          "the part that touches its word for the first time; it earns nothing in TL"),
      (histogram, parameters) -> histogram.coldShare());

  private final Measure measure;
  private final ToDoubleBiFunction<LocalityHistogram, MetricParameters> value;
  private final Optional<ToDoubleBiFunction<ScoreErrors, Granularity>> error;

  Score(Measure measure, ToDoubleBiFunction<LocalityHistogram, MetricParameters> value) {
    this.measure = measure;
    this.value = value;
    this.error = Optional.empty();
  }

  Score(
      Measure measure,
      ToDoubleBiFunction<LocalityHistogram, MetricParameters> value,
      ToDoubleBiFunction<ScoreErrors, Granularity> error) {
    this.measure = measure;
    this.value = value;
    this.error = Optional.of(error);
  }

  /** Those that even a line about a run has. */
  public static List<Score> brief() {
    return Arrays.stream(values()).filter(score -> score.detail() == Detail.BRIEF).toList();
  }

  /** The score of the accesses in a histogram; 0 if there are none. */
  public double of(LocalityHistogram histogram, MetricParameters parameters) {
    return value.applyAsDouble(histogram, parameters);
  }

  /**
   * The score of accesses at a granularity; NaN if so many of them were only counted that it is not
   * known.
   */
  public double of(Histograms histograms, Granularity granularity, MetricParameters parameters) {
    return histograms.tellScores() ? of(histograms.at(granularity), parameters) : Double.NaN;
  }

  /** Whether sampled runs know how far it may be off. */
  public boolean hasError() {
    return error.isPresent();
  }

  /**
   * Half of its 95 % interval in a sampled run.
   *
   * @throws java.util.NoSuchElementException if it has none, see {@link #hasError}
   */
  public double error(ScoreErrors errors, Granularity granularity) {
    return error.orElseThrow().applyAsDouble(errors, granularity);
  }

  /** Its words. */
  public Measure measure() {
    return measure;
  }

  /** Its name in options, CSV and JSON. */
  public String key() {
    return measure.key();
  }

  /** The key of its 95 % interval in a sampled run. */
  public String intervalKey() {
    return key() + "Interval";
  }

  /** What stands above its column. */
  public String heading() {
    return measure.heading();
  }

  /** How much an output must show to have it. */
  public Detail detail() {
    return measure.detail();
  }
}
