package org.tslmap.collector.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.ProcessFields;

/** One table of a run, as text, CSV or JSON. Its rows add up to its last one, the whole. */
public final class TableReport {

  /** Rows that are written at once where a table is written in parts. */
  private static final int PART_ROWS = 2000;

  private final Report report;
  private final List<CacheSize> caches;
  private final RowSelection selection;
  private final Table table;
  private final List<Row> rows;

  /**
   * Makes a table.
   *
   * @param of the function it is about, see {@link NamePattern}; of windows also a data object, of
   *     functions, data and their matrix the phase; empty for everything
   * @param caches the caches miss ratios are shown for
   * @param selection which rows and columns are shown
   * @throws IllegalArgumentException if it has no column of a name in the selection, or there is no
   *     such phase, or nothing with such a name has windows
   */
  public TableReport(
      Report report, TableKind kind, String of, List<CacheSize> caches, RowSelection selection) {
    this.report = report;
    this.caches = List.copyOf(caches);
    this.selection = selection;
    this.table = kind.of(new Scope(report, caches), of);
    this.rows = selection.rows(table);
    selection.columns(table, true);
  }

  /** Whether there is no row in it but those of what is left out and of the whole. */
  public boolean isEmpty() {
    return rows.stream().noneMatch(row -> row.kind() == Row.Kind.ITEM);
  }

  /** Prints it for people, under a line that says what it shows. */
  public void text(PrintWriter out) {
    report.profile().problems().forEach(problem -> out.println("INCOMPLETE: " + problem));
    out.println(table.title() + " (" + report.view() + ")");
    out.println(described());
    out.println();
    if (!table.branches().isEmpty()) {
      TextTable.lines(selection.columns(table, true), rows).forEach(out::println);
    }
    CountedReasons.notes(rows).forEach(out::println);
    notes().forEach(out::println);
    out.flush();
  }

  /** Those of the table, and that scores in it are estimated. */
  private List<String> notes() {
    List<String> notes = new ArrayList<>(table.notes());
    if (!table.branches().isEmpty()) {
      report.whole().totals().estimate().ifPresent(notes::add);
    }
    return notes;
  }

  private String described() {
    MetricParameters parameters = table.parameters();
    String text =
        "scores of %s (%d B)"
            .formatted(selection.places(), 1 << parameters.shift(selection.granularity()));
    boolean misses =
        selection.columns(table, true).stream().anyMatch(c -> c.key().startsWith("miss"));
    return misses
        ? text
            + caches.stream()
                .map(CacheSize::label)
                .collect(
                    Collectors.joining(
                        ", ",
                        "; misses of lines (%d B) in an LRU cache of ".formatted(parameters.line()),
                        ""))
        : text;
  }

  /** Its values, by type. */
  public TableData data() {
    return new TableData(selection.columns(table, false), rows);
  }

  /** Writes it as comma-separated values. */
  public void csv(PrintWriter out) {
    CsvTable.write(selection.columns(table, false), rows, out);
    out.flush();
  }

  /**
   * Writes it as one JSON object and leaves the writer open.
   *
   * @throws IOException if it cannot be written
   */
  public void json(PrintWriter writer) throws IOException {
    JsonGenerator out = new JsonFactory().createGenerator(writer);
    out.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    out.setPrettyPrinter(new DefaultPrettyPrinter());
    try (out) {
      out.writeStartObject();
      head(out);
      rows(out, rows);
      groups(out);
      out.writeEndObject();
    }
    writer.println();
    writer.flush();
  }

  /** In how many parts its rows are written, where not all are needed at once. */
  public int parts() {
    return Math.max(1, (rows.size() - 2 + PART_ROWS) / PART_ROWS);
  }

  /**
   * Writes some of its rows as a JSON object without spaces: the first part has what is said of the
   * table, its first rows and the whole, each other part only the rows that follow.
   *
   * @param part from 0 on, below {@link #parts}
   * @throws IOException if it cannot be written
   */
  public void part(int part, Writer writer) throws IOException {
    int whole = rows.size() - 1;
    int from = part * PART_ROWS;
    List<Row> some = new ArrayList<>(rows.subList(from, Math.min(whole, from + PART_ROWS)));
    try (JsonGenerator out = new JsonFactory().createGenerator(writer)) {
      out.writeStartObject();
      if (part == 0) {
        head(out);
        out.writeNumberField("parts", parts());
        groups(out);
        some.add(rows.get(whole));
      }
      rows(out, some);
      out.writeEndObject();
    }
  }

  private void head(JsonGenerator out) throws IOException {
    out.writeNumberField("schemaVersion", JsonReport.SCHEMA_VERSION);
    out.writeStringField("table", table.name());
    out.writeStringField("view", report.view());
    ProcessFields fields = new ProcessFields(out);
    fields.strings("command", report.profile().mainProcess().identity().command());
    out.writeBooleanField("complete", report.profile().complete());
    fields.parameters(table.parameters());
    out.writeArrayFieldStart("caches");
    for (CacheSize cache : caches) {
      out.writeNumber(cache.bytes());
    }
    out.writeEndArray();
    fields.strings("notes", notes());
  }

  private void rows(JsonGenerator out, List<Row> some) throws IOException {
    JsonTable written = new JsonTable(out, selection.columns(table, false));
    out.writeArrayFieldStart("rows");
    for (Row row : some) {
      written.row(row);
    }
    out.writeEndArray();
  }

  /** What rows of one origin add up to. */
  private void groups(JsonGenerator out) throws IOException {
    JsonTable written = new JsonTable(out, selection.columns(table, false));
    out.writeArrayFieldStart("groups");
    for (OriginGroups.Group group : OriginGroups.of(table, rows)) {
      out.writeStartObject();
      if (group.below().isPresent()) {
        out.writeNumberField("below", group.below().getAsInt());
      }
      written.values(group.row());
      out.writeEndObject();
    }
    out.writeEndArray();
  }
}
