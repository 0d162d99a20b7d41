package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.tslmap.collector.report.Column.Order;
import org.tslmap.collector.report.Column.Shown;
import org.tslmap.locality.CacheMisses;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.ScoreErrors;
import org.tslmap.locality.score.Measure;
import org.tslmap.locality.score.Score;

/** The columns that all tables of accesses have in common. */
final class Measures {

  private final MetricParameters parameters;
  private final long whole;
  private final List<Column> columns = new ArrayList<>();

  private Measures(MetricParameters parameters, long whole) {
    this.parameters = parameters;
    this.whole = whole;
  }

  /**
   * Their share of a whole, loads, stores, scores at all granularities, miss ratios of lines.
   *
   * @param whole accesses of the whole, of which the rows have shares
   */
  static List<Column> columns(MetricParameters parameters, long whole, List<CacheSize> caches) {
    Measures measures = new Measures(parameters, whole);
    measures.counts();
    parameters.granularities().forEach(measures::scores);
    caches.forEach(measures::misses);
    for (int i = 0; i < parameters.caches().size(); i++) {
      measures.simulated(i);
    }
    return measures.columns;
  }

  /**
   * How far sampled scores may be from the exact ones, and the share of accesses: halves of 95 %
   * intervals, where rows know them.
   */
  static List<Column> errors(MetricParameters parameters) {
    List<Column> columns = new ArrayList<>();
    columns.add(
        error(
            "accessesError",
            Column.Type.REAL,
            Optional.empty(),
            "±n",
            (tally, errors) -> new Cell.Share(errors.accesses())));
    for (Granularity granularity : parameters.granularities()) {
      for (Score score : Score.values()) {
        if (score.hasError()) {
          columns.add(
              error(
                  score.intervalKey(),
                  Column.Type.INTERVAL,
                  Optional.of(granularity),
                  "±" + score.heading(),
                  (tally, errors) ->
                      errors.tooFew()
                          ? new Cell.Text("too few samples")
                          : tally.histograms().tellScores()
                              ? new Cell.Interval(
                                  score.of(tally.histograms(), granularity, parameters),
                                  score.error(errors, granularity))
                              : Cell.notKnown()));
        }
      }
    }
    return columns;
  }

  /**
   * How far a value of a sampled row may be from the exact one: half of the 95 % interval of a
   * score that has one, and the larger one of TL and SL of what else is told from samples; of
   * counts the share that may be wrong. Empty if the row is exact.
   */
  static Optional<Double> errorOf(Row row, Column column) {
    return row.tally()
        .flatMap(Tally::errors)
        .map(
            errors -> {
              if (ComparedRow.isCount(column)) {
                return errors.accesses();
              }
              if (errors.tooFew()) {
                return 1.0;
              }
              Granularity granularity = column.granularity().orElse(Granularity.LINE);
              return Stream.of(Score.values())
                  .filter(score -> score.hasError() && score.measure().key().equals(column.key()))
                  .findFirst()
                  .map(score -> score.error(errors, granularity))
                  .orElse(Math.max(errors.temporal(granularity), errors.spatial(granularity)));
            });
  }

  private static Column error(
      String key,
      Column.Type type,
      Optional<Granularity> granularity,
      String heading,
      BiFunction<Tally, ScoreErrors, Cell> error) {
    return new Column(
        key,
        type,
        granularity,
        heading,
        Shown.ALWAYS,
        Order.DESCENDING,
        measured(
            tally ->
                tally
                    .errors()
                    .map(errors -> error.apply(tally, errors))
                    .orElse(new Cell.Nothing())));
  }

  /** What is known of accesses: "full", or how far they were only counted. */
  static String state(Histograms histograms) {
    if (histograms.counted() + histograms.estimated() == 0) {
      return "full";
    }
    return histograms.recorded() == 0 ? "counted" : "partly counted";
  }

  /** Which share of the accesses was scored, and whether the others were only counted. */
  static List<Column> states() {
    return List.of(
        new Column(
            "scoredShare",
            Column.Type.REAL,
            Optional.empty(),
            "scored",
            Shown.ALWAYS,
            Order.ASCENDING,
            measured(tally -> new Cell.Share(tally.histograms().scoredShare()))),
        new Column(
            "state",
            Column.Type.TEXT,
            Optional.empty(),
            "state",
            Shown.ALWAYS,
            Order.ASCENDING,
            measured(tally -> new Cell.Text(state(tally.histograms())))));
  }

  /** The share of recorded loads that waited for another load that missed. */
  static Column dependent() {
    return Column.of(
        Measure.DEPENDENT,
        Optional.empty(),
        measured(
            tally ->
                tally
                    .dependence()
                    .<Cell>map(
                        counts ->
                            new Cell.Share(
                                (double) counts.dependent() / Math.max(1, tally.recordedLoads())))
                    .orElse(new Cell.Nothing())));
  }

