package org.tslmap.collector.hotspots;

import java.io.PrintWriter;
import java.util.Locale;
import org.tslmap.collector.report.CsvTable;

/** Hotspots as comma-separated values, a row for each finding. */
public final class HotspotCsv {

  private HotspotCsv() {}

  /**
   * Writes a line of column names and the first findings.
   *
   * @param top how many at most
   */
  public static void write(Hotspots hotspots, int top, PrintWriter out) {
    out.print("pattern,function,object,phase,places,stride,seconds,share,waste,accesses,");
    hotspots.settings().caches().forEach(cache -> out.print("missRatio" + cache.name() + ","));
    out.println("processes,sentence,remedy");
    for (Finding finding : hotspots.findings().stream().limit(top).toList()) {
      out.print(finding.pattern().name().toLowerCase(Locale.ROOT));
      out.print(
          "," + CsvTable.quoted(finding.function()) + "," + CsvTable.quoted(finding.object()));
      out.print("," + CsvTable.quoted(finding.phase()));
      out.print("," + CsvTable.quoted(String.join(" ", finding.places())) + "," + finding.stride());
      out.print(
          Wording.text(
              ",%.9f,%.9f,%.1f,%d,",
              finding.nanoseconds() / 1e9,
              hotspots.share(finding),
              finding.waste(),
              finding.accesses()));
      for (int i = 0; i < hotspots.settings().caches().size(); i++) {
        out.print(
            (i < finding.missRatios().size()
                    ? Wording.text("%.9f", finding.missRatios().get(i))
                    : "")
                + ",");
      }
      out.print(finding.processes() + "," + CsvTable.quoted(finding.sentence()));
      out.println("," + CsvTable.quoted(finding.pattern().remedy()));
    }
    out.flush();
  }
}
