package org.tslmap.npb.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.apexmap.Machine;
import org.tslmap.collector.cli.FilterFile;
import org.tslmap.collector.cli.Installation;
import org.tslmap.collector.cli.Main;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.npb.sweep.PlannedRun;
import org.tslmap.npb.sweep.RunResult;
import org.tslmap.npb.sweep.SlurmJob;
import org.tslmap.npb.sweep.Sweep;
import org.tslmap.npb.sweep.SweepExecution;
import org.tslmap.npb.sweep.SweepFolder;
import org.tslmap.npb.sweep.SweepPlan;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tslmap npb sweep}: measures many programs. */
@Command(
    name = "sweep",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs each program as it is, under Valgrind without a tool, and measured by tslmap, and keeps"
          + " times, memory and scores.",
      "",
      "Started again with the same folder, it does only what is left; what failed is tried again.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap npb sweep --classes S,W --variants serial,omp --threads 1,2 --out sweeps/sw",
      "  tslmap npb sweep --benchmarks is --functions is:find_my_seed --trace size --out sweeps/is",
      "  tslmap npb sweep --benchmarks cg --filter cg.filter --out sweeps/cg",
      "  tslmap npb sweep --npb-dir NPB3.4/NPB3.4-OMP/bin --variants omp --out sweeps/nasa",
      "",
      "Exit code: 0 when every run went well, 1 when one failed, 2 wrong usage.",
    })
final class SweepCommand implements Callable<Integer> {

  /** What becomes of traces. */
  enum Trace {
    /** None is stored. */
    NONE,
    /** Stored, and removed once its size is known. */
    SIZE,
    /** Stored and kept. */
    KEEP
  }

  @Spec private CommandSpec command;
  @Mixin private SweepSelection selection = new SweepSelection();

  @Option(
      names = "--functions",
      split = ",",
      paramLabel = "NAME:FUNCTION",
      description = "Measure these functions alone, too, such as is:find_my_seed.")
  private List<String> functions = List.of();

  @Option(
      names = "--filter",
      paramLabel = "FILE",
      description =
          "Count the accesses of the functions that a filter file excludes instead of recording them"
              + " (collector/FILTER.md), in all recorded runs. The sweep keeps a copy, which is used"
              + " when it goes on; another filter is then refused.")
  private Optional<Path> filter = Optional.empty();

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Runs of each program as it is; the median counts (default 3).")
  private int repeat = 3;

  @Option(
      names = "--trace",
      paramLabel = "none|size|keep",
      description =
          "Whether traces are stored: not, stored and removed once their size is known, or kept"
              + " (default none).")
  private Trace trace = Trace.NONE;

  @Option(
      names = "--compare-tools",
      description =
          "Also run tslmap recording only, scoring, and storing, and for class S Lackey and"
              + " Cachegrind.")
  private boolean compareTools;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Runs at the same time (default 1; more make times longer and less certain).")
  private int jobs = 1;

  @ArgGroup private Place place = new Place();

  /** The folder, and what happens in it. */
  static final class Place {
    @Option(
        names = {"-o", "--out"},
        paramLabel = "DIR",
        description = "Folder of the sweep.")
    private Optional<Path> out = Optional.empty();

    @Option(
        names = "--collect",
        paramLabel = "DIR",
        description = "Only say what came of a sweep, for example one that Slurm did.")
    private Optional<Path> collect = Optional.empty();
  }

  @Option(names = "--slurm", description = "Submit a job array, an element for each run.")
  private boolean slurm;

  @Option(names = "--dry-run", description = "With --slurm: print the script, submit nothing.")
  private boolean dryRun;

  @Option(
      names = "--slurm-option",
      paramLabel = "OPTION",
      description = "An option for sbatch, such as --time=2:00:00. May be repeated.")
  private List<String> slurmOptions = List.of();

  @Option(names = "--element", hidden = true, description = "Do only the run with this number.")
  private Optional<Integer> element = Optional.empty();

  @Override
  public Integer call() throws Exception {
    SweepFolder folder =
        new SweepFolder(
            place
                .out
                .or(() -> place.collect)
                .orElseThrow(() -> refuse("name the folder of the sweep with --out DIR")));
    PrintWriter err = command.commandLine().getErr();
    if (element.isPresent()) {
      return oneElement(folder, element.get(), err);
    }
    if (place.collect.isPresent()) {
      Sweep sweep = folder.sweep();
      return summary(folder, sweep, folder.results(sweep));
    }
    check(folder);
    Sweep sweep = plan(err);
    if (slurm && dryRun) {
      command.commandLine().getOut().print(script(folder, sweep));
      command.commandLine().getOut().flush();
      return 0;
    }
    if (filter.isPresent()) {
      folder.keepFilter(filter.get());
    } else if (folder.filter().isPresent()) {
      err.println("tslmap: the sweep goes on with its filter " + folder.filter().get());
    }
    folder.keep(sweep);
    if (slurm) {
      return submit(folder, sweep);
    }
    int done = (int) folder.results(sweep).values().stream().filter(RunResult::succeeded).count();
    if (done > 0) {
      err.println("tslmap: %d of %d runs are done already".formatted(done, sweep.runs().size()));
    }
    Map<PlannedRun, RunResult> results;
    try (SweepProgress progress = new SweepProgress(sweep.runs().size(), done, err)) {
      results = SweepExecution.execute(folder, sweep, Installation.current(), progress);
    }
    return summary(folder, sweep, results);
  }

