package org.tslmap.collector.hotspots;

import java.io.PrintWriter;
import java.util.Locale;

/** Hotspots as comma-separated values, a row for each finding. */
public final class HotspotCsv {

  private HotspotCsv() {}

  /**
   * Writes a line of column names and the first findings.
   *
   * @param top how many at most
   */
  public static void write(Hotspots hotspots, int top, PrintWriter out) {
    out.print("pattern,function,object,phase,places,stride,waste,share,accesses,");
    hotspots.settings().caches().forEach(cache -> out.print("missRatio" + cache.name() + ","));
    out.println("processes,sentence,remedy");
    for (Finding finding : hotspots.findings().stream().limit(top).toList()) {
      out.print(finding.pattern().name().toLowerCase(Locale.ROOT));
      out.print("," + quoted(finding.function()) + "," + quoted(finding.object()));
      out.print("," + quoted(finding.phase()));
      out.print("," + quoted(String.join(" ", finding.places())) + "," + finding.stride());
      out.print(
          Wording.text(",%.1f,%.9f,%d,", finding.waste(), finding.share(), finding.accesses()));
      for (int i = 0; i < hotspots.settings().caches().size(); i++) {
        out.print(
            (i < finding.missRatios().size()
                    ? Wording.text("%.9f", finding.missRatios().get(i))
                    : "")
                + ",");
      }
      out.print(finding.processes() + "," + quoted(finding.sentence()));
      out.println("," + quoted(finding.pattern().remedy()));
    }
    out.flush();
  }

  private static String quoted(String text) {
    return text.matches("[^\",\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
