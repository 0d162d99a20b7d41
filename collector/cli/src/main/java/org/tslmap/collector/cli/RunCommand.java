package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.tslmap.collector.names.ByteText;
import org.tslmap.collector.shortage.Shortage;
import org.tslmap.collector.sources.SourceFiles;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessEnd;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.Sampling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap run}: measures one program. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs a program under Valgrind and measures the locality of its memory accesses.",
      "",
      "The program's input, output and exit status stay its own; the table goes to standard"
          + " error. Profile and trace are kept in a folder; tslmap plot and tslmap view"
          + " show pictures of them.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap run -- ls -l",
      "  tslmap run --fn multiply --trace none -- ./matmul 300",
      "  tslmap run --sample=off -- ./long",
      "  tslmap run --budget=3x -- ./long",
      "  tslmap run --adapt -- ./long",
      "  tslmap run --mpi 4 -- ./heat 1000",
      "",
      "Exit code: the program's own, or 128 + n when signal n ended it; 1 when the measurement"
          + " failed, 3 when its results could not all be stored, 127 when there is no such program, 126 when it cannot be executed.",
    })
final class RunCommand implements Callable<Integer> {

  /** The number of SIGILL. */
  private static final int ILLEGAL_INSTRUCTION = 4;

  private static final String UNKNOWN_INSTRUCTION =
      " (SIGILL): Valgrind does not know all instructions, such as those of AVX-512; compile the"
          + " program for an older processor, without -march=native";

  @Spec private CommandSpec command;
  @Mixin private RecordingOptions recording = new RecordingOptions();
  @Mixin private SampleOption sample = new SampleOption();

  @Mixin private AdaptOption adapt = new AdaptOption();
  @Mixin private ToolOptions tool = new ToolOptions();
  @Mixin private MpiOptions mpi = new MpiOptions();

  @Option(
      names = "--trace-children",
      description = "Also measure programs that the program starts.")
  private boolean traceChildren;

  @Option(
      names = "--keep-environment",
      description =
          "Start the program's stack where Valgrind alone starts it, which depends on the lengths of"
              + " the environment and of paths. Without this option it starts at one address (64 KiB"
              + " below its end), so that equal runs in other folders and by other users have equal"
              + " scores.")
  private boolean keepEnvironment;

  @Option(
      names = "--valgrind-option",
      paramLabel = "OPTION",
      description = "Passes an option to Valgrind, such as --vex-guest-max-insns=100.")
  private List<String> valgrindOptions = List.of();

  @Option(
      names = "--keep-sources",
      description =
          "Keep copies of the program's sources in the run's folder, as far as they may be read"
              + " (--source-root). Pages and reports show these copies.")
  private boolean keepSources;

