package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tslmap.collector.names.ByteText;
import org.tslmap.collector.refine.Candidate;
import org.tslmap.collector.refine.Iteration;
import org.tslmap.collector.refine.Refinement;
import org.tslmap.collector.report.Quantities;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.score.Measure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap refine}: finds a filter with which recording a program keeps to a budget. */
@Command(
    name = "refine",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Finds a filter file with which recording a program keeps to a budget, and records it so.",
      "",
      "The program runs several times, with the same input, and its output is dropped: alone, under"
          + " Valgrind without a tool, with all accesses counted, once for a look at which functions"
          + " waste accesses, and then with filters. Each filter records the functions that waste"
          + " and access most among those that a model of the costs puts within the budget; all"
          + " others are counted. The model learns from each run.",
      "",
      "It ends when less than 1 %% of the accesses change between recorded and counted, the run is"
          + " within the budget, and no score moves by more than 0.02; otherwise after --iterations"
          + " runs, with a line that says what is missing.",
      "",
      "Functions that are counted are recorded in stretches over the whole run:"
          + " so their scores and hotspots are estimated.",
      "",
      "Columns: functions recorded, share of accesses recorded, predicted and measured processor"
          + " time, measured time as a multiple of Valgrind without a tool, model's error, share of"
          + " accesses that changed, largest drift of a score.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap refine --budget 3x -- ./app large",
      "  tslmap refine --budget 3x --train small -- ./app large",
      "  tslmap refine --budget 120s --stdin large.in --out refined -- ./app",
      "  tslmap run --filter refined/refined.filter --count-after 131072 --again 64 -- ./app",
      "",
      "Exit code: 0 when the functions have settled within the budget, 1 when they have not or the"
          + " measurement failed, 2 wrong usage.",
    })
