package org.tslmap.collector.report;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.score.Measure;

/**
 * A column of a table.
 *
 * @param key its name in options, CSV and JSON, such as {@code tl}
 * @param type what its cells hold
 * @param granularity which histograms it is read from, if that makes a difference
 * @param heading what stands above it
 * @param shown where it stands unless columns are chosen
 * @param order which rows come first when a table is sorted by it
 * @param value the cell of a row
 */
record Column(
    String key,
    Type type,
    Optional<Granularity> granularity,
    String heading,
    Shown shown,
    Order order,
    Function<Row, Cell> value) {

  /** What the cells of a column hold, where they hold anything. */
  enum Type {
    /** Words: {@link Cell.Text}. */
    TEXT,
    /** Whole numbers: {@link Cell.Number} and {@link Cell.Count}. */
    WHOLE,
    /** Scores and shares: {@link Cell.Score} and {@link Cell.Share}. */
    REAL,
    /** Where a score lies: {@link Cell.Interval}; words where it is not known. */
    INTERVAL,
    /** Signed strides: {@link Cell.Strides}. */
    STRIDES;

    /** That of what is measured. */
    static Type of(Measure.Unit unit) {
      return switch (unit) {
        case SCORE, SHARE -> REAL;
        case PLACES, ACCESSES -> WHOLE;
      };
    }
  }

  /** Where a column stands unless columns are chosen. */
  enum Shown {
    /** Only in tables for people. */
    TEXT,
    /** In all forms. */
    ALWAYS,
    /** Only in the forms for scripts. */
    DATA
  }

  /** Which rows come first. */
  enum Order {
    /** Those with the smallest value: the worst of scores, names from A on. */
    ASCENDING,
    /** Those with the largest value. */
    DESCENDING
  }

  /**
   * A column of what is measured; the worst values come first.
   *
   * @param granularity where the rows' histograms are of one
   */
  static Column of(Measure measure, Optional<Granularity> granularity, Function<Row, Cell> value) {
    return new Column(
        measure.key(),
        Type.of(measure.unit()),
        granularity,
        measure.heading(),
        measure.detail() == Measure.Detail.DATA ? Shown.DATA : Shown.ALWAYS,
        measure.better() == Measure.Better.HIGHER ? Order.ASCENDING : Order.DESCENDING,
        value);
  }

  /** A column of words, sorted from A on. */
  static Column text(String key, String heading, Shown shown) {
    return label(key, Type.TEXT, heading, shown);
  }

  /** A column of whole numbers that are no quantities, sorted from the smallest on. */
  static Column number(String key, String heading, Shown shown) {
    return label(key, Type.WHOLE, heading, shown);
  }

  private static Column label(String key, Type type, String heading, Shown shown) {
    return new Column(
        key, type, Optional.empty(), heading, shown, Order.ASCENDING, row -> row.label(key));
  }

  /** A column of counts that add up. */
  static Column count(String key, String heading, Shown shown) {
    return new Column(
        key, Type.WHOLE, Optional.empty(), heading, shown, Order.DESCENDING, row -> row.count(key));
  }

  /** The name with the granularity before it, where there is one: wordTl. */
  String fullKey() {
    return granularity.map(g -> fullKey(key, g)).orElse(key);
  }

  /** The name of a column of one granularity: wordTl. */
  static String fullKey(String key, Granularity granularity) {
    return granularity.key() + key.substring(0, 1).toUpperCase(Locale.ROOT) + key.substring(1);
  }

  /** Whether it belongs to histograms of another granularity. */
  boolean isOf(Granularity chosen) {
    return granularity.isEmpty() || granularity.get() == chosen;
  }

  /** Puts rows in the column's order. */
  Comparator<Row> comparator() {
    Comparator<Row> ascending =
        Comparator.<Row>comparingDouble(row -> value.apply(row).magnitude())
            .thenComparing(row -> value.apply(row).words());
    // What is not known is neither small nor large.
    return Comparator.<Row, Boolean>comparing(row -> value.apply(row) instanceof Cell.Nothing)
        .thenComparing(order == Order.ASCENDING ? ascending : ascending.reversed());
  }
}
