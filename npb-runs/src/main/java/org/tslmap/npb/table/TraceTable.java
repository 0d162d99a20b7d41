package org.tslmap.npb.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.npb.Variant;
import org.tslmap.npb.sweep.RunResult;
import org.tslmap.npb.sweep.Subject;

/**
 * Code against trace, as in the second table of Levchenko and Fyodorov's tslmap paper: lines of
 * code, lines of trace (one for each access), how many of these come of one of those, and what it
 * takes to keep them. Its figures, for IS of class A, stand beside those measured here.
 */
final class TraceTable {

  private static final double THOUSAND = 1000;

  /** What the paper says of IS, class A: thousands of lines, and gigabytes. */
  private enum Published {
    WHOLE("", 2_829_680, 38.8, 3_819_200, 52.3),
    FIND_MY_SEED("find_my_seed", 103_729, 1.4, 147_409, 2.0);

    private final String function;
    private final long tslmapLines;
    private final double tslmapGb;
    private final long pinLines;
    private final double pinGb;

    Published(String function, long tslmapLines, double tslmapGb, long pinLines, double pinGb) {
      this.function = function;
      this.tslmapLines = tslmapLines;
      this.tslmapGb = tslmapGb;
      this.pinLines = pinLines;
      this.pinGb = pinGb;
    }

    static Optional<Published> of(Subject subject, String function) {
      if (subject.benchmark().equals("is")
          && subject.problemClass().equals("A")
          && subject.variant() == Variant.SERIAL) {
        for (Published published : values()) {
          if (published.function.equals(function)) {
            return Optional.of(published);
          }
        }
      }
      return Optional.empty();
    }
  }

  private TraceTable() {}

  /** Every serial program and function that was scored. */
  static Table of(SweepData data) throws IOException, MeasurementException {
    Table.Builder table =
        new Table.Builder("trace", "Lines of code and lines of trace (the paper's table 2)")
            .column("program", "program", Unit.TEXT)
            .column("function", "function", Unit.TEXT)
            .column("codeLines", "lines of code", Unit.COUNT)
            .column("traceLines", "trace lines, thousands", Unit.THOUSANDS)
            .column("ratio", "thousands per line", Unit.NUMBER)
            .column("traceBytes", "stored trace", Unit.BYTES)
            .column("paperTraceLines", "paper: tslmap, thousands", Unit.COUNT)
            .column("paperTraceBytes", "GB", Unit.NUMBER)
            .column("pinTraceLines", "paper: PIN, thousands", Unit.COUNT)
            .column("pinTraceBytes", "GB", Unit.NUMBER);
    for (RunResult result : results(data)) {
      table.row(cells(data, result));
    }
    table.note(
        "code: lines that are not blank, of the program's own source files or of the function; a"
            + " trace has a line for each access; the paper has class A of IS, in NASA's version");
    if (data.partial().isPresent()) {
      table.note("partial: accesses of counted functions are not in the trace");
    }
    return table.build();
  }

  private static List<RunResult> results(SweepData data) {
    List<RunResult> results = new ArrayList<>();
    for (Subject subject : data.subjects()) {
      if (subject.variant() == Variant.SERIAL) {
        data.stored(subject).or(() -> data.scored(subject)).ifPresent(results::add);
        data.functions().stream()
            .filter(result -> result.run().subject().equals(subject))
            .forEach(results::add);
      }
    }
    return results;
  }

  private static Object[] cells(SweepData data, RunResult result)
      throws IOException, MeasurementException {
    String function = result.run().function();
    Subject subject = result.run().subject();
    LocalityProfile profile = data.profile(result);
    OptionalLong code =
        function.isEmpty()
            ? SourceLines.ofProgram(profile)
            : SourceLines.ofFunction(profile, function);
    double lines = result.scores().recorded() / THOUSAND;
    Optional<Published> published = Published.of(subject, function);
    return new Object[] {
      subject.name(),
      function.isEmpty() ? "whole" : function,
      code.isPresent() ? (Object) code.getAsLong() : "",
      lines,
      code.isPresent() ? (Object) (lines / code.getAsLong()) : "",
      result.traceBytes() == 0 ? "" : (Object) result.traceBytes(),
      published.<Object>map(p -> p.tslmapLines).orElse(""),
      published.<Object>map(p -> p.tslmapGb).orElse(""),
      published.<Object>map(p -> p.pinLines).orElse(""),
      published.<Object>map(p -> p.pinGb).orElse("")
    };
  }
}
