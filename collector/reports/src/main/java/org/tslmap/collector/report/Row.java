package org.tslmap.collector.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.MetricParameters;

/**
 * One row of a table.
 *
 * @param kind what it stands for
 * @param depth how far it is indented
 * @param labels what it is, by the names of columns
 * @param counts quantities of its own that add up, by the names of columns
 * @param tally the accesses measured, where the table is about accesses
 * @param inclusive these and what was called from there, where the table is about calls
 * @param footprint distinct words and lines, where they are known
 */
record Row(
    Kind kind,
    int depth,
    Map<String, Cell> labels,
    Map<String, Double> counts,
    Optional<Tally> tally,
    Optional<Supplier<Tally>> inclusive,
    Optional<Footprint> footprint) {

  /** What a row stands for. */
  enum Kind {
    /** One thing. */
    ITEM,
    /** Accesses of which it is not known what they belong to. */
    UNKNOWN,
    /** All things that were left out. */
    OTHERS,
    /** Everything. */
    WHOLE
  }

  /** A row about one thing. */
  static Row of(Map<String, Cell> labels, Tally tally) {
    return new Row(
        Kind.ITEM, 0, labels, Map.of(), Optional.of(tally), Optional.empty(), tally.footprint());
  }

  /** A row of quantities, without histograms. */
  static Row of(Map<String, Cell> labels, Map<String, Double> counts) {
    return new Row(
        Kind.ITEM, 0, labels, counts, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** One row for all that were left out. */
  static Row others(int depth, List<Row> rows, List<Row> measured, MetricParameters parameters) {
    Map<String, Cell> labels =
        Map.of(
            "name",
            new Cell.Text("others (%d)".formatted(rows.size())),
            "depth",
            new Cell.Number(depth));
    Row counted = sum(Map.of(), rows, parameters);
    Row sum = sum(labels, measured, parameters);
    return new Row(
        Kind.OTHERS, depth, labels, counted.counts, sum.tally, Optional.empty(), Optional.empty());
  }

  /** What some rows add up to; distinct words and lines do not. */
  static Row sum(Map<String, Cell> labels, List<Row> rows, MetricParameters parameters) {
    Map<String, Double> counts = new HashMap<>();
    rows.forEach(row -> row.counts.forEach((key, count) -> counts.merge(key, count, Double::sum)));
    Optional<Tally> tally = Optional.empty();
    if (rows.stream().anyMatch(row -> row.tally.isPresent())) {
      Tally sum = new Tally(parameters);
      rows.forEach(row -> row.tally.ifPresent(sum::add));
      tally = Optional.of(sum);
    }
    return new Row(Kind.ITEM, 0, labels, counts, tally, Optional.empty(), Optional.empty());
  }

  /** This and another row of the same name, added together. */
  Row plus(Row other) {
    Map<String, Double> sums = new HashMap<>(counts);
    other.counts.forEach((key, count) -> sums.merge(key, count, Double::sum));
    other.tally.ifPresent(more -> tally.orElseThrow().add(more));
    return new Row(
        kind,
        depth,
        labels,
        sums,
        tally,
        inclusive,
        footprint.flatMap(own -> other.footprint.map(own::plus)));
  }

  /** The same as another kind of row. */
  Row as(Kind other) {
    return new Row(other, depth, labels, counts, tally, inclusive, footprint);
  }

  /** The same further in. */
  Row at(int newDepth) {
    return new Row(kind, newDepth, labels, counts, tally, inclusive, footprint);
  }

  /** The same with quantities. */
  Row with(Map<String, Double> newCounts) {
    return new Row(kind, depth, labels, newCounts, tally, inclusive, footprint);
  }

  /** The same with accesses. */
  Row with(Tally newTally) {
    return new Row(kind, depth, labels, counts, Optional.of(newTally), inclusive, footprint);
  }

  /** The same with a footprint. */
  Row with(Footprint newFootprint) {
    return new Row(kind, depth, labels, counts, tally, inclusive, Optional.of(newFootprint));
  }

  /** The same with what was called from there. */
  Row withInclusive(Supplier<Tally> sum) {
    return new Row(kind, depth, labels, counts, tally, Optional.of(sum), footprint);
  }

  Cell label(String key) {
    return labels.getOrDefault(key, new Cell.Nothing());
  }

  Cell count(String key) {
    Double count = counts.get(key);
    return count == null ? new Cell.Nothing() : new Cell.Count(Math.round(count));
  }

  /** Whether one of its labels fits. */
  boolean matches(NamePattern pattern) {
    return labels.values().stream().anyMatch(label -> pattern.matches(label.words()));
  }
}
