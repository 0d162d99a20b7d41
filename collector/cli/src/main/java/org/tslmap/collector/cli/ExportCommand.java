package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.tslmap.collector.export.ExtraPLines;
import org.tslmap.collector.export.FoldedStacks;
import org.tslmap.collector.export.HatchetJson;
import org.tslmap.collector.export.PprofFile;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.RowSelection;
import org.tslmap.collector.report.StackTree;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

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
      "extra-p: JSON Lines for Extra-P, of several runs that differ in some number.",
      "hatchet: JSON for Hatchet's GraphFrame.from_literal.",
      "parquet: a folder with a Parquet file for each table of tslmap report, with scores.",
      "",
      "Metrics of stacks are what adds up: accesses, loads, stores, first touches (wordCold,"
          + " lineCold) and misses (misses32K). With --stacks lines there are bytes, too. The sums of"
          + " a file are those of tslmap report.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap export --format pprof --out matmul.pb.gz RUN",
      "  tslmap export --format folded --metric misses32K --cache 32K RUN | flamegraph.pl > misses.svg",
      "  tslmap export --format extra-p --parameter n=arg1 --out mm.jsonl RUN100 RUN200 RUN400",
      "  tslmap export --format parquet --out tables RUN",
    })
final class ExportCommand implements Callable<Integer> {

  /** Forms of files. */
  enum Format {
    /** The message Profile of google/pprof. */
    PPROF(".pb.gz"),
    /** Lines of text for flamegraph.pl. */
    FOLDED(""),
    /** JSON Lines for Extra-P. */
    EXTRA_P(""),
    /** JSON for Hatchet. */
    HATCHET(""),
    /** A Parquet file for each table. */
    PARQUET("-tables");

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

  /** Reads a form's name. */
  static final class FormatConverter implements ITypeConverter<Format> {
    @Override
    public Format convert(String text) {
      for (Format format : Format.values()) {
        if (format.toString().equalsIgnoreCase(text)) {
          return format;
        }
      }
      throw new TypeConversionException(
          "expected one of %s but was '%s'".formatted(List.of(Format.values()), text));
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
      converter = FormatConverter.class,
      paramLabel = "pprof|folded|extra-p|hatchet|parquet",
      description = "What is written, see above.")
  private Format format;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE|DIR",
      description =
          "The new file; of parquet, the new folder. Default: text goes to the standard output, other formats to one"
              + " with the run's name in this folder.")
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
      names = "--parameter",
      paramLabel = "NAME=VALUES",
      description =
          "A parameter of Extra-P: a number for each run, as in n=100,200, or where to take it from:"
              + " processes, ranks, threads, argN (the program's Nth argument). Repeatable (default:"
              + " those of these that differ between the runs).")
  private Map<String, String> parameters = new LinkedHashMap<>();

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
      description =
          "A run folder or a profile (default: the newest run in tslmap-runs or here); of extra-p"
              + " several.")
  private List<Path> runs = List.of();

  @Override
  public Integer call() throws Exception {
    if (runs.size() > 1 && format != Format.EXTRA_P) {
      refuse("--format %s takes one run, but found %d".formatted(format, runs.size()));
    }
    if (runs.isEmpty()) {
      runs = List.of(RunChoice.newest(command));
    }
    Path place = out;
    if (place == null && !format.ending.isEmpty()) {
      place = Path.of(runs.get(0).toAbsolutePath().normalize().getFileName() + format.ending);
    }
    if (place != null) {
      ExportedFile.check(place);
    }
    List<ShownRun> shown = new ArrayList<>();
    for (Path run : runs) {
      shown.add(ShownRun.read(run));
    }
    List<Report> reports = new ArrayList<>();
    for (ShownRun run : shown) {
      Report report = run.report(RowSelection.ALL);
      report
          .cautions()
          .forEach(
              caution ->
                  command
                      .commandLine()
                      .getErr()
                      .println(
                          "tslmap: note: " + (runs.size() > 1 ? run.file() + ": " : "") + caution));
      reports.add(report);
    }
    try {
      write(shown, reports, place);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
    if (place != null) {
      command.commandLine().getOut().println("written to " + place);
    }
    return 0;
  }

  private void write(List<ShownRun> runs, List<Report> reports, Path place)
      throws IOException, MeasurementException {
    if (format == Format.PARQUET) {
      ShownRun run = runs.get(0).with(inlining);
      ExportedTables.write(run.report(RowSelection.ALL), caches, place);
      return;
    }
    List<StackTree> trees = new ArrayList<>();
    boolean lines = stacks == Stacks.LINES;
    for (Report report : reports) {
      lines |= stacks == null && !StackTree.hasCalls(report);
    }
    for (int i = 0; i < reports.size(); i++) {
      trees.add(stacks(runs.get(i).file(), reports.get(i), lines));
    }
    if (format == Format.PPROF) {
      ExportedFile.write(place, file -> PprofFile.write(trees.get(0), reports.get(0), file));
    } else if (place == null) {
      text(runs, trees, command.commandLine().getOut());
    } else {
      ExportedFile.write(
          place,
          file ->
              text(
                  runs,
                  trees,
                  new PrintWriter(new OutputStreamWriter(file, StandardCharsets.UTF_8))));
    }
  }

  private StackTree stacks(Path file, Report report, boolean lines) throws MeasurementException {
    StackTree.Kind kind =
        lines
            ? StackTree.Kind.LINES
            : format == Format.PPROF ? StackTree.Kind.CALLS_BY_PLACE : StackTree.Kind.CALLS;
    try {
      return StackTree.of(report, caches, kind, inlining.isOn());
    } catch (IllegalArgumentException e) {
      throw new MeasurementException(file + ": " + e.getMessage());
    }
  }

  private void text(List<ShownRun> runs, List<StackTree> trees, PrintWriter text)
      throws IOException {
    switch (format) {
      case FOLDED -> FoldedStacks.write(trees.get(0), metric, text);
      case HATCHET -> HatchetJson.write(trees.get(0), text);
      default -> {
        List<Map<String, Double>> values =
            new RunParameters(runs.stream().map(ShownRun::profile).toList()).of(parameters);
        List<ExtraPLines.Run> points = new ArrayList<>();
        for (int i = 0; i < trees.size(); i++) {
          points.add(new ExtraPLines.Run(values.get(i), trees.get(i)));
        }
        ExtraPLines.write(points, text);
      }
    }
    if (text.checkError()) {
      throw new IOException("the file could not be written; see whether there is space for it");
    }
  }

  private void refuse(String message) {
    throw new ParameterException(command.commandLine(), message);
  }
}
