package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tslmap.locality.profile.StrideShare;

/**
 * A table as typed values: what CSV holds, row by row. What kind a row is, stands in the first
 * column, {@code row}; an interval is two columns, its name with From and To behind it.
 */
public final class TableData {

  private final List<Column> columns;
  private final List<Row> rows;

  /** What the values of a column are. */
  public enum Type {
    /** A {@link String}. */
    TEXT,
    /** A {@link Long}. */
    WHOLE,
    /** A {@link Double}. */
    REAL,
    /** A list of {@link StrideShare}. */
    STRIDES
  }

  /**
   * A column.
   *
   * @param name its name in CSV
   * @param type what its values are
   */
  public record Field(String name, Type type) {}

  TableData(List<Column> columns, List<Row> rows) {
    this.columns = columns;
    this.rows = rows;
  }

  /** The columns, from left to right. */
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>(List.of(new Field("row", Type.TEXT)));
    for (Column column : columns) {
      String name = column.fullKey();
      switch (column.type()) {
        case TEXT -> fields.add(new Field(name, Type.TEXT));
        case WHOLE -> fields.add(new Field(name, Type.WHOLE));
        case REAL -> fields.add(new Field(name, Type.REAL));
        case STRIDES -> fields.add(new Field(name, Type.STRIDES));
        case INTERVAL -> {
          fields.add(new Field(name + "From", Type.REAL));
          fields.add(new Field(name + "To", Type.REAL));
        }
      }
    }
    return fields;
  }

  /** How many rows there are. */
  public int rows() {
    return rows.size();
  }

  /** The values of a row, one for each field; empty where one does not apply or is not known. */
  public List<Optional<Object>> row(int index) {
    Row row = rows.get(index);
    List<Optional<Object>> values = new ArrayList<>(columns.size() + 1);
    values.add(Optional.of(row.kind().name().toLowerCase(Locale.ROOT)));
    for (Column column : columns) {
      Cell cell = column.value().apply(row);
      if (column.type() == Column.Type.INTERVAL) {
        boolean known = cell instanceof Cell.Interval;
        double[] ends = known ? ((Cell.Interval) cell).ends() : new double[2];
        values.add(known ? Optional.of(ends[0]) : Optional.empty());
        values.add(known ? Optional.of(ends[1]) : Optional.empty());
      } else {
        values.add(value(column.type(), cell));
      }
    }
    return values;
  }

  private static Optional<Object> value(Column.Type type, Cell cell) {
    if (cell instanceof Cell.Nothing) {
      return Optional.empty();
    } else if (cell instanceof Cell.Text text) {
      return type == Column.Type.TEXT ? Optional.of(text.text()) : Optional.empty();
    } else if (cell instanceof Cell.Number number) {
      return Optional.of(number.value());
    } else if (cell instanceof Cell.Count count) {
      return Optional.of(count.value());
    } else if (cell instanceof Cell.Strides strides) {
      return Optional.of(strides.commonest());
    }
    return Optional.of(cell.magnitude());
  }
}
