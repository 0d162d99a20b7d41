package org.tslmap.collector.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.profile.ProcessFields;
import org.tslmap.locality.profile.Sampling;

/** A comparison as text, Markdown, JSON or CSV. */
public final class ComparisonReport {
  private static final String ABSENT = "-";

  private final Comparison comparison;
  private final List<Comparison.Part> parts;
  private final int top;
  private final List<Column> columns;

  /**
   * What is shown.
   *
   * @param parts the tables, in their order
   * @param top rows of each table in text and Markdown at most
   */
  public ComparisonReport(Comparison comparison, List<Comparison.Part> parts, int top) {
    this.comparison = comparison;
    this.parts = List.copyOf(parts);
    this.top = top;
    this.columns = comparison.columns();
  }

  /** Prints tables for people. */
  public void text(PrintWriter out) {
    head().forEach(out::println);
    out.println();
    table(whole()).forEach(out::println);
    for (Comparison.Part part : parts) {
      List<ComparedRow> rows = comparison.rows(part);
      out.println();
      List<List<String>> shown = shown(part, rows);
      if (shown.size() > 1) {
        table(shown).forEach(out::println);
      }
      out.println(rest(part, rows));
    }
    out.flush();
  }

  /** Prints the same as Markdown. */
  public void markdown(PrintWriter out) {
    head().forEach(line -> out.println(line + "  "));
    out.println();
    markdown(whole(), out);
    for (Comparison.Part part : parts) {
      List<ComparedRow> rows = comparison.rows(part);
      out.println();
      List<List<String>> shown = shown(part, rows);
      if (shown.size() > 1) {
        markdown(shown, out);
        out.println();
      }
      out.println(rest(part, rows));
    }
    out.flush();
  }

  private List<String> head() {
    List<String> lines = new ArrayList<>();
    lines.add("before: " + command(comparison.before()));
    lines.add("after:  " + command(comparison.after()));
    Stream.of(comparison.before(), comparison.after())
        .flatMap(report -> report.profile().problems().stream())
        .distinct()
        .forEach(problem -> lines.add("INCOMPLETE: " + problem));
    int runs = comparison.margins().runs();
    lines.add(
        runs == 0
            ? "every difference counts: no margins are known (tslmap run --repeat N finds them)"
            : "differences within those of %d equal runs are no changes".formatted(runs));
    if (Stream.of(comparison.before(), comparison.after())
        .anyMatch(report -> Sampling.isIn(report.profile().processes()))) {
      lines.add(
          "values that are told from samples change where they differ by more than their errors (±)");
    }
    return lines;
  }

  private static String command(Report report) {
    return String.join(" ", report.profile().mainProcess().identity().command());
  }