  @Mixin private SourceRootsOption sources = new SourceRootsOption();

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description =
          "Run the program N times with the same input, and keep how far the runs are apart: tslmap"
              + " compare calls no smaller difference a change. Only the first run's output is shown"
              + " and its trace kept.")
  private int repeat = 1;

  @Option(
      names = "--view",
      description =
          "Show the run in the web browser while it goes on, and the result afterwards, until"
              + " Ctrl-C or SIGTERM.")
  private boolean view;

  @Parameters(
      arity = "1..*",
      paramLabel = "program args",
      description = "The program and its arguments, after --.")
  private List<String> program;

  private Ending ending;

  @Override
  public Integer call() throws Exception {
    PrintWriter err = command.commandLine().getErr();
    try (ProgramFile file = ProgramFile.find(program.get(0))) {
      Optional<ProgramFile.Refusal> refusal = file.refusal();
      if (refusal.isPresent()) {
        err.println("tslmap: " + refusal.get().line());
        return refusal.get().status();
      }
      return measure(file, err);
    }
  }

  private int measure(ProgramFile file, PrintWriter err)
      throws IOException, InterruptedException, MeasurementException {
    recording.check();
    checkRepeat();
    sample.check();
    tool.check(command.commandLine());
    mpi.check(command.commandLine());
    List<String> toolArguments = toolArguments(file.path());
    List<String> launcher = mpi.launcher();
    Path folder = RunFolders.create(recording.out(), file.shortName());
    Installation installation = Installation.current();
    Function<Path, ValgrindRun> make =
        into ->
            signalled(
                new ValgrindRun(installation, into, program, toolArguments)
                    .withFixedStack(!keepEnvironment)
                    .withLauncher(launcher));
    ValgrindRun run = make.apply(folder).withProgress(!recording.quiet());
    if (!view) {
      int status = measure(run, folder, err);
      ending.done();
      if (repeat > 1 && new RunFolder(folder).holdsRun()) {
        Repeats.measure(
            ProfileJson.read(new RunFolder(folder).profile()),
            repeat,
            folder,
            make,
            into -> recording.recorder(into, sample.isAsked()).withExpectedRanks(mpi.ranks()));
      }
      return status;
    }
    ending.done(); // its result is shown until the user is done
    try (LiveView live =
        LiveView.open(
            program.stream().map(ByteText::shown).toList(),
            recording.density(folder),
            folder,
            sources.roots(),
            HotspotOptions.usual(Optional.empty(), command.commandLine()),
            err)) {
      int status = measure(run.watchedBy(live::begin), folder, err);
      if (new RunFolder(folder).holdsRun() && !ending.isTerminated()) {
        live.showResult();
      }
      return status;
    }
  }

  /** From now on signals end this run. */
  private ValgrindRun signalled(ValgrindRun run) {
    ending = new Ending(run, command.commandLine().getErr());
    ending.listen();
    return run.endedBy(ending);
  }

  private int measure(ValgrindRun run, Path folder, PrintWriter err)
      throws IOException, InterruptedException, MeasurementException {
    ValgrindRun.Outcome outcome =
        run.run(recording.recorder(folder, sample.isAsked()).withExpectedRanks(mpi.ranks()));
    run.removeEmptyLogs();
    if (!recording.quiet() || !outcome.profile().complete() || !outcome.kept()) {
      outcome.notices().forEach(notice -> err.println("tslmap: " + notice));
    }
    if (!recording.quiet() || !outcome.profile().mainProcess().end().complete()) {
      run.messages(outcome.profile()).forEach(line -> err.println("tslmap: " + line));
    } else {
      run.remarks(outcome.profile()).forEach(line -> err.println("tslmap: " + line));
    }
    if (!recording.quiet()) {
      new MatchedFunctions("--fn", outcome.profile()).list(tool.functions(), err);
    }
    if (mpi.ranks() == 0) {
      signalLine(outcome, err);
    }
    if (isEmpty(outcome.profile())) {
      err.println(
          "tslmap: no access was measured; expected some from "
              + tool.given()
              + ". No run is kept");
      RunFolders.remove(new RunFolder(folder));
      return outcome.status() == 0 ? 1 : outcome.status();
    }
    return finish(outcome, folder, err);
  }

  private void checkRepeat() {
    if (repeat < 1 || repeat > 1 && view) {
      throw new ParameterException(
          command.commandLine(),
          repeat < 1
              ? "--repeat expects 1 or more runs, but found " + repeat
              : "--repeat and --view: expected one of them, found both");
    }
  }

  /** Whether what was asked for never happened. */
  private static boolean isEmpty(LocalityProfile profile) {
    return profile.complete()
        && profile.processes().stream().allMatch(process -> process.totals().accesses() == 0);
  }

  private List<String> toolArguments(Path file) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(tool.arguments());
    arguments.addAll(tool.lookedUp(file, command.commandLine()));
    if (traceChildren) {
      arguments.add("--trace-children=yes");
    }
    arguments.addAll(sample.arguments(recording.parameters()));
    arguments.addAll(valgrindOptions);
    arguments.addAll(adapt.arguments(arguments, recording.attributed(), recording.parameters()));
    return arguments;
  }

  private int finish(ValgrindRun.Outcome outcome, Path folder, PrintWriter err) throws IOException {
    LocalityProfile profile = outcome.profile();
    recording.summary().write(profile, err);
    boolean kept = keepSources(profile, folder, err) && outcome.kept();
    if (outcome.kept() && recording.plots()) {
      kept &= recording.draw(profile, folder, err);
    }
    if (outcome.kept()) {
      recording.summary().kept(folder, profile, err);
      if (!sample.isAsked() && Sampling.isIn(profile.processes())) {
        recording.summary().exact(err);
      }
    }
    if (outcome.status() == 0 || profile.parallel()) {
      profile
          .problems()
          .forEach(problem -> err.println("tslmap: the measurement is incomplete: " + problem));
    }
    if (outcome.status() == 0 && !profile.complete()) {
      return 1;
    }
    return outcome.status() == 0 && !kept ? RecordingOptions.NOT_KEPT : outcome.status();
  }

  /** Whether the sources are in the run's folder, if they are to be. */
  private boolean keepSources(LocalityProfile profile, Path folder, PrintWriter err) {
    if (!keepSources) {
      return true;
    }
    try {
      RunFolder run = new RunFolder(folder);
      String kept = new SourceFiles(profile, Optional.empty(), sources.roots()).keepIn(run);
      if (!recording.quiet()) {
        err.println("tslmap: " + kept);
      }
      return true;
    } catch (IOException e) {
      err.println("tslmap: the sources cannot be kept: " + Shortage.describe(e));
      return false;
    }
  }

  private static void signalLine(ValgrindRun.Outcome outcome, PrintWriter err) {
    ProcessEnd end = outcome.profile().mainProcess().end();
    boolean unseen = end.exitStatus().isEmpty() && outcome.status() > ValgrindRun.SIGNALLED;
    if (end.signal() != 0 || unseen) {
      // The process that waits for Valgrind knows the number even when the tool does not.
      int signal = end.signal() > 0 ? end.signal() : outcome.status() - ValgrindRun.SIGNALLED;
      err.println(
          "tslmap: signal %d ended the program%s"
              .formatted(signal, signal == ILLEGAL_INSTRUCTION ? UNKNOWN_INSTRUCTION : ""));
    }
  }
}
