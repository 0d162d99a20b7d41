package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.tslmap.collector.filtering.FilterAdvice;
import org.tslmap.collector.filtering.FilterDrift;
import org.tslmap.collector.filtering.FilterReport;
import org.tslmap.collector.filtering.FunctionVerdict;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.session.Replay;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.filter.FilterWriter;
import org.tslmap.locality.filter.FilteredFunction;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.Sampling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tslmap filter}: which functions may be counted, and what that changes. */
@Command(
    name = "filter",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Says which functions of a run may be counted instead of recorded, since their accesses tell"
          + " nothing new: at least 100,000 accesses and 100 calls, less than 1%% of the accesses"
          + " wasted, and scores that moved at most 0.01 in the last four windows. Functions of one"
          + " name are one row.",
      "",
      "Columns: calls and accesses, share of all accesses, waste (share of the function's accesses,"
          + " as hotspots have it), estimated time of its accesses, and the bytes of trace that"
          + " counting it saves, about.",
      "",
      "With --test the trace is scored again without what a filter file excludes, and the change of"
          + " TL and SL is shown of every kept function and of the whole.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap filter tslmap-runs/20250131-solver",
      "  tslmap filter --write solver.filter tslmap-runs/20250131-solver",
      "  tslmap filter --test solver.filter tslmap-runs/20250131-solver",
    })
final class FilterCommand implements Callable<Integer> {

  private static final int TOP = 15;

  @Spec private CommandSpec command;

  @Option(
      names = "--write",
      paramLabel = "FILE",
      description = "Write a filter file that excludes the functions with the verdict count.")
  private Optional<Path> written = Optional.empty();

  @Option(
      names = "--test",
      paramLabel = "FILE",
      description =
          "Show what this filter file changes. Takes a run with --trace full and as long as"
              + " replaying it.")
  private Optional<Path> tested = Optional.empty();

  @Mixin private SurfaceOption surface = new SurfaceOption();

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Functions shown (default: 15 in text, all in json and csv).")
  private Optional<Integer> top = Optional.empty();

  @Option(
      names = "--format",
      paramLabel = "text|json|csv",
      description = "A table, or data for scripts (default text).")
  private Format format = Format.TEXT;

  @Mixin private MemoryOption memory = new MemoryOption();
  @Mixin private RunChoice choice = new RunChoice();

  @Override
  public Integer call() throws Exception {
    if (top.isPresent() && top.get() < 0) {
      throw new ParameterException(
          command.commandLine(),
          "--top expects a number that is not negative, but found " + top.get());
    }
    if (written.isPresent()) {
      OutputFile.check(written.get(), "--write");
    }
    FilterFile.check(tested, "--test", command.commandLine());
    memory.set();
    Path run = choice.path();
    Path file = RunFolders.profileOf(run);
    LocalityProfile profile = ProfileJson.read(file);
    if (tested.isPresent() && (!Files.isDirectory(run) || traceBytes(run).isEmpty())) {
      throw new MeasurementException(
          "--test expects a run with a trace, but found none in %s; measure it again with --trace full"
              .formatted(run));
    }
    check(file, profile.merged().totals(), Sampling.isIn(profile.processes()));
    FilterAdvice advice;
    try {
      advice =
          FilterAdvice.of(profile, surface.hotspotSettings(command.commandLine()), traceBytes(run));
    } catch (IllegalArgumentException e) {
      throw new MeasurementException(file + ": " + e.getMessage());
    }
    if (written.isPresent()) {
      write(written.get(), advice, profile);
    }
    Optional<FilterDrift> drift =
        tested.isPresent() ? Optional.of(test(tested.get(), run, profile)) : Optional.empty();
    int shown = top.orElse(format == Format.TEXT ? TOP : Integer.MAX_VALUE);
    FilterReport report = new FilterReport(advice, drift, shown);
    PrintWriter out = command.commandLine().getOut();
    switch (format) {
      case TEXT -> report.text(out);
      case CSV -> report.csv(out);
      case JSON -> report.json(out);
    }
    return 0;
  }

  /** Refuses runs of which not all accesses are known. */
  private void check(Path file, AccessTotals totals, boolean sampled) throws MeasurementException {
    if (totals.counted() > 0 || sampled) {
      throw new MeasurementException(
          "%s: expected a run of which all accesses were scored, but found one that %s"
              .formatted(
                  file,
                  sampled
                      ? "was sampled; measure it again with --sample=off"
                      : "counted some functions (--filter, --skip-fn); measure it again without that"));
    }
    if (tested.isPresent() && !totals.isStoredWhole()) {
      throw new MeasurementException(
          String.format(
              Locale.ROOT,
              "--test expects all accesses in the trace, but found %,d of %,d in that of %s; measure it again with a larger --trace-limit",
              totals.storedAccesses(),
              totals.recorded(),
              file));
    }
  }

  private static OptionalLong traceBytes(Path run) throws IOException {
    if (!Files.isDirectory(run)) {
      return OptionalLong.empty();
    }
    List<Path> traces = new RunFolder(run).storedTraces();
    long bytes = 0;
    for (Path trace : traces) {
      bytes += RunFolders.size(trace);
    }
    return traces.isEmpty() ? OptionalLong.empty() : OptionalLong.of(bytes);
  }

  private void write(Path file, FilterAdvice advice, LocalityProfile profile) throws IOException {
    FunctionSymbols symbols = new FunctionSymbols();
    List<FunctionInfo> functions =
        profile.processes().stream().flatMap(p -> p.functions().stream()).distinct().toList();
    List<FilteredFunction> counted =
        advice.counted().stream().map(verdict -> filtered(verdict, functions, symbols)).toList();
    String title =
        String.format(
            Locale.ROOT,
            "Written by tslmap filter: %s with %.1f %% of %,d accesses.\n"
                + "They are counted instead of recorded: run --filter, collector/FILTER.md.",
            FilterReport.functions(counted.size()),
            100 * advice.countedShare(),
            advice.accesses());
    Files.writeString(file, FilterWriter.text(title, counted));
    command
        .commandLine()
        .getErr()
        .println(
            "tslmap: %s excludes %s"
                .formatted(RunFolders.quoted(file), FilterReport.functions(counted.size())));
  }

  private static FilteredFunction filtered(
      FunctionVerdict verdict, List<FunctionInfo> functions, FunctionSymbols symbols) {
    return new FilteredFunction(
        symbols.of(verdict.function(), functions),
        verdict.function(),
        verdict.calls(),
        verdict.accesses(),
        verdict.reason());
  }

  private FilterDrift test(Path file, Path run, LocalityProfile recorded)
      throws IOException, MeasurementException {
    PrintWriter err = command.commandLine().getErr();
    LocalityProfile filtered =
        Replay.replay(
            run,
            Replay.parameters(run),
            EngineChoice.AUTO,
            Replay.attribution(run),
            List.of(),
            process -> Selection.ALL,
            tested,
            recorded.expectedRanks(),
            Runtime.getRuntime().availableProcessors(),
            notice -> err.println("tslmap: " + notice));
    if (filtered.merged().histograms().word().accesses() == 0) {
      throw new MeasurementException(
          file + " excludes every function of the run, so nothing is left to score; include some");
    }
    return FilterDrift.of(recorded.merged(), filtered.merged());
  }
}