  /** A line for each value of the whole. */
  private List<List<String>> whole() {
    ComparedRow whole = comparison.whole();
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("whole", "before", "after", "change"));
    for (Column column : columns) {
      if (column.shown() != Column.Shown.DATA || !isScore(column)) {
        lines.add(
            List.of(
                TextTable.heading(column, columns),
                value(column, whole.before(column)),
                value(column, whole.after(column)),
                change(column, whole)));
      }
    }
    return lines;
  }

  private static boolean isScore(Column column) {
    return column.granularity().isPresent();
  }

  private List<List<String>> shown(Comparison.Part part, List<ComparedRow> rows) {
    List<Column> brief =
        (rows.isEmpty() ? columns : columns(part))
            .stream()
                .filter(
                    c ->
                        List.of("accesses", "tl", "sl").contains(c.key())
                            || c.key().startsWith("miss"))
                .filter(c -> c.isOf(Granularity.WORD))
                .toList();
    List<List<String>> lines = new ArrayList<>();
    List<String> heading = new ArrayList<>(List.of(part.title() + ", largest change first"));
    brief.forEach(column -> heading.add(column.heading()));
    heading.add("where");
    lines.add(heading);
    rows.stream()
        .filter(ComparedRow::significant)
        .limit(top)
        .forEach(
            row -> {
              List<String> line = new ArrayList<>();
              line.add(TextTable.shortened(row.name()));
              brief.forEach(column -> line.add(both(column, row)));
              line.add(state(row) + row.where());
              lines.add(line);
            });
    return lines;
  }

  private List<Column> columns(Comparison.Part part) {
    return part == Comparison.Part.PHASES ? comparison.phaseColumns() : columns;
  }

  private static String state(ComparedRow row) {
    return row.before().isEmpty() ? "appeared " : row.after().isEmpty() ? "vanished " : "";
  }

  /** Both values, or one where nothing changed that can be seen. */
  private static String both(Column column, ComparedRow row) {
    String from = value(column, row.before(column));
    String to = value(column, row.after(column));
    return from.equals(to) ? from : from + " -> " + to;
  }

  private static String value(Column column, Optional<Double> value) {
    return value.map(some -> text(column, some)).orElse(ABSENT);
  }

  private static String text(Column column, double value) {
    if (ComparedRow.isCount(column)) {
      return Quantities.count(Math.round(value));
    }
    return column.key().startsWith("miss") || column.key().endsWith("Share")
        ? String.format(Locale.ROOT, "%.2f%%", 100 * value)
        : String.format(Locale.ROOT, "%.4f", value);
  }

  /** The difference, of counts also in per cent. */
  private static String change(Column column, ComparedRow row) {
    double change = row.change(column).orElse(0.0);
    if (change == 0) {
      return "none";
    }
    String sign = change > 0 ? "+" : "-";
    String difference = sign + text(column, Math.abs(change));
    double from = row.before(column).orElse(0.0);
    return ComparedRow.isCount(column) && from > 0
        ? difference + String.format(Locale.ROOT, " (%+.2f%%)", 100 * change / from)
        : difference;
  }

  private String rest(Comparison.Part part, List<ComparedRow> rows) {
    long changed = rows.stream().filter(ComparedRow::significant).count();
    String name = part.key();
    if (changed == 0) {
      return "%s: none of %d changed".formatted(name, rows.size());
    }
    return "%s: %d of %d changed%s"
        .formatted(
            name,
            changed,
            rows.size(),
            changed > top ? ", %d are shown (--top shows more)".formatted(top) : "");
  }

  /** Aligned columns. */
  private static List<String> table(List<List<String>> lines) {
    int[] widths = new int[lines.get(0).size()];
    for (List<String> line : lines) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], line.get(c).length());
      }
    }
    return lines.stream()
        .map(
            line -> {
              StringBuilder text = new StringBuilder();
              for (int c = 0; c < widths.length; c++) {
                text.append(c == 0 ? "" : "  ").append(line.get(c));
                text.append(" ".repeat(widths[c] - line.get(c).length()));
              }
              return text.toString().stripTrailing();
            })
        .toList();
  }

  private static void markdown(List<List<String>> lines, PrintWriter out) {
    for (int i = 0; i < lines.size(); i++) {
      out.println(
          lines.get(i).stream()
              .map(cell -> cell.replace("|", "\\|").replace("<", "&lt;"))
              .collect(Collectors.joining(" | ", "| ", " |")));
      if (i == 0) {
        out.println("|---".repeat(lines.get(0).size()) + "|");
      }
    }
  }

  /** Writes all rows as comma-separated values: before, after and change of each column. */
  public void csv(PrintWriter out) {
    List<String> heading = new ArrayList<>(List.of("table", "name", "where", "significant"));
    for (Column column : columns) {
      String key = column.fullKey();
      heading.addAll(List.of(key + "Before", key + "After", key + "Change"));
    }
    out.println(String.join(",", heading));
    csv("whole", comparison.whole(), out);
    for (Comparison.Part part : parts) {
      comparison.rows(part).forEach(row -> csv(part.key(), row, out));
    }
    out.flush();
  }

  private void csv(String table, ComparedRow row, PrintWriter out) {
    List<String> cells =
        new ArrayList<>(
            List.of(
                table,
                CsvTable.quoted(row.name()),
                CsvTable.quoted(row.where()),
                Boolean.toString(row.significant())));
    for (Column column : columns) {
      for (Optional<Double> value :
          List.of(row.before(column), row.after(column), row.change(column))) {
        cells.add(value.map(some -> plain(column, some)).orElse(""));
      }
    }
    out.println(String.join(",", cells));
  }

  private static String plain(Column column, double value) {
    return ComparedRow.isCount(column)
        ? Long.toString(Math.round(value))
        : String.format(Locale.ROOT, "%.9f", value);
  }

  /**
   * Writes one JSON object and leaves the writer open: {@code whole}, and an array for each table.
   *
   * @throws IOException if it cannot be written
   */
  public void json(PrintWriter writer) throws IOException {
    JsonGenerator out = new JsonFactory().createGenerator(writer);
    out.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    out.setPrettyPrinter(new DefaultPrettyPrinter());
    try (out) {
      out.writeStartObject();
      out.writeNumberField("schemaVersion", JsonReport.SCHEMA_VERSION);
      out.writeNumberField("marginRuns", comparison.margins().runs());
      new ProcessFields(out).parameters(comparison.before().whole().parameters());
      out.writeArrayFieldStart("caches");
      for (CacheSize cache : comparison.caches()) {
        out.writeNumber(cache.bytes());
      }
      out.writeEndArray();
      out.writeFieldName("whole");
      json(comparison.whole(), columns, out);
      for (Comparison.Part part : parts) {
        out.writeArrayFieldStart(part.key());
        for (ComparedRow row : comparison.rows(part)) {
          json(row, columns(part), out);
        }
        out.writeEndArray();
      }
      out.writeEndObject();
    }
    writer.println();
    writer.flush();
  }

  private static void json(ComparedRow row, List<Column> columns, JsonGenerator out)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("name", row.name());
    out.writeStringField("where", row.where());
    JsonTable table = new JsonTable(out, columns);
    side("before", row.before().flatMap(Measured::row), table, out);
    side("after", row.after().flatMap(Measured::row), table, out);
    out.writeObjectFieldStart("change");
    changes(row, columns.stream().filter(c -> c.granularity().isEmpty()).toList(), out);
    for (Granularity granularity :
        columns.stream().flatMap(c -> c.granularity().stream()).distinct().sorted().toList()) {
      out.writeObjectFieldStart(granularity.key());
      changes(
          row,
          columns.stream().filter(c -> c.granularity().equals(Optional.of(granularity))).toList(),
          out);
      out.writeEndObject();
    }
    out.writeEndObject();
    out.writeBooleanField("significant", row.significant());
    out.writeEndObject();
  }

  private static void side(String key, Optional<Row> row, JsonTable table, JsonGenerator out)
      throws IOException {
    out.writeFieldName(key);
    if (row.isEmpty()) {
      out.writeNull();
      return;
    }
    out.writeStartObject();
    table.values(row.get());
    out.writeEndObject();
  }

  private static void changes(ComparedRow row, List<Column> columns, JsonGenerator out)
      throws IOException {
    for (Column column : columns) {
      Optional<Double> change = row.change(column);
      if (change.isPresent()) {
        out.writeFieldName(column.key());
        if (ComparedRow.isCount(column)) {
          out.writeNumber(Math.round(change.get()));
        } else {
          out.writeNumber(change.get());
        }
      }
    }
  }
}
