package org.tslmap.collector.hotspots;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.collector.report.CallgrindReport;
import org.tslmap.collector.report.CsvReport;
import org.tslmap.collector.report.JsonReport;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.RowSelection;
import org.tslmap.collector.report.TableKind;
import org.tslmap.collector.report.TableReport;
import org.tslmap.collector.report.TextReport;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileFormatException;
import org.tslmap.locality.profile.ProfileJson;

/** A profile that can be read at all can be reported in every form. */
class ReportFuzzTest {
  private static final List<CacheSize> CACHES = List.of(new CacheSize(1 << 15));

  @TempDir static Path folder;

  @FuzzTest
  void whatIsReadIsReported(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("profile.json"), bytes);
    LocalityProfile profile;
    try {
      profile = ProfileJson.read(file);
    } catch (ProfileFormatException e) {
      return;
    }
    if (profile.processes().isEmpty()) {
      return;
    }
    Report report;
    try {
      report = Report.of(profile, RowSelection.top(5), List.of());
    } catch (IllegalStateException e) {
      assertEquals(1, e.getMessage().lines().count(), e.getMessage());
      return;
    }
    PrintWriter out = new PrintWriter(new StringWriter());
    TextReport.write(report, out);
    JsonReport.write(report, out);
    CsvReport.write(report, out);
    CallgrindReport.write(report, CACHES, out);
    String function =
        profile.processes().get(0).functions().stream()
            .findFirst()
            .map(first -> first.name())
            .orElse("");
    for (TableKind kind : TableKind.values()) {
      table(report, kind, kind.isOfFunction() ? function : "", out);
    }
    hotspots(profile, out);
  }

  private static void hotspots(LocalityProfile profile, PrintWriter out) throws IOException {
    Hotspots hotspots;
    try {
      hotspots = Hotspots.of(profile, HotspotSettings.defaults());
    } catch (IllegalArgumentException e) {
      assertEquals(1, e.getMessage().lines().count(), e.getMessage());
      return;
    }
    HotspotText.write(hotspots, 5, out);
    HotspotJson.write(hotspots, 5, out);
    HotspotCsv.write(hotspots, 5, out);
  }

  /** A name that fits nothing is refused in one line. */
  private static void table(Report report, TableKind kind, String of, PrintWriter out)
      throws IOException {
    try {
      TableReport table = new TableReport(report, kind, of, CACHES, report.selection());
      table.text(out);
      table.csv(out);
      table.json(out);
    } catch (IllegalArgumentException e) {
      assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    }
  }
}
