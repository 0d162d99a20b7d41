package org.tslmap.collector.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.ScoreErrors;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.locality.profile.Stretch;

/** The report as an aligned table for people. */
public final class TextReport {

  private static final List<String> FUNCTION_COLUMNS =
      List.of("name", "share", "loads", "stores", "wordTl", "wordSl", "wordSlNonZero", "where");

  private final Report report;
  private final TableWriter out;

  private TextReport(Report report, TableWriter out) {
    this.report = report;
    this.out = out;
  }

  /** Prints the report. */
  public static void write(Report report, PrintWriter out) {
    new TextReport(report, new TableWriter(out)).write();
    out.flush();
  }

  private void write() {
    ProcessProfile main = report.profile().mainProcess();
    List<ProcessProfile> processes = report.profile().processes();
    out.line("%s", String.join(" ", main.identity().command()));
    if (report.profile().parallel()) {
      out.line("%d ranks added together", report.profile().ranks().size());
    } else if (processes.size() > 1) {
      out.line("%d processes added together", processes.size());
    }
    report.profile().problems().forEach(problem -> out.line("INCOMPLETE: %s", problem));
    notices();
    if (main.isolated()) {
      out.line("isolated: only the selected accesses form the stream (%s)", selection(main));
    }
    out.line("");
    totals(report.whole().totals());
    sampled();
    out.line("parameters  %s", Report.describe(report.whole().parameters()));
    out.line("");
    scores(report.whole());
    out.line("");
    PartTables parts = new PartTables(report, out);
    parts.write();
    functions();
    tooFew();
    parts.imbalance(report.functions(report.whole()));
    out.line("");
    hints();
  }

  /** What is not said as a problem already. */
  private void notices() {
    List<String> reasons =
        report.profile().processes().stream()
            .map(process -> process.end().incompleteReason())
            .filter(reason -> !reason.isEmpty())
            .toList();
    report.notices().stream()
        .filter(notice -> reasons.stream().noneMatch(notice::contains))
        .filter(notice -> report.profile().problems().stream().noneMatch(notice::equals))
        .forEach(notice -> out.line("note: %s", notice));
  }

  private static String selection(ProcessProfile process) {
    return process.selection().isEmpty()
        ? "the program switched recording off, TSLMAP_OFF"
        : String.join(" ", process.selection());
  }

  private void totals(AccessTotals totals) {
    out.line(
        "accesses    %,d = %,d loads + %,d stores",
        totals.accesses(), totals.loads(), totals.stores());
    List<Stretch> stretches =
        report.profile().processes().stream()
            .flatMap(process -> process.stretch().stream())
            .toList();
    if (!stretches.isEmpty()) {
      new StretchLines(out).write(totals, stretches, report.profile().complete());
    } else if (report.profile().complete() && totals.leftOut() > 0) {
      out.line(
          "left out    %,d of the program's %,d accesses (%.1f %%)",
          totals.leftOut(),
          totals.toolAccesses(),
          100.0 * totals.leftOut() / totals.toolAccesses());
    }
    if (totals.storedAccesses() > 0 && totals.storedAccesses() < totals.accesses()) {
      out.line(
          "stored      %,d accesses of them, then the trace had its limit",
          totals.storedAccesses());
    }
  }

  private void sampled() {
    List<Sampling> sampled =
        report.profile().processes().stream()
            .flatMap(process -> process.sampling().stream())
            .toList();
    if (sampled.isEmpty()) {
      return;
    }
    out.line(
        "sampled     %,d accesses scored in bursts, and the first %,d all; the others are counted,"
            + " and scores estimated: ± is half of the 95 %% interval",
        sampled.stream().mapToLong(Sampling::scoredAccesses).sum(),
        sampled.stream().mapToLong(Sampling::exactAccesses).sum());
  }

  /** Names the functions in the table whose scores say nothing. */
  private void tooFew() {
    Map<FunctionInfo, ScoreErrors> errors = Sampling.functionErrors(report.profile().processes());
    List<String> few =
        report.functions(report.whole()).stream()
            .map(FunctionProfile::function)
            .filter(function -> errors.getOrDefault(function, ScoreErrors.NONE).tooFew())
            .map(FunctionInfo::name)
            .toList();
    if (!few.isEmpty()) {
      out.line("too few samples for scores of %s", String.join(", ", few));
    }
  }

  private void scores(ScoredStream whole) {
    Optional<ScoreErrors> errors = Sampling.errors(report.profile().processes());
    out.line("%-12s%8s%8s%8s%12s%8s  %s", "", "TL", "SL", "SL*", "stride 0", "cold", "footprint");
    for (Granularity granularity : Granularity.values()) {
      LocalityHistogram histogram = whole.histograms().at(granularity);
      int bytes = 1 << whole.parameters().shift(granularity);
      long places = whole.footprint().at(granularity);
      String unit = granularity.name().toLowerCase(Locale.ROOT);
      out.line(
          "%-12s%8.4f%8.4f%8.4f%11.1f%%%7.1f%%  %,d %ss = %s%s",
          unit + " " + bytes + " B",
          histogram.temporalLocality(whole.parameters().n()),
          histogram.spatialLocality(),
          histogram.spatialLocalityNonZero(),
          100 * histogram.zeroStrideShare(),
          100 * histogram.coldShare(),
          places,
          unit,
          Quantities.bytes(places * bytes),
          errors
              .map(
                  e ->
                      String.format(
                          Locale.ROOT,
                          "  TL ±%.4f SL ±%.4f",
                          e.temporal(granularity),
                          e.spatial(granularity)))
              .orElse(""));
    }
  }

  private void functions() {
    Table table = new CodeTables(new Scope(report, List.of())).functions();
    RowSelection shown = report.selection().columns(FUNCTION_COLUMNS);
    List<Column> columns = new ArrayList<>(shown.columns(table, true));
    columns.set(
        0, Column.text("name", "function (" + report.view() + ", words)", Column.Shown.ALWAYS));
    List<Row> rows = shown.rows(table);
    TextTable.lines(columns, rows.subList(0, rows.size() - 1))
        .forEach(line -> out.line("%s", line));
    int rest = table.branches().size() - Math.min(shown.top(), table.branches().size());
    if (rest > 0) {
      out.line("... and %d more functions (--top %d shows all)", rest, table.branches().size());
    }
  }

  private void hints() {
    out.line("TL   near 1: the same words come back soon; near 0: seldom, or only after long");
    out.line(
        "SL   near 1: the next word is next to a recent one; 0.5: every second word; near 0: far");
    out.line("SL*  the same without accesses that return to a recent word (stride 0)");
    if (report.comparesRanks()) {
      out.line(
          "I    (max - mean) / max * n / (n - 1): 0 when all n ranks do as much, 1 when one does"
              + " all");
    }
  }
}
