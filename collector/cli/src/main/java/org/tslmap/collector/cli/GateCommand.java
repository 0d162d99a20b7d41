package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.gate.Baseline;
import org.tslmap.collector.gate.GateReport;
import org.tslmap.collector.gate.Judgement;
import org.tslmap.collector.gate.Limit;
import org.tslmap.collector.gate.Limits;
import org.tslmap.collector.gate.Metric;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.collector.session.RunOptions;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code tslmap gate}: whether a program's locality is as good as it was. */
@Command(
    name = "gate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures a program and compares it with a baseline, a text file beside the sources: fails"
          + " when accesses, scores, misses or footprints of the whole or of the program's own"
          + " functions got worse by more than their limits.",
      "",
      "The program runs in a fixed environment, and its stack starts at one address, so that a"
          + " deterministic program has the same values on every run. Judged are functions of the"
          + " program itself that make at least 1%% of its accesses.",
      "",
      "Limits without --limit: accesses:+1%%, tl:-0.005, wordSl:-0.005, misses:+2%%, footprint:+2%%, and"
          + " only where a change concerns at least 1 in 10,000 accesses of the program (of a"
          + " footprint: 64 words or lines). What the program prints is dropped.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap gate --baseline gate.txt --update -- ./bench 100",
      "  tslmap gate --baseline gate.txt -- ./bench 100",
      "  tslmap gate --baseline gate.txt --limit 'misses@32K:+5%%' --limit 'solve/tl:-0.01' -- ./bench",
      "",
      "Exit code: 0 within the limits, 3 a regression, 1 when measuring failed, 2 wrong usage.",
    })
final class GateCommand implements Callable<Integer> {
  /** The exit code of a regression. */
  private static final int REGRESSION = 3;

  private static final List<CacheSize> CACHES =
      List.of(new CacheSize(32 << 10), new CacheSize(1 << 20));

  private static final int ERROR_LINES = 12;

  @Spec private CommandSpec command;

  @Option(
      names = "--baseline",
      required = true,
      paramLabel = "FILE",
      description = "The baseline, a text to be committed.")
  private Path file;

  @Option(names = "--update", description = "Write the baseline instead of comparing with it.")
  private boolean update;

  @Option(
      names = "--limit",
      paramLabel = "[FUNCTION/]METRIC:AMOUNT",
      converter = LimitConverter.class,
      description =
          "How much worse a metric may become: accesses, tl, sl, misses, footprint; of one"
              + " granularity or cache wordTl, lineTl, wordSl, lineSl, misses@32K, misses@32K:8,"
              + " wordFootprint, lineFootprint. AMOUNT is +N or -N (accesses, misses, words, lines; parts of 1 of"
              + " scores), +N%% or -N%% of the value before, or off. With FUNCTION only of that"
              + " function; '(whole)' is the whole program. May be given several times.")
  private List<Limit> limits = List.of();

  @Option(
      names = "--cache",
      split = ",",
      paramLabel = "SIZE",
      converter = ReportCommand.CacheSizeConverter.class,
      description = "With --update: caches whose misses the baseline has (default 32K,1M).")
  private List<CacheSize> caches = List.of();

