package org.tslmap.collector.filtering;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.tslmap.collector.names.Printable;
import org.tslmap.collector.report.CsvTable;
import org.tslmap.collector.report.Quantities;
import org.tslmap.locality.score.Measure;

/** Verdicts about functions, and what a filter changes, as text, CSV and JSON. */
public final class FilterReport {

  /** Version of the keys. */
  public static final int SCHEMA_VERSION = 1;

  private static final int NAME_WIDTH = 44;
  private static final List<String> SCORES = List.of("wordTl", "wordSl", "lineTl", "lineSl");

  private final FilterAdvice advice;
  private final Optional<FilterDrift> drift;
  private final int top;

  /**
   * What is shown.
   *
   * @param drift what a filter changes; empty if none was tried
   * @param top functions of each table at most
   */
  public FilterReport(FilterAdvice advice, Optional<FilterDrift> drift, int top) {
    this.advice = advice;
    this.drift = drift;
    this.top = top;
  }

  /** Prints tables for people. */
  public void text(PrintWriter out) {
    if (drift.isPresent()) {
      text(drift.get(), out);
    } else {
      List<List<String>> lines = new ArrayList<>();
      lines.add(
          List.of(
              "function",
              "calls",
              "accesses",
              "share",
              "waste",
              "time",
              "saves",
              "verdict",
              "reason"));
      for (FunctionVerdict v : advice.verdicts().stream().limit(top).toList()) {
        lines.add(
            List.of(
                v.function(),
                known(v.calls(), false),
                Quantities.count(v.accesses()),
                Quantities.of(Measure.Unit.SHARE, v.share()),
                Quantities.of(Measure.Unit.SHARE, v.waste()),
                Quantities.seconds(v.seconds()),
                known(v.savedBytes(), true),
                v.word(),
                v.reason()));
      }
      table(lines, 7, out);
      rest(advice.verdicts().size(), out);
      out.println(
          String.format(
              Locale.ROOT,
              "%s with %s of all accesses can be counted",
              functions(advice.counted().size()),
              Quantities.of(Measure.Unit.SHARE, advice.countedShare())));
    }
    out.flush();
  }

