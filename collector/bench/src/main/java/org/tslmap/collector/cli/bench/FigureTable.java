package org.tslmap.collector.cli.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.tslmap.collector.cli.Format;

/** A table that is printed row by row while it is measured. */
final class FigureTable<R> {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A column.
   *
   * @param key its name for scripts
   * @param heading its name for people
   * @param form how a value is printed for people, such as {@code %9.2f}; decides the width
   * @param value a {@link String}, {@link Long} or {@link Double}; not a number where there is none
   */
  record Column<R>(String key, String heading, String form, Function<R, Object> value) {

    private int width() {
      return Integer.parseInt(form.replaceAll("^%-?(\\d+).*", "$1"));
    }

    private String head() {
      return String.format(
          form.startsWith("%-") ? "%-" + width() + "s" : "%" + width() + "s", heading);
    }

    private String text(R row) {
      Object cell = value.apply(row);
      return isMissing(cell)
          ? " ".repeat(width() - 1) + "-"
          : String.format(Locale.ROOT, form, cell);
    }

    private String csv(R row) {
      Object cell = value.apply(row);
      if (cell instanceof String text) {
        return text.matches("[\\w./+-]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
      }
      return isMissing(cell) ? "" : cell.toString();
    }

    private void json(R row, ObjectNode node) {
      Object cell = value.apply(row);
      if (!isMissing(cell)) {
        node.set(key, JSON.valueToTree(cell));
      }
    }

    private static boolean isMissing(Object cell) {
      return cell instanceof Double number && !Double.isFinite(number);
    }
  }

  private final List<Column<R>> columns;
  private final Format format;
  private final PrintWriter out;
  private final ObjectNode root = JSON.createObjectNode().put("schemaVersion", 1);
  private final ArrayNode rows = root.putArray("rows");

  /** Prints the headings. */
  FigureTable(List<Column<R>> columns, Format format, PrintWriter out) {
    this.columns = List.copyOf(columns);
    this.format = format;
    this.out = out;
    switch (format) {
      case TEXT -> print(Column::head, "  ");
      case CSV -> print(Column::key, ",");
      case JSON -> {}
    }
  }

  private void print(Function<Column<R>, String> cell, String between) {
    out.println(columns.stream().map(cell).collect(Collectors.joining(between)).stripTrailing());
    out.flush();
  }

  /** Prints a row. */
  void add(R row) {
    switch (format) {
      case TEXT -> print(column -> column.text(row), "  ");
      case CSV -> print(column -> column.csv(row), ",");
      case JSON -> {
        ObjectNode node = rows.addObject();
        columns.forEach(column -> column.json(row, node));
      }
    }
  }

  /** Prints what cannot be printed before all rows are known. */
  void finish() throws IOException {
    if (format == Format.JSON) {
      out.print(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root));
      out.println();
      out.flush();
    }
  }
}
