package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.tslmap.collector.export.FoldedStacks;
import org.tslmap.collector.export.PprofFile;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.RowSelection;
import org.tslmap.collector.report.StackTree;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap export}: files that other programs open. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Writes a run as a file that other programs open.",
      "",
      "pprof: for pprof, speedscope and Perfetto; each metric is a sample type.",
      "folded: folded stacks of one metric, for flamegraph.pl and speedscope.",
      "",
      "Metrics are what adds up: accesses, loads, stores, first touches (coldWord, coldLine) and"
          + " misses (misses32K). With --stacks lines there are bytes, too. The sums of a file are"
          + " those of tslmap report.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap export --format pprof --out matmul.pb.gz RUN",
      "  tslmap export --format folded --metric misses32K --cache 32K RUN | flamegraph.pl > misses.svg",
    })
final class ExportCommand implements Callable<Integer> {

  /** Forms of files. */
  enum Format {
    /** The message Profile of google/pprof. */
    PPROF(".pb.gz"),
    /** Lines of text for flamegraph.pl. */
    FOLDED("");

    /** What ends the name of a file; empty for text, which goes to the standard output. */
    private final String ending;

    Format(String ending) {
      this.ending = ending;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** What stacks are. */
  enum Stacks {
    /** Call paths. */
    CALLS,
    /** Functions with their lines, without callers. */
    LINES
  }

  @Spec private CommandSpec command;

  @Option(
      names = "--format",
      required = true,
      paramLabel = "pprof|folded",
      description = "What is written, see above.")
  private Format format;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "The new file. Default: text goes to the standard output, other formats to a file with the"
              + " run's name in this folder.")
  private Path out;

  @Option(
      names = "--stacks",
      paramLabel = "calls|lines",
      description =
          "calls: call paths; lines: each function by itself with its lines, and no callers"
              + " (default: calls, or lines where call paths were not measured).")
  private Stacks stacks;

  @Option(
      names = "--metric",
      paramLabel = "NAME",
      description = "The metric of folded stacks (default accesses).")
  private String metric = "accesses";

  @Option(
      names = "--cache",
      split = ",",
      paramLabel = "SIZE",
      converter = ReportCommand.CacheSizeConverter.class,
      description =
          "Caches whose misses are counted, such as 32K,1M (default: this machine's). They are fully"
              + " associative, with LRU replacement.")
  private List<CacheSize> caches = CacheSize.ofThisMachine();

  @Mixin private InliningOption inlining = new InliningOption();

  @Parameters(
      arity = "0..*",
      paramLabel = "RUN",
      description = "A run folder or a profile (default: the newest run in tslmap-runs or here).")
  private List<Path> runs = List.of();

  @Override
  public Integer call() throws Exception {
    if (runs.size() > 1) {
      refuse("--format %s takes one run, but found %d".formatted(format, runs.size()));
    }
    if (runs.isEmpty()) {
      runs = List.of(RunChoice.newest(command));
    }
    Path file = out;
    if (file == null && !format.ending.isEmpty()) {
      file = Path.of(runs.get(0).toAbsolutePath().normalize().getFileName() + format.ending);
    }
    if (file != null) {
      ExportedFile.check(file);
    }
    ShownRun run = ShownRun.read(runs.get(0));
    ExportedFile.Content content = content(run);
    try {
      if (file == null) {
        content.write(null);
      } else {
        ExportedFile.write(file, content);
        command.commandLine().getOut().println("written to " + file);
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
    return 0;
  }

  private ExportedFile.Content content(ShownRun run) throws MeasurementException {
    Report report = run.report(RowSelection.ALL);
    StackTree tree = stacks(run, report);
    return switch (format) {
      case PPROF ->
          file ->
              PprofFile.write(tree, run.profile().mainProcess().identity(), report.remarks(), file);
      case FOLDED ->
          file -> text(file, text -> FoldedStacks.write(tree, metric, lines(report), text));
    };
  }

  private StackTree stacks(ShownRun run, Report report) throws MeasurementException {
    StackTree.Kind kind =
        lines(report)
            ? StackTree.Kind.LINES
            : format == Format.PPROF ? StackTree.Kind.CALLS_BY_PLACE : StackTree.Kind.CALLS;
    try {
      return StackTree.of(report, caches, kind, inlining.isOn());
    } catch (IllegalArgumentException e) {
      throw new MeasurementException(run.file() + ": " + e.getMessage());
    }
  }

  private boolean lines(Report report) {
    return stacks == null ? !StackTree.hasCalls(report) : stacks == Stacks.LINES;
  }

  /** Writes text to a file, or to the standard output where there is none. */
  private void text(OutputStream file, Consumer<PrintWriter> text) throws IOException {
    PrintWriter writer =
        file == null
            ? command.commandLine().getOut()
            : new PrintWriter(new OutputStreamWriter(file, StandardCharsets.UTF_8));
    text.accept(writer);
    if (writer.checkError()) {
      throw new IOException(
          "%s could not be written; see whether there is space for it"
              .formatted(file == null ? "standard output" : out));
    }
  }

  private void refuse(String message) {
    throw new ParameterException(command.commandLine(), message);
  }
}
