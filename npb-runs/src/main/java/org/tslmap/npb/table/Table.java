package org.tslmap.npb.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table: numbers as they are, and how to show them.
 *
 * @param name short, for scripts
 * @param title for people
 * @param columns from left to right
 * @param rows each with a cell for every column; an empty text where there is nothing, NaN where
 *     something is not known
 * @param notes what readers must know
 */
public record Table(
    String name, String title, List<Column> columns, List<List<Object>> rows, List<String> notes) {

  /**
   * A column.
   *
   * @param key for scripts: {@code seconds}
   * @param heading for people: {@code time, s}
   * @param unit what its numbers are
   */
  record Column(String key, String heading, Unit unit) {}

  /** Keeps lists unmodifiable. */
  public Table {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    notes = List.copyOf(notes);
    for (List<Object> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            "the table %s has %d columns, but a row of %d cells: %s"
                .formatted(name, columns.size(), row.size(), row));
      }
    }
  }

  /** Gathers a table row by row. */
  static final class Builder {
    private final String name;
    private final String title;
    private final List<Column> columns = new ArrayList<>();
    private final List<List<Object>> rows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    Builder(String name, String title) {
      this.name = name;
      this.title = title;
    }

    Builder column(String key, String heading, Unit unit) {
      columns.add(new Column(key, heading, unit));
      return this;
    }

    /** A row; what is missing at its end is empty. */
    void row(Object... cells) {
      List<Object> row = new ArrayList<>(Arrays.asList(cells));
      while (row.size() < columns.size()) {
        row.add("");
      }
      rows.add(row);
    }

    /** A row of what went wrong: the reason is in the last column. */
    void failure(String reason, Object... first) {
      List<Object> row = new ArrayList<>(Arrays.asList(first));
      while (row.size() < columns.size() - 1) {
        row.add("");
      }
      row.add(reason);
      rows.add(row);
    }

    void note(String note) {
      notes.add(note);
    }

    boolean isEmpty() {
      return rows.isEmpty();
    }

    Table build() {
      return new Table(name, title, columns, rows, notes);
    }
  }
}
