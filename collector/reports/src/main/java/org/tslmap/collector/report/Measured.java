package org.tslmap.collector.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was measured of one thing in one run: the whole, a function, a line, a data object. */
public final class Measured {
  /** Scores and shares are off by no more. */
  private static final double ANY = 1;

  private final String name;
  private final String where;
  private final Map<String, Double> values;
  private final Map<String, Double> errors;
  private final Optional<Row> row;

  private Measured(
      String name,
      String where,
      Map<String, Double> values,
      Map<String, Double> errors,
      Optional<Row> row) {
    this.name = name;
    this.where = where;
    this.values = values;
    this.errors = errors;
    this.row = row;
  }

  /**
   * One of which only values are known.
   *
   * @param where its place, for people
   * @param values by the keys of columns, such as {@code accesses} or {@code wordTl}
   */
  public static Measured of(String name, String where, Map<String, Double> values) {
    return new Measured(name, where, Map.copyOf(values), Map.of(), Optional.empty());
  }

  /**
   * A row of a table, with the values that it has in these columns.
   *
   * @param told whether rows of a sampled run tell how far they may be off; if not, anything is
   *     possible but counts
   */
  static Measured of(Row row, String name, List<Column> columns, boolean told) {
    Map<String, Double> values = new LinkedHashMap<>();
    Map<String, Double> errors = new LinkedHashMap<>();
    for (Column column : columns) {
      Cell cell = column.value().apply(row);
      if (!(cell instanceof Cell.Nothing)) {
        values.put(column.fullKey(), cell.magnitude());
        if (!told && !ComparedRow.isCount(column)) {
          errors.put(column.fullKey(), ANY);
        }
        Measures.errorOf(row, column)
            .ifPresent(error -> errors.put(column.fullKey(), error * scale(column, cell)));
      }
    }
    return new Measured(name, row.label("where").words(), values, errors, Optional.of(row));
  }

  /** Errors of counts are shares of them. */
  private static double scale(Column column, Cell cell) {
    return ComparedRow.isCount(column) ? Math.abs(cell.magnitude()) : 1;
  }

  /** What it is called. */
  public String name() {
    return name;
  }

  /** Its place, for people. */
  public String where() {
    return where;
  }

  /** Its values, by the keys of columns. */
  public Map<String, Double> values() {
    return values;
  }

  /** How far a value may be from the exact one, 0 if it is that. */
  double error(String key) {
    return errors.getOrDefault(key, 0.0);
  }

  /** The path of its source file; empty if that is not known. */
  public String file() {
    return row.map(some -> some.label("file").words()).orElse("");
  }

  /** Its line in the source file, 0 if that is not known. */
  public int line() {
    return row.map(some -> (int) some.label("sourceLine").magnitude()).orElse(0);
  }

  /** The row of the table. */
  Optional<Row> row() {
    return row;
  }
}
