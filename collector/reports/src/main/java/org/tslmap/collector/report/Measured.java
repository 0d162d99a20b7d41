package org.tslmap.collector.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was measured of one thing in one run: the whole, a function, a line, a data object. */
public final class Measured {
  private final String name;
  private final String where;
  private final Map<String, Double> values;
  private final Optional<Row> row;

  private Measured(String name, String where, Map<String, Double> values, Optional<Row> row) {
    this.name = name;
    this.where = where;
    this.values = values;
    this.row = row;
  }

  /**
   * One of which only values are known.
   *
   * @param where its place, for people
   * @param values by the keys of columns, such as {@code accesses} or {@code wordTl}
   */
  public static Measured of(String name, String where, Map<String, Double> values) {
    return new Measured(name, where, Map.copyOf(values), Optional.empty());
  }

  /** A row of a table, with the values that it has in these columns. */
  static Measured of(Row row, String name, List<Column> columns) {
    Map<String, Double> values = new LinkedHashMap<>();
    for (Column column : columns) {
      Cell cell = column.value().apply(row);
      if (!(cell instanceof Cell.Nothing)) {
        values.put(column.fullKey(), cell.magnitude());
      }
    }
    return new Measured(name, row.label("where").words(), values, Optional.of(row));
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
