package org.tslmap.collector.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.SimulatedCache;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.ScoreErrors;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.locality.profile.Stretch;
import org.tslmap.locality.profile.View;
import org.tslmap.locality.score.Measure;
import org.tslmap.locality.score.Score;

/** The report as an aligned table for people. */
public final class TextReport {

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
    if (main.view() == View.ISOLATED) {
      out.line(
          "isolated: only the selected accesses form the stream (%s)",
          String.join(" ", main.selection()));
    } else if (main.view() == View.PARTIAL) {
      out.line("partial: %s", report.partly());
    }
    out.line("");
    totals(report.whole().totals());
    Instructions instructions = Instructions.of(processes);
    instructions
        .line(report.whole().totals().made())
        .ifPresent(line -> out.line("instructions %s", line));
    instructions.branches().ifPresent(line -> out.line("branches    %s", line));
    Waiting.of(processes).line().ifPresent(line -> out.line("waiting     %s", line));
    out.line("checked     %s", report.accounting().line());
    new SampledNotes(processes).write(out);
    WideShare.of(processes, report.whole().parameters())
        .line()
        .ifPresent(line -> out.line("wide        %s", line));
    out.line("parameters  %s", Report.describe(report.whole().parameters()));
    out.line("");
    scores(report.whole());
    out.line("");
    PartTables parts = new PartTables(report, out);
    parts.write();
    functions();
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

  private void totals(AccessTotals totals) {
    out.line(
        "accesses    %,d = %,d loads + %,d stores",
        totals.accesses(), totals.loads(), totals.stores());
    if (totals.counted() > 0) {
      out.line(
          "counted     %,d accesses of them (%.1f %%)%s%s%s",
          totals.counted(),
          100.0 * totals.counted() / totals.accesses(),
          totals.warm() == 0
              ? ""
              : ", of which %,d were recorded for the history of others".formatted(totals.warm()),
          totals.estimate().map(sentence -> "; " + sentence).orElse(""),
          report.whole().histograms().tellScores() ? "" : "; scores of the whole are not known");
    }
    if (totals.more() > 0) {
      out.line(
          "made        %,d accesses, of which those of more than a word count for each word",
          totals.made());
    }
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
    if (totals.isStoredInPart()) {
      out.line(
          report.profile().unfinished()
              ? "stored      %,d accesses of them so far"
              : Sampling.isIn(report.profile().processes())
                  ? "stored      %,d accesses of them, as long as all were scored"
                  : "stored      %,d accesses of them, then the trace had its limit",
          totals.storedAccesses());
    }
  }

  /** Names the functions in the table whose scores say nothing. */
  private void tooFew(List<Row> rows) {
    String few =
        rows.stream()
            .filter(row -> row.kind() == Row.Kind.ITEM)
            .filter(
                row -> row.tally().flatMap(Tally::errors).stream().anyMatch(ScoreErrors::tooFew))
            .map(row -> row.label("name").words())
            .collect(Collectors.joining(", "));
    if (!few.isEmpty()) {
      out.line("too few samples for scores of %s", few);
    }
  }

  private void scores(ScoredStream whole) {
    Optional<ScoreErrors> errors = Sampling.errors(report.profile().processes());
    StringBuilder head = new StringBuilder();
    for (Score score : Score.values()) {
      head.append(aligned(score, score.heading()));
    }
    out.line("%-12s%s  %s", "", head, Measure.FOOTPRINT.heading());
    MetricParameters parameters = whole.parameters();
    for (Granularity granularity : parameters.granularities()) {
      StringBuilder line = new StringBuilder();
      for (Score score : Score.values()) {
        double value = score.of(whole.histograms(), granularity, parameters);
        line.append(aligned(score, Quantities.of(score.measure().unit(), value)));
      }
      int bytes = 1 << parameters.shift(granularity);
      long places = whole.footprint().at(granularity);
      out.line(
          "%-12s%s  %,d %ss = %s%s",
          granularity.key() + " " + bytes + " B",
          line,
          places,
          granularity.key(),
          Quantities.bytes(places * bytes),
          errors
              .filter(e -> whole.histograms().tellScores())
              .map(e -> halves(e, granularity))
              .orElse(""));
    }
    CacheTraffic.of(whole.histograms(), parameters)
        .forEach(traffic -> out.line("%-12s%s", traffic.cache().label(), traffic.line()));
  }

  /** The text in a column that is as wide as its heading needs. */
  private static String aligned(Score score, String text) {
    return ("%" + Math.max(8, score.heading().length() + 4) + "s").formatted(text);
  }

  private static String halves(ScoreErrors errors, Granularity granularity) {
    return Arrays.stream(Score.values())
        .filter(Score::hasError)
        .map(
            score ->
                String.format(
                    Locale.ROOT, "%s ±%.4f", score.heading(), score.error(errors, granularity)))
        .collect(Collectors.joining(" ", "  ", ""));
  }

  private void functions() {
    Table table = new CodeTables(new Scope(report, List.of())).functions();
    Granularity finest = report.whole().parameters().granularities().get(0);
    List<String> names = new ArrayList<>(List.of("name", "share", "loads", "stores"));
    Score.brief().forEach(score -> names.add(Column.fullKey(score.key(), finest)));
    report.whole().parameters().caches().stream()
        .limit(1)
        .map(SimulatedCache::label)
        .forEach(
            label ->
                names.addAll(
                    List.of(
                        Measure.SET_MISS_RATIO.of(label).key(),
                        Measure.CONFLICT_RATIO.of(label).key())));
    if (report.whole().totals().counted() > 0) {
      names.addAll(List.of("scoredShare", "state"));
    }
    names.add("where");
    RowSelection shown = report.selection().columns(names);
    List<Column> columns = new ArrayList<>(shown.columns(table, true));
    columns.set(
        0,
        Column.text(
            "name",
            "function (%s, %ss)".formatted(report.view(), finest.key()),
            Column.Shown.ALWAYS));
    List<Row> rows = shown.rows(table);
    TextTable.lines(columns, rows.subList(0, rows.size() - 1))
        .forEach(line -> out.line("%s", line));
    CountedReasons.notes(rows).forEach(line -> out.line("%s", line));
    long rest =
        table.branches().size()
            - rows.stream()
                .filter(row -> row.kind() == Row.Kind.ITEM || row.kind() == Row.Kind.UNKNOWN)
                .count();
    if (rest > 0) {
      out.line("... and %d more functions (--top %d shows all)", rest, table.branches().size());
    }
    tooFew(rows);
  }

  private void hints() {
    Score.brief().forEach(score -> out.line("%-5s%s", score.heading(), score.measure().about()));
    if (report.comparesRanks()) {
      out.line(
          "I    (max - mean) / max * n / (n - 1): 0 when all n ranks do as much, 1 when one does"
              + " all");
    }
  }
}
