package org.tslmap.collector.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.tslmap.collector.report.CsvReport;
import org.tslmap.collector.report.JsonReport;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.TextReport;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap report}: shows a run. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Shows the scores of a run folder, a profile.json, or a tslmap.out file that the tool"
            + " wrote without a collector.",
    footer = {
      "",
      "Example: tslmap report tslmap-runs/20250131-120000-ls --format json",
    })
final class ReportCommand implements Callable<Integer> {

  /** Forms of a report. */
  enum Format {
    /** An aligned table. */
    TEXT,
    /** For scripts. */
    JSON,
    /** For spreadsheets. */
    CSV
  }

  private static final int TOP_OF_TEXT = 15;

  @Spec private CommandSpec command;

  @Option(
      names = "--format",
      paramLabel = "text|json|csv",
      description = "Table, or data for scripts (default text).")
  private Format format = Format.TEXT;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Functions shown (default: 15 in text, all in json and csv).")
  private int top = -1;

  @Option(
      names = "--sort",
      paramLabel = "accesses|tl|sl|name",
      description =
          "Order of functions: most accesses, least TL, least SL, name (default accesses).")
  private Report.Order order = Report.Order.ACCESSES;

  @Parameters(paramLabel = "DIR|FILE", description = "A run folder or a profile.")
  private Path run;

  @Override
  public Integer call() throws Exception {
    if (top < -1) {
      throw new ParameterException(
          command.commandLine(), "--top expects a number that is not negative, but found " + top);
    }
    Path file = RunFolders.profileOf(run);
    LocalityProfile profile = ProfileJson.read(file);
    if (profile.processes().isEmpty()) {
      throw new MeasurementException(file + " holds no process, so there is nothing to show");
    }
    int shown = top >= 0 ? top : format == Format.TEXT ? TOP_OF_TEXT : Integer.MAX_VALUE;
    Report report;
    try {
      report = Report.of(profile, shown, order);
    } catch (IllegalStateException e) {
      throw new MeasurementException(file + ": " + e.getMessage());
    }
    PrintWriter out = command.commandLine().getOut();
    switch (format) {
      case TEXT -> TextReport.write(report, out);
      case JSON -> JsonReport.write(report, out);
      case CSV -> CsvReport.write(report, out);
    }
    return 0;
  }
}
