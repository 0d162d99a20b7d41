package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.tslmap.collector.names.Printable;
import org.tslmap.locality.profile.StrideShare;
import org.tslmap.locality.score.Measure;

/** A table as aligned text for people. */
final class TextTable {

  /** A column of text is as wide as its widest cell, but not wider than this, except the last. */
  private static final int WIDEST = 44;

  private static final int STRIDES = 2;

  private TextTable() {}

  /** The column names, and a line for each row. */
  static List<String> lines(List<Column> columns, List<Row> rows) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(columns.stream().map(column -> Printable.line(heading(column, columns))).toList());
    rows.forEach(row -> cells.add(columns.stream().map(column -> cell(column, row)).toList()));
    List<String> lines = new ArrayList<>();
    boolean[] left = new boolean[columns.size()];
    int[] widths = new int[columns.size()];
    for (int c = 0; c < widths.length; c++) {
      int column = c;
      left[c] = rows.stream().allMatch(row -> isText(columns.get(column).value().apply(row)));
      widths[c] = cells.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
      if (left[c] && c + 1 < widths.length) {
        widths[c] = Math.min(widths[c], WIDEST);
      }
    }
    for (List<String> line : cells) {
      StringBuilder text = new StringBuilder();
      for (int c = 0; c < widths.length; c++) {
        String cell = shortened(line.get(c), widths[c]);
        String space = " ".repeat(widths[c] - cell.length());
        text.append(c == 0 ? "" : "  ").append(left[c] ? cell + space : space + cell);
      }
      lines.add(text.toString().stripTrailing());
    }
    return lines;
  }

  /** With the granularity where both are shown. */
  static String heading(Column column, List<Column> columns) {
    boolean several =
        columns.stream().filter(c -> c.heading().equals(column.heading())).count() > 1;
    return several && column.granularity().isPresent()
        ? column.granularity().get().key() + " " + column.heading()
        : column.heading();
  }

  private static boolean isText(Cell cell) {
    return cell instanceof Cell.Text
        || cell instanceof Cell.Strides
        || cell instanceof Cell.Nothing;
  }

  private static String cell(Column column, Row row) {
    String text = text(column.value().apply(row));
    return column.key().equals("name") ? "  ".repeat(row.depth()) + text : text;
  }

  private static String text(Cell cell) {
    if (cell instanceof Cell.Text || cell instanceof Cell.Nothing) {
      return Printable.line(cell.words());
    } else if (cell instanceof Cell.Number number) {
      return Long.toString(number.value());
    } else if (cell instanceof Cell.Count count) {
      return Quantities.count(count.value());
    } else if (cell instanceof Cell.Share share) {
      return Quantities.of(Measure.Unit.SHARE, share.value());
    } else if (cell instanceof Cell.Score score) {
      return Quantities.of(Measure.Unit.SCORE, score.value());
    } else if (cell instanceof Cell.Interval interval) {
      return Quantities.of(Measure.Unit.SCORE, interval.half());
    } else if (cell instanceof Cell.Strides strides) {
      return strides.commonest().stream()
          .limit(STRIDES)
          .map(step -> step(step, strides.accesses()))
          .collect(Collectors.joining(", "));
    }
    throw new IllegalStateException("a cell of an unknown kind: " + cell);
  }

  private static String step(StrideShare step, long accesses) {
    return PartsText.of(signed(step.bytes()), step.count(), accesses);
  }

  static String signed(long bytes) {
    return bytes > 0 ? "+" + bytes : Long.toString(bytes);
  }

  /** A name as it is shown in a column. */
  static String shortened(String name) {
    return shortened(Printable.line(name), WIDEST);
  }

  private static String shortened(String text, int width) {
    return text.length() <= width ? text : text.substring(0, width - 3) + "...";
  }
}