final class RefineCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Option(
      names = "--budget",
      required = true,
      paramLabel = Budget.LABEL,
      converter = Budget.Converter.class,
      description =
          "What a run may cost: processor time, of the program and of the collector, relative to"
              + " Valgrind without a tool (3x), or seconds of it (60s).")
  private Budget budget;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Runs with filters at most (default 4).")
  private int iterations = 4;

  @Option(
      names = "--train",
      paramLabel = "ARGS",
      description =
          "Arguments of the program for the look, such as those for a smaller input; all its accesses"
              + " are recorded. Words in quotes are one. (Default: a sampled run with the program's own"
              + " arguments and the same budget.)")
  private Optional<String> train = Optional.empty();

  @Option(
      names = "--stdin",
      paramLabel = "FILE",
      description = "The program's standard input, in every run (default: empty).")
  private Optional<Path> input = Optional.empty();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description =
          "Folder of the last run, which also has the filter file, refined.filter (default"
              + " tslmap-runs/<time>-<name>).")
  private Optional<Path> out = Optional.empty();

  @Mixin private SurfaceOption surface = new SurfaceOption();

  @Parameters(
      arity = "1..*",
      paramLabel = "program args",
      description = "The program and its arguments, after --.")
  private List<String> program;

  @Override
  public Integer call() throws Exception {
    check();
    PrintWriter err = command.commandLine().getErr();
    try (ProgramFile file = ProgramFile.find(program.get(0))) {
      Optional<ProgramFile.Refusal> refusal = file.refusal();
      if (refusal.isPresent()) {
        err.println("tslmap: " + refusal.get().line());
        return refusal.get().status();
      }
      Path folder = RunFolders.create(out, file.shortName());
      try (RefinedRuns runs =
          new RefinedRuns(
              folder,
              program,
              input.orElse(Usage.NO_INPUT),
              surface.hotspotSettings(command.commandLine()))) {
        return refine(runs, folder);
      }
    }
  }

  private void check() throws IOException {
    if (iterations < 1) {
      throw refuse("--iterations expects 1 or more, but found " + iterations);
    }
    if (input.isPresent() && (!Files.isReadable(input.get()) || Files.isDirectory(input.get()))) {
      throw refuse("--stdin: there is no file %s that can be read".formatted(input.get()));
    }
    if (input.isEmpty() && !StandardInput.isRepeatable()) {
      throw refuse(
          "the program runs several times, and standard input, which is a pipe, a socket or a file here, can be read once; name a file with --stdin FILE, or say </dev/null");
    }
  }

  private ParameterException refuse(String message) {
    return new ParameterException(command.commandLine(), message);
  }

  private int refine(RefinedRuns runs, Path folder)
      throws IOException, InterruptedException, MeasurementException {
    PrintWriter text = command.commandLine().getOut();
    double alone = runs.alone();
    step(text, "alone", alone, "");
    double none = runs.none();
    step(text, "Valgrind without a tool", none, "");
    double limit = budget.seconds(none);
    RefinedRuns.Counted counted = runs.counted();
    step(
        text,
        "all accesses counted",
        counted.run().seconds(),
        "%.2fx, %,d accesses".formatted(counted.run().seconds() / none, counted.run().made()));
    double least = new Refinement(none, limit, counted.run(), counted.candidates(Map.of())).least();
    if (least >= limit) {
      throw new MeasurementException(
          String.format(
              Locale.ROOT,
              "--budget %s (%.2f s) is too little: counting every access takes %.2f s, and recording parts of what functions do about %.2f s more; ask for %.1fx or more",
              budget.asked(),
              limit,
              counted.run().seconds(),
              least - counted.run().seconds(),
              Math.ceil(10 * least / none) / 10));
    }
    RefinedRuns.Look look =
        train.isPresent()
            ? runs.trained(CommandWords.ofOption(train.get()))
            : runs.sampled(budget.asked());
    step(text, train.isPresent() ? "look at --train" : "sampled look", look.seconds(), "");
    Refinement refinement =
        new Refinement(none, limit, counted.run(), counted.candidates(look.waste()));
    text.println();
    text.println(
        " run  functions  recorded  predicted   measured   ratio   error  changed   drift");
    List<Candidate> excluded = List.of();
    for (int i = 0; i < iterations && (i == 0 || !refinement.missing().isEmpty()); i++) {
      refinement.next();
      excluded = refinement.counted();
      RefinedRuns.Recorded recorded =
          runs.recorded(
              excluded, refinement.observed(), refinement.again(), refinement.keptFunctions());
      row(text, refinement.add(recorded.run(), recorded.waste(), recorded.drift()));
    }
    text.println();
    runs.keepLast();
    List<String> missing = refinement.missing();
    text.println(
        missing.isEmpty()
            ? "settled within the budget %s (%.2f s)".formatted(budget.asked(), limit)
            : "not settled: " + String.join("; ", missing));
    long accesses = excluded.stream().mapToLong(Candidate::accesses).sum();
    text.println(
        "%s counts %,d functions with %s of all accesses"
            .formatted(
                new RunFolder(folder).refinedFilter(),
                excluded.size(),
                Quantities.of(
                    Measure.Unit.SHARE, (double) accesses / Math.max(1, counted.run().made()))));
    text.println(RunFolders.kept(folder));
    text.println(
        "next: tslmap run --filter %s %s"
            .formatted(
                RunFolders.quoted(new RunFolder(folder).refinedFilter()),
                Stream.of(
                        RefinedRuns.stretches(refinement.observed(), refinement.again()),
                        List.of("--", ByteText.shown(String.join(" ", program))))
                    .flatMap(List::stream)
                    .collect(Collectors.joining(" "))));
    text.flush();
    return missing.isEmpty() ? 0 : 1;
  }

  private static void step(PrintWriter text, String what, double seconds, String more) {
    text.println(
        String.format(Locale.ROOT, "%-24s %8.2f s  %s", what, seconds, more).stripTrailing());
    text.flush();
  }

  private static void row(PrintWriter text, Iteration i) {
    text.println(
        String.format(
            Locale.ROOT,
            "%4d  %,9d  %8s  %7.2f s  %7.2f s  %5.2fx  %6s  %7s  %6s",
            i.number(),
            i.functions(),
            Quantities.of(Measure.Unit.SHARE, i.recordedShare()),
            i.predicted(),
            i.measured(),
            i.ratio(),
            Quantities.of(Measure.Unit.SHARE, i.predicted() / i.measured() - 1),
            i.changed().isPresent()
                ? Quantities.of(Measure.Unit.SHARE, i.changed().getAsDouble())
                : "-",
            i.drift().isPresent()
                ? String.format(Locale.ROOT, "%.4f", i.drift().getAsDouble())
                : "-"));
    text.flush();
  }
}
