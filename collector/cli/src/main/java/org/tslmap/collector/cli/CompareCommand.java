package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.collector.report.Comparison;
import org.tslmap.collector.report.ComparisonReport;
import org.tslmap.collector.report.Margins;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap compare}: what differs between two runs. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Puts two runs side by side: the whole, functions, lines, data objects and phases, the"
          + " largest change first, with what appeared and what vanished.",
      "",
      "Rows belong together by the names of functions, variables and source files; folders,"
          + " addresses and process numbers make no difference. The size of a change is the share of"
          + " all accesses that it concerns: accesses more or fewer, misses more or fewer, or a score's"
          + " change times its accesses. Both runs need the same parameters.",
      "",
      "Runs of an unchanged program may differ, for instance by the order of its threads."
          + " tslmap run --repeat N finds by how much; differences within that are no changes.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap compare tslmap-runs/before tslmap-runs/after",
      "  tslmap compare before after --cache 32K,1M --format markdown",
    })
final class CompareCommand implements Callable<Integer> {

  /** Forms of the comparison. */
  enum Format {
    /** Tables for people. */
    TEXT,
    /** The same for a review. */
    MARKDOWN,
    /** For scripts. */
    JSON,
    /** For spreadsheets. */
    CSV
  }

  @Spec private CommandSpec command;

  @Option(
      names = "--format",
      paramLabel = "text|markdown|json|csv",
      description = "Tables, or data for scripts (default text).")
  private Format format = Format.TEXT;

  @Option(
      names = "--table",
      split = ",",
      paramLabel = "functions,lines,data,phases",
      description = "What is compared besides the whole (default: functions, lines and data).")
  private List<Comparison.Part> parts =
      List.of(Comparison.Part.FUNCTIONS, Comparison.Part.LINES, Comparison.Part.DATA);

  @Option(
      names = "--cache",
      split = ",",
      paramLabel = "SIZE",
      converter = ReportCommand.CacheSizeConverter.class,
      description =
          "Caches whose misses are compared, such as 32K,1M (default: this machine's data caches).")
  private List<CacheSize> caches = CacheSize.ofThisMachine();

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Rows of each table in text and markdown (default 10).")
  private int top = 10;

  @Mixin private InliningOption inlining = new InliningOption();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "BEFORE",
      description = "A run folder or a profile (default: the newest run but one).")
  private Path before;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "AFTER",
      description = "Another one (default: the newest run in tslmap-runs or here).")
  private Path after;

  @Override
  public Integer call() throws Exception {
    if (top < 0) {
      throw new ParameterException(
          command.commandLine(), "--top expects a number that is not negative, but found " + top);
    }
    chooseRuns();
    Path one = RunFolders.profileOf(before);
    Path other = RunFolders.profileOf(after);
    LocalityProfile first = inlining.apply(ProfileJson.read(one));
    LocalityProfile second = inlining.apply(ProfileJson.read(other));
    Comparison comparison;
    try {
      comparison = Comparison.of(first, second, caches, margins(before).or(margins(after)));
    } catch (IllegalArgumentException e) {
      throw new MeasurementException(e.getMessage());
    }
    ComparisonReport report = new ComparisonReport(comparison, parts, top);
    PrintWriter out = command.commandLine().getOut();
    switch (format) {
      case TEXT -> report.text(out);
      case MARKDOWN -> report.markdown(out);
      case JSON -> report.json(out);
      case CSV -> report.csv(out);
    }
    return 0;
  }

  private void chooseRuns() throws IOException, MeasurementException {
    if (after == null) {
      List<Path> newest = RunFolders.newest(before == null ? 2 : 1);
      after = newest.get(0);
      before = before == null ? newest.get(1) : before;
      command
          .commandLine()
          .getErr()
          .println("tslmap: %s before, %s after".formatted(before, after));
    }
  }

  /** How far equal runs of a run's program are apart, where that was measured. */
  static Margins margins(Path run) throws IOException {
    return Files.isDirectory(run) ? Margins.read(new RunFolder(run).margins()) : Margins.NONE;
  }
}