  @Mixin private GateVariables environment = new GateVariables();
  @Mixin private GateFilesOptions files = new GateFilesOptions();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = "Keep the run in this folder, for tslmap report, compare and view.")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--trace-children",
      description = "Also measure programs that the program starts.")
  private boolean traceChildren;

  @Mixin private MetricOptions metrics = new MetricOptions();
  @Mixin private MemoryOption memory = new MemoryOption();

  @Parameters(
      arity = "1..*",
      paramLabel = "program args",
      description = "The program and its arguments, after --.")
  private List<String> program;

  /** Reads a limit. */
  static final class LimitConverter implements ITypeConverter<Limit> {
    @Override
    public Limit convert(String text) {
      try {
        return Limit.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  @Override
  public Integer call() throws Exception {
    MetricParameters parameters = metrics.parameters(MetricParameters.defaults());
    Map<String, String> variables = environment.variables();
    files.check();
    Limits all = new Limits(limits);
    Optional<Baseline> baseline = baseline(parameters);
    List<CacheSize> known =
        baseline.map(Baseline::caches).orElse(caches.isEmpty() ? CACHES : caches);
    try {
      all.check(Metric.all(known, parameters.caches()));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
    try (ProgramFile found = ProgramFile.find(program.get(0))) {
      if (found.refusal().isPresent()) {
        throw new MeasurementException(found.refusal().get().line());
      }
      if (baseline.isPresent() && !traceChildren) {
        expect(baseline.get(), found.executableName());
      }
      Baseline now = measure(found, variables, parameters, known);
      return baseline.isEmpty() ? write(now, all) : judge(baseline.get(), now, all);
    }
  }

  /** The baseline to compare with; none if it is to be written. */
  private Optional<Baseline> baseline(MetricParameters parameters)
      throws IOException, MeasurementException {
    if (update) {
      OutputFile.check(file, "--baseline");
      return Optional.empty();
    }
    try {
      Baseline read = Baseline.read(file, parameters);
      if (!caches.isEmpty() && !caches.equals(read.caches())) {
        throw new MeasurementException(
            "%s: expected misses of caches of %s, found %s; leave --cache out, or write it anew with --update"
                .formatted(file, Baseline.describe(caches), Baseline.describe(read.caches())));
      }
      return Optional.of(read);
    } catch (Baseline.UnreadableException e) {
      throw new MeasurementException(e.getMessage());
    }
  }

  private Baseline measure(
      ProgramFile found,
      Map<String, String> variables,
      MetricParameters parameters,
      List<CacheSize> known)
      throws IOException, InterruptedException, MeasurementException {
    Path folder =
        out.isPresent()
            ? RunFolders.create(out, found.shortName())
            : Files.createTempDirectory("tslmap-gate-");
    try {
      memory.set();
      List<String> line = new ArrayList<>(program);
      if (!program.get(0).contains("/")) {
        line.set(0, found.path().toString()); // the program has another PATH
      }
      Path errors = new RunFolder(folder).programErrors();
      ValgrindRun run =
          new ValgrindRun(
                  Installation.current(),
                  folder,
                  line,
                  traceChildren ? List.of("--trace-children=yes") : List.of())
              .inEnvironment(variables)
              .silently()
              .withErrorsIn(errors);
      Ending ending = new Ending(run, command.commandLine().getErr());
      ending.listen();
      ValgrindRun.Outcome outcome =
          run.endedBy(ending)
              .run(
                  new RunOptions(folder, parameters, metrics.engine(), false, 0, List.of())
                      .withAttribution(AttributionOptions.ALL.withCallDepth(0)));
      ending.done();
      check(outcome, errors);
      run.removeEmptyLogs();
      return Baseline.of(outcome.profile(), known);
    } finally {
      if (out.isEmpty()) {
        RunFolders.delete(folder);
      }
    }
  }

  /** A run of which not everything is known cannot be judged. */
  private void check(ValgrindRun.Outcome outcome, Path errors)
      throws IOException, MeasurementException {
    LocalityProfile profile = outcome.profile();
    if (outcome.status() != 0) {
      List<String> said = Files.readAllLines(errors, java.nio.charset.StandardCharsets.ISO_8859_1);
      throw new MeasurementException(
          "%s ended with status %d; expected 0%s"
              .formatted(
                  program.get(0),
                  outcome.status(),
                  said.isEmpty() ? "" : ". The end of what it said:"),
          said.subList(Math.max(0, said.size() - ERROR_LINES), said.size()));
    }
    if (!profile.complete()) {
      throw new MeasurementException(
          "the measurement is incomplete: " + String.join("; ", profile.problems()));
    }
  }

  private int write(Baseline now, Limits all) throws IOException {
    Files.writeString(file, now.text(Judgement.KEPT_SHARE, all.functions()));
    command
        .commandLine()
        .getOut()
        .println("gate: %s is the baseline of %s now".formatted(file, now.program()));
    return 0;
  }

  /** Refuses the baseline of another program, as far as it is known which one runs. */
  private void expect(Baseline before, Optional<String> executable) throws MeasurementException {
    if (executable.isPresent() && !before.program().equals(Baseline.name(executable.get()))) {
      throw new MeasurementException(
          "%s: expected a baseline of %s, found one of %s; name another file, or write it anew with --update"
              .formatted(file, Baseline.name(executable.get()), before.program()));
    }
  }

  private int judge(Baseline before, Baseline now, Limits all)
      throws IOException, MeasurementException {
    expect(before, Optional.of(now.program()));
    Judgement judgement;
    try {
      judgement = new Judgement(before, now, all);
    } catch (IllegalArgumentException e) {
      throw new MeasurementException(e.getMessage());
    }
    PrintWriter text = command.commandLine().getOut();
    GateReport report =
        new GateReport(
            judgement,
            "tslmap gate --update --baseline " + file + " -- " + program.get(0) + " ...");
    report.text(text);
    files.write(judgement, report, text);
    return judgement.regressions().isEmpty() ? 0 : REGRESSION;
  }
}
