package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.analysis.SinkFactory;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.selection.SelectedCode;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.selection.Toggle;
import org.tslmap.collector.session.Replay;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.Narrowing;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.View;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The options that select accesses of a run, and the run that these accesses are by themselves: its
 * stored trace is scored again, and no other access forms the stream.
 */
final class SelectedRun {

  private static final int LONGEST_NAME = 200;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Mixin private SelectionOptions options;

  /** What becomes of accesses that only wait. */
  enum Waiting {
    /** They are scored like others. */
    KEEP,
    /** They are no part of the stream. */
    OUT
  }

  @Option(
      names = "--inclusive",
      description =
          "With --fn: also whatever these functions call. A function that jumps on to another one"
              + " without an access of its own is not seen.")
  private boolean inclusive;

  @Option(
      names = "--toggle",
      paramLabel = "START[,STOP]",
      converter = ToggleConverter.class,
      description =
          "Only accesses from each call of START to the next call of STOP, or of START where there is"
              + " no STOP. NAME#N is the Nth call only. A call is seen by the accesses of its function,"
              + " and a forked process counts from its own start.")
  private Optional<Toggle> toggle = Optional.empty();

  @Option(
      names = "--waiting",
      paramLabel = "keep|out",
      description =
          "Whether accesses that ask again and again for another thread or rank are scored"
              + " (default: keep). With out they are no part of the stream, and the scores of the"
              + " others are called isolated.")
  private Waiting waiting = Waiting.KEEP;

  /** With these options and those of this class. */
  SelectedRun(SelectionOptions options) {
    this.options = options;
  }

  /** Whether anything was given that leaves accesses out. */
  boolean narrows() {
    return options.narrows() || inclusive || isByCalls() || waiting == Waiting.OUT;
  }

  /** Whether the selected accesses are those between calls. */
  boolean isByCalls() {
    return toggle.isPresent();
  }

  private List<NamePattern> calls() {
    return toggle.stream().flatMap(Toggle::calls).map(Toggle.Call::function).toList();
  }

  /**
   * Refuses what the run does not have.
   *
   * @throws ParameterException naming the option and what was found
   * @throws MeasurementException if it has no such function, or not all calls
   */
  void check(LocalityProfile recorded) throws MeasurementException {
    if (inclusive) {
      ToolOptions.checkRoots(options.functions(), command.commandLine());
    }
    options.check(command.commandLine(), recorded);
    options.checkPlaces(command.commandLine(), recorded);
    new MatchedFunctions("--fn", recorded).check(options.functions());
    new MatchedFunctions("--toggle", recorded).check(calls());
    if (isByCalls()) {
      checkCalls(recorded);
    }
  }

  /** Says which functions the names stand for. */
  void list(LocalityProfile recorded) {
    PrintWriter err = command.commandLine().getErr();
    new MatchedFunctions("--fn", recorded).list(options.functions(), err);
    new MatchedFunctions("--toggle", recorded).list(calls(), err);
  }

  /** Refuses calls of functions where a run does not have all of them. */
  private static void checkCalls(LocalityProfile recorded) throws MeasurementException {
    for (ProcessProfile process : recorded.processes()) {
      List<String> leavingOut =
          process.options().stream()
              .filter(Narrowing::leavesOut)
              .map(ToolOptions::inUserWords)
              .toList();
      if (process.sampling().isPresent()
          || !leavingOut.isEmpty()
          || process.view() == View.PARTIAL) {
        throw new MeasurementException(
            "--toggle: expected a run with all accesses, found one with some of them%s; record"
                    .formatted(
                        leavingOut.isEmpty() ? "" : " (" + String.join(" ", leavingOut) + ")")
                + " with tslmap run --toggle");
      }
    }
  }

