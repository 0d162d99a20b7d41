package org.tslmap.collector.report;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ScoredStream;

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
    if (main.isolated()) {
      out.line("isolated: only the selected accesses form the stream (%s)", selection(main));
    }
    out.line("");
    totals(report.whole().totals());
    out.line("parameters  %s", Report.describe(report.whole().parameters()));
    out.line("");
    scores(report.whole());
    out.line("");
    PartTables parts = new PartTables(report, out);
    parts.write();
    functions(report.whole(), main.isolated() ? "isolated" : "in context");
    parts.imbalance(report.functions(report.whole()));
    out.line("");
    hints();
  }

  private static String selection(ProcessProfile process) {
    return String.join(
        " ",
        process.options().stream().filter(o -> o.matches("--tsl-(fn|region|toggle).*")).toList());
  }

  private void totals(AccessTotals totals) {
    out.line(
        "accesses    %,d = %,d loads + %,d stores",
        totals.accesses(), totals.loads(), totals.stores());
    if (totals.storedAccesses() > 0 && totals.storedAccesses() < totals.accesses()) {
      out.line(
          "stored      %,d accesses of them, then the trace had its limit",
          totals.storedAccesses());
    }
  }

  private void scores(ScoredStream whole) {
    out.line("%-12s%8s%8s%8s%12s%8s  %s", "", "TL", "SL", "SL*", "stride 0", "cold", "footprint");
    for (Granularity granularity : Granularity.values()) {
      LocalityHistogram histogram = whole.histograms().at(granularity);
      int bytes = 1 << whole.parameters().shift(granularity);
      long places = whole.footprint().at(granularity);
      String unit = granularity.name().toLowerCase(Locale.ROOT);
      out.line(
          "%-12s%8.4f%8.4f%8.4f%11.1f%%%7.1f%%  %,d %ss = %s",
          unit + " " + bytes + " B",
          histogram.temporalLocality(whole.parameters().n()),
          histogram.spatialLocality(),
          histogram.spatialLocalityNonZero(),
          100 * histogram.zeroStrideShare(),
          100 * histogram.coldShare(),
          places,
          unit,
          Quantities.bytes(places * bytes));
    }
  }

  private void functions(ScoredStream whole, String view) {
    List<FunctionProfile> rows = report.functions(whole);
    out.line(
        "%-" + TableWriter.NAME_WIDTH + "s%8s%10s%10s%8s%8s%8s  %s",
        "function (" + view + ", words)",
        "share",
        "loads",
        "stores",
        "TL",
        "SL",
        "SL*",
        "where");
    for (FunctionProfile row : rows) {
      out.line(
          "%-" + TableWriter.NAME_WIDTH + "s%7.1f%%%10s%10s%s  %s",
          TableWriter.shortened(row.function().name()),
          100.0 * row.accesses() / Math.max(1, whole.totals().accesses()),
          Quantities.count(row.loads()),
          Quantities.count(row.stores()),
          TableWriter.scores(row.histograms().word(), whole.parameters()),
          where(row));
    }
    int rest = whole.functions().size() - rows.size();
    if (rest > 0) {
      out.line("... and %d more functions (--top %d shows all)", rest, whole.functions().size());
    }
  }

  private void hints() {
    out.line("TL   near 1: the same words come back soon; near 0: seldom, or only after long");
    out.line(
        "SL   near 1: the next word is next to a recent one; 0.5: every second word; near 0: far");
    out.line("SL*  the same without accesses that return to a recent word (stride 0)");
    if (report.comparesRanks()) {
      out.line(
          "I    (max - mean) / max * n / (n - 1): 0 when all n ranks do as much, 1 when one does all");
    }
  }

  private static String where(FunctionProfile row) {
    if (!row.function().file().isEmpty()) {
      String file = row.function().file();
      String name = file.substring(file.lastIndexOf('/') + 1);
      return row.function().line() > 0 ? name + ":" + row.function().line() : name;
    }
    String object = row.function().object();
    return object.substring(object.lastIndexOf('/') + 1);
  }
}
