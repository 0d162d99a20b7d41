package org.tslmap.collector.report;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.tslmap.collector.names.Printable;

/** A table as comma-separated values, with the kind of each row first. */
public final class CsvTable {

  private CsvTable() {}

  static void write(List<Column> columns, List<Row> rows, PrintWriter out) {
    out.println("row," + columns.stream().map(Column::fullKey).collect(Collectors.joining(",")));
    for (Row row : rows) {
      out.println(
          row.kind().name().toLowerCase(Locale.ROOT)
              + ","
              + columns.stream()
                  .map(column -> text(column.value().apply(row)))
                  .collect(Collectors.joining(",")));
    }
  }

  static String text(Cell cell) {
    if (cell instanceof Cell.Nothing) {
      return "";
    } else if (cell instanceof Cell.Text) {
      return quoted(cell.words());
    } else if (cell instanceof Cell.Number number) {
      return Long.toString(number.value());
    } else if (cell instanceof Cell.Count count) {
      return Long.toString(count.value());
    } else if (cell instanceof Cell.Interval interval) {
      double[] ends = interval.ends();
      return String.format(Locale.ROOT, "%.9f %.9f", ends[0], ends[1]);
    } else if (cell instanceof Cell.Strides strides) {
      return strides.commonest().stream()
          .map(step -> TextTable.signed(step.bytes()) + "=" + step.count())
          .collect(Collectors.joining(" "));
    }
    return String.format(Locale.ROOT, "%.9f", cell.magnitude());
  }

  /** The printable text as a value, in quotes where it needs them. */
  public static String quoted(String text) {
    String line = Printable.line(text);
    return line.matches("[^\",]*") ? line : '"' + line.replace("\"", "\"\"") + '"';
  }
}
