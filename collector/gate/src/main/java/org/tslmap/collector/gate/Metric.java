package org.tslmap.collector.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.collector.report.Measured;
import org.tslmap.collector.report.MeasuredRun;
import org.tslmap.collector.report.Quantities;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.SimulatedCache;
import org.tslmap.locality.score.Measure;
import org.tslmap.locality.score.Score;

/**
 * A value that a gate judges.
 *
 * @param measure what it is, without a cache
 * @param granularity of which histograms, if it is of one
 * @param cache of which cache, with its ways or without, if it is of one
 */
public record Metric(Measure measure, Optional<Granularity> granularity, Optional<String> cache) {

  /** Scores have this many parts: what is smaller is not kept. */
  private static final double PARTS = 1e6;

  /**
   * All there are, in the order of baselines.
   *
   * @param caches fully associative ones whose misses are known
   * @param simulated caches with sets
   */
  public static List<Metric> all(List<CacheSize> caches, List<SimulatedCache> simulated) {
    List<Metric> all = new ArrayList<>();
    all.add(new Metric(Measure.ACCESSES, Optional.empty(), Optional.empty()));
    all.addAll(scores());
    caches.forEach(cache -> all.add(of(Measure.MISS_RATIO, cache.label())));
    simulated.forEach(cache -> all.add(of(Measure.SET_MISS_RATIO, cache.label())));
    GRANULARITIES.forEach(granularity -> all.add(of(Measure.FOOTPRINT, granularity)));
    return all;
  }

  private static final List<Granularity> GRANULARITIES =
      List.of(Granularity.WORD, Granularity.LINE);

  /** The scores. */
  static List<Metric> scores() {
    return GRANULARITIES.stream()
        .flatMap(
            granularity ->
                Stream.of(Score.TL, Score.SL).map(score -> of(score.measure(), granularity)))
        .toList();
  }

  private static Metric of(Measure measure, Granularity granularity) {
    return new Metric(measure, Optional.of(granularity), Optional.empty());
  }

  private static Metric of(Measure measure, String cache) {
    return new Metric(measure, Optional.empty(), Optional.of(cache));
  }

  /**
   * Its name in baselines and limits, such as {@code wordTl}, {@code misses@32K}, or with sets
   * {@code misses@32K:8}.
   */
  public String key() {
    return cache.map(label -> measure.keyword() + "@" + label).orElseGet(this::column);
  }

  /** What limits of several metrics name, such as {@code tl}. */
  public String family() {
    return measure.keyword();
  }

  /** The column of the tables that it comes from. */
  public String column() {
    return granularity
        .map(g -> MeasuredRun.column(measure, g))
        .or(() -> cache.map(label -> measure.of(label).key()))
        .orElse(measure.key());
  }

  /** What people read, such as {@code word TL}. */
  public String heading() {
    return granularity.map(g -> g.key() + " " + measure.heading()).orElseGet(this::key);
  }

  /** Whether a text names this metric, alone or with others. */
  boolean isNamed(String name) {
    return key().equals(name) || family().equals(name);
  }

  /** Whether it is a score between 0 and 1, of which more is better; others count something. */
  public boolean isScore() {
    return measure.unit() == Measure.Unit.SCORE;
  }

  /**
   * The limit if the user gives none. SL of lines is not judged: an access that stays in its line
   * earns none, so it falls when a program uses its lines better.
   */
  Limit usualLimit() {
    return Limit.usual(
        key(),
        measure.equals(Score.SL.measure()) && granularity.equals(Optional.of(Granularity.LINE))
            ? new Measure.Margin(Double.POSITIVE_INFINITY, false)
            : measure.margin());
  }

  /** Whether it is an SL, and the other one the TL of the same granularity. */
  boolean isOutweighedBy(Metric other) {
    return measure.equals(Score.SL.measure())
        && other.measure.equals(Score.TL.measure())
        && other.granularity.equals(granularity);
  }

  /** Whether it counts places, of which each is touched by any number of accesses. */
  boolean countsPlaces() {
    return measure.unit() == Measure.Unit.PLACES;
  }

  /** The value of a row as it stands in a baseline; none if the row has none. */
  public Optional<Double> of(Measured row) {
    Map<String, Double> values = row.values();
    return Optional.ofNullable(values.get(column()))
        .map(
            value ->
                isScore()
                    ? Math.rint(value * PARTS) / PARTS
                    : Math.rint(
                        cache.isPresent()
                            ? value * values.getOrDefault(Measure.ACCESSES.key(), 0.0)
                            : value));
  }

  /** The value of a column, from that of a baseline. */
  double ofBaseline(double value, double accesses) {
    return cache.isPresent() ? value / Math.max(1, accesses) : value;
  }

  /** A value of {@link #of} with all its digits. */
  public String exact(double value) {
    return isScore() ? String.format(Locale.ROOT, "%.6f", value) : Long.toString((long) value);
  }

  /** A value of {@link #of} for people. */
  String text(double value) {
    return isScore()
        ? Quantities.of(Measure.Unit.SCORE, value)
        : Quantities.count(Math.round(value));
  }

  /** By how much it got worse: below 0 if it got better. */
  double worsening(double before, double after) {
    return isScore() ? before - after : after - before;
  }
}