  private void check(SweepFolder folder) throws IOException, MeasurementException {
    FilterFile.check(filter, "--filter", command.commandLine());
    if (filter.isPresent()) {
      folder.checkFilter(filter.get());
    }
    if (repeat < 1 || jobs < 1) {
      throw refuse(
          "--repeat and --jobs expect 1 or more, but found %d and %d".formatted(repeat, jobs));
    }
    if (!slurm && (dryRun || !slurmOptions.isEmpty())) {
      throw refuse("--dry-run and --slurm-option are for --slurm");
    }
  }

  private Sweep plan(PrintWriter err)
      throws IOException, InterruptedException, MeasurementException {
    SweepPlan plan =
        new SweepPlan(
            repeat,
            trace != Trace.NONE,
            compareTools,
            functions.stream().map(this::function).toList());
    List<PlannedRun> runs = plan.runs(selection.subjects(err));
    for (SweepPlan.Function function : plan.functions()) {
      if (runs.stream().noneMatch(run -> run.subject().benchmark().equals(function.benchmark()))) {
        throw refuse(
            "--functions names %s, which is not in this sweep".formatted(function.benchmark()));
      }
    }
    List<String> line = new ArrayList<>(List.of("tslmap"));
    line.addAll(command.commandLine().getParseResult().originalArgs());
    return new Sweep(
        Sweep.SCHEMA_VERSION,
        "tslmap " + Main.Version.number(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        Machine.current().description(),
        line,
        jobs,
        trace == Trace.KEEP,
        runs);
  }

  private SweepPlan.Function function(String text) {
    int colon = text.indexOf(':');
    if (colon < 1 || colon == text.length() - 1) {
      throw refuse("--functions expects NAME:FUNCTION, such as is:find_my_seed, but found " + text);
    }
    return new SweepPlan.Function(text.substring(0, colon), text.substring(colon + 1));
  }

  private ParameterException refuse(String message) {
    return new ParameterException(command.commandLine(), message);
  }

  private static int oneElement(SweepFolder folder, int number, PrintWriter err)
      throws IOException, InterruptedException, MeasurementException {
    RunResult result =
        SweepExecution.executeOne(folder, folder.sweep(), Installation.current(), number);
    if (!result.succeeded()) {
      err.println("tslmap: %s: %s".formatted(result.run().title(), result.failure()));
      return 1;
    }
    return 0;
  }

  private int submit(SweepFolder folder, Sweep sweep)
      throws IOException, InterruptedException, MeasurementException {
    PrintWriter text = command.commandLine().getOut();
    if (left(folder, sweep).isEmpty()) {
      return summary(folder, sweep, folder.results(sweep));
    }
    String job = SlurmJob.submit(folder, script(folder, sweep));
    text.println("submitted job %s with %d runs".formatted(job, left(folder, sweep).size()));
    text.println("when it has ended: tslmap npb sweep --collect " + folder.root());
    text.flush();
    return 0;
  }

  private String script(SweepFolder folder, Sweep sweep) throws IOException, MeasurementException {
    return SlurmJob.script(
        Installation.current(), folder, sweep, left(folder, sweep), slurmOptions);
  }

  /** Places of the runs that have not ended well yet. */
  private static List<Integer> left(SweepFolder folder, Sweep sweep)
      throws IOException, MeasurementException {
    List<Integer> left = new ArrayList<>();
    for (int number = 0; number < sweep.runs().size(); number++) {
      if (folder.result(sweep.runs().get(number)).filter(RunResult::succeeded).isEmpty()) {
        left.add(number);
      }
    }
    return left;
  }

  /** What failed, what was not done, and what to do next. */
  private int summary(SweepFolder folder, Sweep sweep, Map<PlannedRun, RunResult> results) {
    PrintWriter text = command.commandLine().getOut();
    long well = results.values().stream().filter(RunResult::succeeded).count();
    text.println("%d of %d runs went well".formatted(well, sweep.runs().size()));
    for (RunResult result : results.values()) {
      if (!result.succeeded()) {
        text.println("FAILED   %s: %s".formatted(result.run().title(), result.failure()));
      }
    }
    List<String> missing =
        sweep.runs().stream()
            .filter(run -> !results.containsKey(run))
            .map(PlannedRun::title)
            .toList();
    for (String run : missing) {
      text.println("NOT DONE " + run);
    }
    text.println("kept in %s (tslmap npb table %s)".formatted(folder.root(), folder.root()));
    text.flush();
    return well == sweep.runs().size() ? 0 : 1;
  }
}
