package org.tslmap.npb.table;

import java.util.Optional;
import org.tslmap.npb.sweep.PlannedRun;
import org.tslmap.npb.sweep.RunResult;
import org.tslmap.npb.sweep.Tool;

/** What each way of running costs: time and memory. */
final class OverheadTable {

  private OverheadTable() {}

  static Table of(SweepData data) {
    Table.Builder table =
        new Table.Builder("overhead", "What measuring costs")
            .column("program", "program", Unit.TEXT)
            .column("tool", "under", Unit.TEXT)
            .column("seconds", "time, s", Unit.SECONDS)
            .column("spread", "spread", Unit.SHARE)
            .column("programSeconds", "program's, s", Unit.SECONDS)
            .column("slowdown", "slower than alone", Unit.MULTIPLE)
            .column("overValgrind", "than Valgrind alone", Unit.MULTIPLE)
            .column("peakBytes", "peak memory", Unit.BYTES)
            .column("collectorPeakBytes", "collector's", Unit.BYTES)
            .column("traceBytes", "trace", Unit.BYTES)
            .column("bytesPerAccess", "bytes per access", Unit.NUMBER)
            .column("failure", "", Unit.TEXT);
    for (PlannedRun run : data.sweep().runs()) {
      if (!run.function().isEmpty()) {
        continue;
      }
      RunResult result = data.results().get(run);
      if (result == null || !result.succeeded()) {
        table.failure(data.reason(run), run.subject().name(), run.tool().description());
        continue;
      }
      table.row(
          run.subject().name(),
          run.tool().description(),
          result.medianSeconds(),
          result.seconds().size() > 1 ? (Object) result.spread() : "",
          result.programSeconds(),
          multiple(result, data.result(run.subject(), Tool.NATIVE)),
          multiple(result, data.result(run.subject(), Tool.NONE)),
          result.peakBytes(),
          known(result.collectorPeakBytes()),
          known(result.traceBytes()),
          result.traceBytes() == 0 || result.scores().recorded() == 0
              ? ""
              : (Object) ((double) result.traceBytes() / result.scores().recorded()));
    }
    table.note(
        "time is wall time of everything from start to end, the start of the collector's Java and of"
            + " MPI's ranks included; alone it is the median, with slowest less fastest as spread;"
            + " the program's is that of its own process, Valgrind in it, the longest of its ranks;"
            + " multiples are of the program's");
    table.note(
        "peak memory is that of the program's processes with Valgrind in them, ranks added up; the"
            + " collector's comes on top");
    if (data.partial().isPresent()) {
      table.note("partial: bytes per access are of those that are in the trace");
    }
    if (data.sweep().jobs() > 1) {
      table.note(
          "%d runs went on at the same time, which makes them slower"
              .formatted(data.sweep().jobs()));
    }
    return table.build();
  }

  private static Object multiple(RunResult result, Optional<RunResult> base) {
    return base.filter(b -> b.programSeconds() > 0)
        .<Object>map(b -> result.programSeconds() / b.programSeconds())
        .orElse("");
  }

  private static Object known(long value) {
    return value == 0 ? "" : value;
  }
}
