package org.tslmap.npb.table;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tslmap.collector.report.CsvTable;

/** Tables in the forms there are. */
public final class TablePrinter {

  private static final String GAP = "  ";

  private TablePrinter() {}

  /** Aligned, for people. */
  public static void text(List<Table> tables, PrintWriter out) {
    boolean first = true;
    for (Table table : tables) {
      if (!first) {
        out.println();
      }
      first = false;
      out.println(table.title());
      out.println();
      List<List<String>> lines = shown(table);
      List<Integer> columns = visible(table);
      int[] widths = widths(lines);
      for (List<String> line : lines) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < line.size(); i++) {
          String cell = line.get(i);
          String blanks = " ".repeat(widths[i] - cell.length());
          boolean left = unit(table, columns.get(i)) == Unit.TEXT;
          text.append(i == 0 ? "" : GAP).append(left ? cell + blanks : blanks + cell);
        }
        out.println(text.toString().stripTrailing());
      }
      table.notes().forEach(note -> out.println("note: " + note));
    }
    out.flush();
  }

  /** For pages; numbers to the right. */
  public static void markdown(List<Table> tables, PrintWriter out) {
    boolean first = true;
    for (Table table : tables) {
      if (!first) {
        out.println();
      }
      first = false;
      out.println("### " + table.title());
      out.println();
      List<List<String>> lines = shown(table);
      out.println(row(lines.get(0)));
      out.println(
          row(
              visible(table).stream()
                  .map(i -> unit(table, i) == Unit.TEXT ? "---" : "---:")
                  .toList()));
      lines.subList(1, lines.size()).forEach(line -> out.println(row(line)));
      if (!table.notes().isEmpty()) {
        out.println();
        table.notes().forEach(note -> out.println("- " + note));
      }
    }
    out.flush();
  }

  private static String row(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  /** For spreadsheets: a table after the other, each after a line {@code # name}. */
  public static void csv(List<Table> tables, PrintWriter out) {
    for (Table table : tables) {
      out.println("# " + table.name());
      out.println(table.columns().stream().map(Table.Column::key).collect(Collectors.joining(",")));
      for (List<Object> cells : table.rows()) {
        out.println(cells.stream().map(TablePrinter::quoted).collect(Collectors.joining(",")));
      }
    }
    out.flush();
  }

  private static String quoted(Object cell) {
    if (isUnknown(cell)) {
      return "";
    }
    if (cell instanceof Double number) {
      return String.format(Locale.ROOT, "%.9g", number);
    }
    return CsvTable.quoted(cell.toString());
  }

  /**
   * For scripts: {@code {"schemaVersion": 1, "tables": {name: {"title", "notes", "rows": [{key:
   * value}]}}}}; what is not known is null.
   */
  public static void json(List<Table> tables, PrintWriter out) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode root = mapper.createObjectNode().put("schemaVersion", 1);
    ObjectNode all = root.putObject("tables");
    for (Table table : tables) {
      ObjectNode node = all.putObject(table.name()).put("title", table.title());
      ArrayNode notes = node.putArray("notes");
      table.notes().forEach(notes::add);
      ArrayNode rows = node.putArray("rows");
      for (List<Object> cells : table.rows()) {
        ObjectNode row = rows.addObject();
        for (int i = 0; i < cells.size(); i++) {
          row.putPOJO(table.columns().get(i).key(), isUnknown(cells.get(i)) ? null : cells.get(i));
        }
      }
    }
    out.print(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root));
    out.println();
    out.flush();
  }

  private static boolean isUnknown(Object cell) {
    return cell.equals("") || cell.equals(Double.NaN);
  }

  /** Headings and rows as people see them. */
  private static List<List<String>> shown(Table table) {
    List<Integer> columns = visible(table);
    List<List<String>> lines = new ArrayList<>();
    lines.add(columns.stream().map(i -> table.columns().get(i).heading()).toList());
    for (List<Object> cells : table.rows()) {
      lines.add(columns.stream().map(i -> unit(table, i).show(cells.get(i))).toList());
    }
    return lines;
  }

  /** Every column, but for one without a heading in which there is nothing. */
  private static List<Integer> visible(Table table) {
    return IntStream.range(0, table.columns().size())
        .filter(
            i ->
                !table.columns().get(i).heading().isEmpty()
                    || table.rows().stream().anyMatch(row -> !row.get(i).equals("")))
        .boxed()
        .toList();
  }

  private static Unit unit(Table table, int column) {
    return table.columns().get(column).unit();
  }

  private static int[] widths(List<List<String>> lines) {
    int[] widths = new int[lines.get(0).size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    return widths;
  }
}