  /**
   * The run in whose place the selected accesses of it are shown: the run itself where nothing is
   * selected, or a temporary one, which is named after both and goes when this program ends.
   *
   * @param run its folder or its profile
   * @throws MeasurementException if there is no trace, or the run does not have what is selected
   */
  Path of(Path run) throws IOException, MeasurementException {
    if (!narrows()) {
      return run;
    }
    LocalityProfile recorded = ProfileJson.read(RunFolders.profileOf(run));
    check(recorded);
    if (!Files.isDirectory(new RunFolder(run).traces())) {
      throw new MeasurementException(
          "%s has no stored trace to select accesses from; record it with --trace full, or only what"
                  .formatted(run)
              + " is wanted, with run --fn, --lines, --region, --watch or --toggle");
    }
    list(recorded);
    Selection selection = selection(recorded.processes());
    command
        .commandLine()
        .getErr()
        .println(
            "tslmap: note: isolated: %s, scored as if there were no other accesses of %s"
                .formatted(selection.description(), run));
    String name = run.toAbsolutePath().normalize().getFileName() + selection.suffix();
    RunFolder folder = temporary(name.substring(0, Math.min(name.length(), LONGEST_NAME)));
    LocalityProfile alone =
        replay(
            run,
            recorded,
            parameters(run, recorded),
            EngineChoice.AUTO,
            Replay.attribution(run),
            List.of(),
            Optional.empty(),
            Runtime.getRuntime().availableProcessors(),
            Optional.of(folder));
    if (alone.processes().stream().allMatch(process -> process.totals().accesses() == 0)) {
      throw new MeasurementException(
          "%s: expected accesses of %s in the stored trace, found none%s"
              .formatted(
                  run,
                  selection.description(),
                  options.phases().isEmpty()
                      ? ""
                      : "; of phases it has those that the program marked (tslmap.h)"));
    }
    return folder.path();
  }

  /** A folder that only this user sees, until the program ends. */
  private static RunFolder temporary(String name) throws IOException {
    Path parent = Files.createTempDirectory("tslmap-");
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    RunFolders.delete(parent);
                  } catch (IOException e) {
                    LoggerFactory.getLogger(SelectedRun.class).debug("{} is left", parent, e);
                  }
                }));
    return new RunFolder(Files.createDirectory(parent.resolve(name)));
  }

  /** What a run was scored with. */
  static MetricParameters parameters(Path run, LocalityProfile recorded) throws IOException {
    return recorded.processes().isEmpty()
        ? Replay.parameters(run)
        : recorded.processes().get(0).parameters();
  }

  /**
   * Scores what is selected of a stored trace.
   *
   * @param recorded the run's profile
   * @param to where the result is kept, if it is
   */
  LocalityProfile replay(
      Path run,
      LocalityProfile recorded,
      MetricParameters parameters,
      EngineChoice engine,
      AttributionOptions attribution,
      List<SinkFactory> sinks,
      Optional<Path> filter,
      int jobs,
      Optional<RunFolder> to)
      throws IOException {
    List<String> notices = new CopyOnWriteArrayList<>();
    LocalityProfile profile =
        Replay.replay(
            run,
            parameters,
            engine,
            attribution,
            sinks,
            process -> selection(recorded.processes(process.pid(), process.startedMicros())),
            filter,
            recorded.expectedRanks(),
            jobs,
            notice -> {
              notices.add(notice);
              command.commandLine().getErr().println("tslmap: " + notice);
            });
    if (to.isPresent()) {
      Replay.keep(profile, new RunFolder(run), to.get(), parameters, attribution, notices);
    }
    return profile;
  }

  /** What is selected of processes. */
  private Selection selection(List<ProcessProfile> processes) {
    Selection selection = options.places(processes);
    Set<Long> leftOut = new HashSet<>();
    if (waiting == Waiting.OUT) {
      processes.forEach(
          process ->
              process.waiting().forEach(i -> leftOut.add(process.sites().get(i).instruction())));
    }
    SelectedCode code = selection.code();
    return selection.withCode(
        new SelectedCode(code.functions(), code.lines(), leftOut, inclusive, toggle));
  }
}
