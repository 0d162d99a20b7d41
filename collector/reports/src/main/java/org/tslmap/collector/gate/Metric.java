package org.tslmap.collector.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
 * @param key its name in baselines and limits, such as {@code wordTl}, {@code misses@32K}, or with
 *     sets {@code misses@32K:8}
 * @param family what limits of several metrics name, such as {@code tl}
 * @param column the column of the tables that it comes from
 * @param heading what people read, such as {@code word TL}
 */
public record Metric(String key, String family, String column, String heading) {
  private static final String ACCESSES = "accesses";
  private static final String MISSES = "misses";

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
    all.add(new Metric(ACCESSES, ACCESSES, ACCESSES, ACCESSES));
    List<Granularity> granularities = List.of(Granularity.WORD, Granularity.LINE);
    for (Granularity granularity : granularities) {
      all.add(of(Score.TL.measure(), granularity));
      all.add(of(Score.SL.measure(), granularity));
    }
    for (CacheSize cache : caches) {
      String key = MISSES + "@" + cache.label();
      all.add(new Metric(key, MISSES, cache.column(), key));
    }
    for (SimulatedCache cache : simulated) {
      String key = MISSES + "@" + cache.label();
      all.add(new Metric(key, MISSES, Measure.SET_MISS_RATIO.of(cache.label()).key(), key));
    }
    granularities.forEach(granularity -> all.add(of(Measure.FOOTPRINT, granularity)));
    return all;
  }

  private static Metric of(Measure measure, Granularity granularity) {
    String column = MeasuredRun.column(measure, granularity);
    return new Metric(column, measure.key(), column, granularity.key() + " " + measure.heading());
  }

  /** Whether a text names this metric, alone or with others. */
  boolean isNamed(String name) {
    return key.equals(name) || family.equals(name);
  }

  /** Whether it is a score between 0 and 1, of which more is better; others count something. */
  public boolean isScore() {
    return family.equals(Score.TL.measure().key()) || family.equals(Score.SL.measure().key());
  }

  /** Whether it is an SL, and the other one the TL of the same granularity. */
  boolean isOutweighedBy(Metric other) {
    return family.equals(Score.SL.measure().key())
        && other.family.equals(Score.TL.measure().key())
        && other.key.substring(0, 4).equals(key.substring(0, 4));
  }

  /** Whether it counts places, of which each is touched by any number of accesses. */
  boolean countsPlaces() {
    return family.equals(Measure.FOOTPRINT.key());
  }

  /** The value of a row as it stands in a baseline; none if the row has none. */
  public Optional<Double> of(Measured row) {
    Map<String, Double> values = row.values();
    return Optional.ofNullable(values.get(column))
        .map(
            value ->
                isScore()
                    ? Math.rint(value * PARTS) / PARTS
                    : Math.rint(
                        family.equals(MISSES)
                            ? value * values.getOrDefault(ACCESSES, 0.0)
                            : value));
  }

  /** The value of a column, from that of a baseline. */
  double ofBaseline(double value, double accesses) {
    return family.equals(MISSES) ? value / Math.max(1, accesses) : value;
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