  /** Signed strides, which are known where accesses were attributed to data. */
  static Column strides() {
    return new Column(
        "strides",
        Column.Type.STRIDES,
        Optional.empty(),
        "strides, bytes",
        Shown.ALWAYS,
        Order.DESCENDING,
        measured(tally -> new Cell.Strides(tally.strides(), tally.recorded())));
  }

  /** Distinct words, lines, ..., where rows know them. */
  static List<Column> footprints(MetricParameters parameters) {
    List<Column> columns = new ArrayList<>();
    for (Granularity granularity : parameters.granularities()) {
      columns.add(
          new Column(
              Measure.FOOTPRINT.key(),
              Column.Type.WHOLE,
              Optional.of(granularity),
              granularity.key() + "s",
              Shown.ALWAYS,
              Order.DESCENDING,
              row ->
                  row.footprint()
                      .filter(footprint -> footprint.at(granularity) >= 0)
                      .<Cell>map(footprint -> new Cell.Count(footprint.at(granularity)))
                      .orElse(new Cell.Nothing())));
    }
    return columns;
  }

  /**
   * What rows are together with what they called.
   *
   * @param footprints columns of footprints, if these are known
   */
  static List<Column> inclusive(
      MetricParameters parameters, double whole, List<CacheSize> caches, List<Column> footprints) {
    List<Column> columns = new ArrayList<>();
    columns.add(
        new Column(
            "inclusiveShare",
            Column.Type.REAL,
            Optional.empty(),
            "with calls",
            Shown.ALWAYS,
            Order.DESCENDING,
            row ->
                row.counts().containsKey("inclusive")
                    ? new Cell.Share(row.counts().get("inclusive") / Math.max(1, whole))
                    : new Cell.Nothing()));
    columns.add(Column.count("inclusive", "accesses with calls", Shown.DATA));
    for (Column column : columns(parameters, 0, caches)) {
      if (!List.of(Measure.SHARE.key(), Measure.ACCESSES.key()).contains(column.key())) {
        columns.add(inclusive(column));
      }
    }
    footprints.forEach(column -> columns.add(inclusive(column)));
    return columns;
  }

  /** A column of rows together with what they called. */
  private static Column inclusive(Column own) {
    return new Column(
        "inclusive" + own.key().substring(0, 1).toUpperCase(Locale.ROOT) + own.key().substring(1),
        own.type(),
        own.granularity(),
        own.heading() + " with calls",
        Shown.DATA,
        own.order(),
        row ->
            row.inclusive()
                .map(tally -> own.value().apply(Row.of(Map.of(), tally.get())))
                .orElse(new Cell.Nothing()));
  }

  private void counts() {
    columns.add(
        Column.of(
            Measure.SHARE,
            Optional.empty(),
            measured(tally -> new Cell.Share((double) tally.accesses() / Math.max(1, whole)))));
    count(Measure.ACCESSES, Tally::accesses);
    count(Measure.LOADS, Tally::loads);
    count(Measure.STORES, Tally::stores);
  }

  private void count(Measure measure, ToLongFunction<Tally> value) {
    columns.add(
        Column.of(
            measure,
            Optional.empty(),
            measured(tally -> new Cell.Count(value.applyAsLong(tally)))));
  }

  private void scores(Granularity granularity) {
    for (Score score : Score.values()) {
      columns.add(
          Column.of(
              score.measure(),
              Optional.of(granularity),
              measured(
                  tally ->
                      Cell.of(
                          score.measure().unit(),
                          score.of(tally.histograms(), granularity, parameters)))));
    }
  }

  private void misses(CacheSize cache) {
    columns.add(
        Column.of(
            Measure.missRatio(cache.label()),
            Optional.empty(),
            measured(
                tally ->
                    tally.histograms().tellScores()
                        ? new Cell.Share(
                            tally
                                .histograms()
                                .at(Granularity.LINE)
                                .missRatio(cache.lines(parameters)))
                        : Cell.notKnown())));
  }

  /** The columns of a simulated cache. */
  private void simulated(int cache) {
    String label = parameters.caches().get(cache).label();
    columns.add(ofMisses(Measure.SET_MISS_RATIO.of(label), misses -> misses.misses(cache)));
    columns.add(ofMisses(Measure.CONFLICT_RATIO.of(label), misses -> misses.conflictMisses(cache)));
  }

  private static Column ofMisses(Measure measure, ToLongFunction<CacheMisses> count) {
    return Column.of(
        measure,
        Optional.empty(),
        measured(
            tally ->
                tally.histograms().misses().isKnown() && tally.histograms().tellScores()
                    ? new Cell.Share(
                        (double) count.applyAsLong(tally.histograms().misses())
                            / Math.max(1, tally.accesses()))
                    : new Cell.Nothing()));
  }

  private static Function<Row, Cell> measured(Function<Tally, Cell> value) {
    return row -> row.tally().map(value).orElse(new Cell.Nothing());
  }
}