  private void text(FilterDrift changes, PrintWriter out) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(
        List.of(
            "function",
            "accesses",
            "share",
            "word TL",
            "drift",
            "word SL",
            "drift",
            "line TL",
            "drift",
            "line SL",
            "drift",
            ""));
    lines.add(line(changes.whole(), ""));
    lines.add(line(changes.stream(), ""));
    changes.functions().stream()
        .limit(top)
        .forEach(row -> lines.add(line(row, row.contextLost() ? "context lost" : "")));
    table(lines, lines.get(0).size() - 1, out);
    rest(changes.functions().size(), out);
  }

  private static List<String> line(FilterDrift.Row row, String mark) {
    List<String> line = new ArrayList<>();
    line.add(row.name());
    line.add(Quantities.count(row.accesses()));
    line.add(Quantities.of(Measure.Unit.SHARE, row.share()));
    for (int i = 0; i < SCORES.size(); i++) {
      line.add(Quantities.of(Measure.Unit.SCORE, row.after().get(i)));
      line.add(String.format(Locale.ROOT, "%+.4f", row.drift(i)));
    }
    line.add(mark);
    return line;
  }

  /** "1 function", "1,234 functions". */
  public static String functions(int count) {
    return String.format(Locale.ROOT, "%,d function%s", count, count == 1 ? "" : "s");
  }

  private void rest(int all, PrintWriter out) {
    if (all > top) {
      out.println("and " + functions(all - top) + " more (--top)");
    }
  }

  private static String known(OptionalLong value, boolean bytes) {
    return value.isEmpty()
        ? "-"
        : bytes ? Quantities.bytes(value.getAsLong()) : Quantities.count(value.getAsLong());
  }

  /** Aligned columns: the first one and those from a number on to the left. */
  private static void table(List<List<String>> lines, int left, PrintWriter out) {
    int columns = lines.get(0).size();
    int[] widths = new int[columns];
    for (List<String> line : lines) {
      for (int c = 0; c < columns; c++) {
        widths[c] = Math.max(widths[c], shown(line.get(c), c).length());
      }
    }
    for (List<String> line : lines) {
      StringBuilder text = new StringBuilder();
      for (int c = 0; c < columns; c++) {
        String cell = shown(line.get(c), c);
        String space = " ".repeat(widths[c] - cell.length());
        text.append(c == 0 ? "" : "  ").append(c == 0 || c >= left ? cell + space : space + cell);
      }
      out.println(text.toString().stripTrailing());
    }
  }

  private static String shown(String cell, int column) {
    String line = Printable.line(cell);
    return column > 0 || line.length() <= NAME_WIDTH
        ? line
        : line.substring(0, NAME_WIDTH - 3) + "...";
  }

  /**
   * Writes comma-separated values: the changes where a filter was tried, otherwise the verdicts.
   */
  public void csv(PrintWriter out) {
    if (drift.isPresent()) {
      out.print("row,function,accesses,share");
      SCORES.forEach(score -> out.print("," + score + "," + score + "Drift"));
      out.println(",contextLost");
      csv("whole", drift.get().whole(), out);
      csv("stream", drift.get().stream(), out);
      drift.get().functions().stream().limit(top).forEach(row -> csv("item", row, out));
    } else {
      out.println(
          "function,object,file,calls,accesses,share,waste,seconds,savedBytes,verdict,reason");
      for (FunctionVerdict v : advice.verdicts().stream().limit(top).toList()) {
        out.println(
            String.format(
                Locale.ROOT,
                "%s,%s,%s,%s,%d,%.9f,%.9f,%.9f,%s,%s,%s",
                CsvTable.quoted(v.function()),
                CsvTable.quoted(v.object()),
                CsvTable.quoted(v.file()),
                v.calls().isPresent() ? "" + v.calls().getAsLong() : "",
                v.accesses(),
                v.share(),
                v.waste(),
                v.seconds(),
                v.savedBytes().isPresent() ? "" + v.savedBytes().getAsLong() : "",
                v.word(),
                CsvTable.quoted(v.reason())));
      }
    }
    out.flush();
  }

  private static void csv(String kind, FilterDrift.Row row, PrintWriter out) {
    out.print(
        String.format(
            Locale.ROOT,
            "%s,%s,%d,%.9f",
            kind,
            CsvTable.quoted(row.name()),
            row.accesses(),
            row.share()));
    for (int i = 0; i < SCORES.size(); i++) {
      out.print(String.format(Locale.ROOT, ",%.9f,%.9f", row.after().get(i), row.drift(i)));
    }
    out.println(kind.equals("item") ? "," + row.contextLost() : ",");
  }

  /**
   * Writes one JSON object and leaves the writer open.
   *
   * @throws IOException if it cannot be written
   */
  public void json(PrintWriter writer) throws IOException {
    JsonGenerator out = new JsonFactory().createGenerator(writer);
    out.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    out.setPrettyPrinter(new DefaultPrettyPrinter());
    try (out) {
      out.writeStartObject();
      out.writeNumberField("schemaVersion", SCHEMA_VERSION);
      out.writeNumberField("accesses", advice.accesses());
      out.writeNumberField("countedShare", advice.countedShare());
      out.writeArrayFieldStart("functions");
      for (FunctionVerdict v : advice.verdicts().stream().limit(top).toList()) {
        verdict(v, out);
      }
      out.writeEndArray();
      if (drift.isPresent()) {
        out.writeObjectFieldStart("drift");
        out.writeFieldName("whole");
        row(drift.get().whole(), false, out);
        out.writeFieldName("stream");
        row(drift.get().stream(), false, out);
        out.writeArrayFieldStart("functions");
        for (FilterDrift.Row row : drift.get().functions().stream().limit(top).toList()) {
          row(row, true, out);
        }
        out.writeEndArray();
        out.writeEndObject();
      }
      out.writeEndObject();
    }
    writer.println();
    writer.flush();
  }

  private static void verdict(FunctionVerdict v, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("function", v.function());
    out.writeStringField("object", v.object());
    out.writeStringField("file", v.file());
    if (v.calls().isPresent()) {
      out.writeNumberField("calls", v.calls().getAsLong());
    }
    out.writeNumberField("accesses", v.accesses());
    out.writeNumberField("share", v.share());
    out.writeNumberField("waste", v.waste());
    out.writeNumberField("seconds", v.seconds());
    if (v.savedBytes().isPresent()) {
      out.writeNumberField("savedBytes", v.savedBytes().getAsLong());
    }
    out.writeStringField("verdict", v.word());
    out.writeStringField("reason", v.reason());
    out.writeEndObject();
  }

  private static void row(FilterDrift.Row row, boolean isFunction, JsonGenerator out)
      throws IOException {
    out.writeStartObject();
    if (isFunction) {
      out.writeStringField("function", row.name());
    }
    out.writeNumberField("accesses", row.accesses());
    out.writeNumberField("share", row.share());
    for (int i = 0; i < SCORES.size(); i++) {
      out.writeNumberField(SCORES.get(i), row.after().get(i));
      out.writeNumberField(SCORES.get(i) + "Drift", row.drift(i));
    }
    if (isFunction) {
      out.writeBooleanField("contextLost", row.contextLost());
    }
    out.writeEndObject();
  }
}
