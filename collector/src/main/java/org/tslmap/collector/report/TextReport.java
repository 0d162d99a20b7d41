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

  private static final int NAME_WIDTH = 38;

  private final Report report;
  private final PrintWriter out;

  private TextReport(Report report, PrintWriter out) {
    this.report = report;
    this.out = out;
  }

  /** Prints the report. */
  public static void write(Report report, PrintWriter out) {
    new TextReport(report, out).write();
    out.flush();
  }

  private void write() {
    ProcessProfile main = report.profile().mainProcess();
    List<ProcessProfile> processes = report.profile().processes();
    line("%s", String.join(" ", main.identity().command()));
    if (processes.size() > 1) {
      line("%d processes added together", processes.size());
    }
    for (ProcessProfile process : processes) {
      if (!process.end().complete()) {
        line(
            "INCOMPLETE: process %d: %s",
            process.identity().pid(), process.end().incompleteReason());
      }
    }
    if (main.isolated()) {
      line("isolated: only the selected accesses form the stream (%s)", selection(main));
    }
    line("");
    totals(report.whole().totals());
    line("parameters  %s", Report.describe(report.whole().parameters()));
    line("");
    scores(report.whole());
    line("");
    if (processes.size() > 1) {
      processTable(processes);
      line("");
    }
    functions(report.whole(), main.isolated() ? "isolated" : "in context");
    line("");
    hints();
  }

  private static String selection(ProcessProfile process) {
    return String.join(
        " ",
        process.options().stream().filter(o -> o.matches("--tsl-(fn|region|toggle).*")).toList());
  }

  private void totals(AccessTotals totals) {
    line(
        "accesses    %,d = %,d loads + %,d stores",
        totals.accesses(), totals.loads(), totals.stores());
    if (totals.storedAccesses() > 0 && totals.storedAccesses() < totals.accesses()) {
      line(
          "stored      %,d accesses of them, then the trace had its limit",
          totals.storedAccesses());
    }
  }

  private void scores(ScoredStream whole) {
    line("%-12s%8s%8s%8s%12s%8s  %s", "", "TL", "SL", "SL*", "stride 0", "cold", "footprint");
    for (Granularity granularity : Granularity.values()) {
      LocalityHistogram histogram = whole.histograms().at(granularity);
      int bytes = 1 << whole.parameters().shift(granularity);
      long places = whole.footprint().at(granularity);
      String unit = granularity.name().toLowerCase(Locale.ROOT);
      line(
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

  private void processTable(List<ProcessProfile> processes) {
    line("%-20s%8s%8s%8s%10s  %s", "process", "TL", "SL", "SL*", "accesses", "command");
    for (ProcessProfile process : processes) {
      LocalityHistogram word = process.histograms().word();
      line(
          "%-20s%8.4f%8.4f%8.4f%10s  %s",
          process.identity().pid()
              + (process.identity().rank() >= 0 ? " rank " + process.identity().rank() : ""),
          word.temporalLocality(process.parameters().n()),
          word.spatialLocality(),
          word.spatialLocalityNonZero(),
          Quantities.count(process.totals().accesses()),
          String.join(" ", process.identity().command()));
    }
  }

  private void functions(ScoredStream whole, String view) {
    List<FunctionProfile> rows = report.functions(whole);
    line(
        "%-" + NAME_WIDTH + "s%8s%10s%10s%8s%8s%8s  %s",
        "function (" + view + ", words)",
        "share",
        "loads",
        "stores",
        "TL",
        "SL",
        "SL*",
        "where");
    for (FunctionProfile row : rows) {
      LocalityHistogram word = row.histograms().word();
      line(
          "%-" + NAME_WIDTH + "s%7.1f%%%10s%10s%8.4f%8.4f%8.4f  %s",
          shortened(row.function().name()),
          100.0 * row.accesses() / Math.max(1, whole.totals().accesses()),
          Quantities.count(row.loads()),
          Quantities.count(row.stores()),
          word.temporalLocality(whole.parameters().n()),
          word.spatialLocality(),
          word.spatialLocalityNonZero(),
          where(row));
    }
    int rest = whole.functions().size() - rows.size();
    if (rest > 0) {
      line("... and %d more functions (--top %d shows all)", rest, whole.functions().size());
    }
  }

  private void hints() {
    line("TL   near 1: the same words come back soon; near 0: seldom, or only after long");
    line("SL   near 1: the next word is next to a recent one; 0.5: every second word; near 0: far");
    line("SL*  the same without accesses that return to a recent word (stride 0)");
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

  private static String shortened(String name) {
    return name.length() < NAME_WIDTH ? name : name.substring(0, NAME_WIDTH - 4) + "...";
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values).stripTrailing());
  }
}
