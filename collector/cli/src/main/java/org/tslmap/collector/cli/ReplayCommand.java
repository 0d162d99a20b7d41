package org.tslmap.collector.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.density.DensityRecording;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.selection.Toggle;
import org.tslmap.collector.session.Replay;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.collector.wire.Hello;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.Narrowing;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.View;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tslmap replay}: scores a stored trace again. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Scores the stored trace of a run again, without running the program. Parameters that are"
          + " not given are the run's own; with all of them the same, so is the profile.",
      "",
      "With --fn, --lines, --toggle, --data, --region, --thread, --phase, --from or --to only a selection of"
          + " the accesses forms the stream: reuse distances and strides count no others, and the scores are called"
          + " isolated.",
      "",
      "The result goes to a folder of its own when one is named, and the table to standard"
          + " output.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap replay --line 128 --out tslmap-runs/line128 tslmap-runs/20250131-ls",
      "  tslmap replay --toggle 'step#3,step#5' tslmap-runs/20250131-solver",
      "  tslmap replay --lines solve.c:120-134 tslmap-runs/20250131-solver",
      "  tslmap replay --fn 'solve*' --region 0x404060,8000 tslmap-runs/20250131-solver",
    })
final class ReplayCommand implements Callable<Integer> {

  @Spec private CommandSpec command;
  @Mixin private MetricOptions metrics = new MetricOptions();
  @Mixin private SelectionOptions selected = new SelectionOptions();
  @Mixin private MemoryOption memory = new MemoryOption();
  @Mixin private AttributionChoice attribution = new AttributionChoice();

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

  @Option(
      names = "--filter",
      paramLabel = "FILE",
      description =
          "Count the accesses of the functions that a filter file in Score-P's syntax excludes,"
              + " instead of scoring them (collector/FILTER.md): the scores of the others are those"
              + " of a run that is recorded with it.")
  private Optional<Path> filter = Optional.empty();

  @Option(names = "--out", paramLabel = "DIR", description = "Write the profile to this folder.")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = {
        "Threads that work at the same time (default: as many as there are processors). A process"
            + " uses up to two: one decodes and labels accesses, the other counts them."
      })
  private Optional<Integer> jobs = Optional.empty();

  @Option(
      names = "--plots",
      negatable = true,
      description = "Draw pictures of the result; needs --out.")
  private boolean plots;

  @Mixin private ResultSummary summary = new ResultSummary();
  @Mixin private RunChoice choice = new RunChoice();

  private Selection selection(LocalityProfile recorded, Hello process) {
    Selection places = selected.places(recorded, process);
    if (inclusive) {
      places = places.inclusively();
    }
    if (toggle.isPresent()) {
      places = places.between(toggle.get());
    }
    return waiting == Waiting.KEEP
        ? places
        : places.without(
            recorded.processes(process.pid(), process.startedMicros()).stream()
                .flatMap(p -> p.waiting().stream().map(site -> p.sites().get(site).instruction()))
                .collect(Collectors.toSet()));
  }

  /** Refuses calls of functions where a run does not have all of them. */
  private void checkToggle(LocalityProfile recorded) throws MeasurementException {
    if (toggle.isEmpty()) {
      return;
    }
    if (filter.isPresent()) {
      throw new ParameterException(
          command.commandLine(),
          "--toggle: expected no --filter beside it; record with both, or replay with one");
    }
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

  @Override
  public Integer call() throws Exception {
    PrintWriter err = command.commandLine().getErr();
    summary.check();
    if (inclusive) {
      ToolOptions.checkRoots(selected.functions(), command.commandLine());
    }
    FilterFile.check(filter, "--filter", command.commandLine());
    Path run = choice.path();
    LocalityProfile recorded = ProfileJson.read(RunFolders.profileOf(run));
    selected.check(command.commandLine(), recorded);
    selected.checkPlaces(command.commandLine(), recorded);
    MatchedFunctions matched = new MatchedFunctions("--fn", recorded);
    matched.check(selected.functions());
    MatchedFunctions toggling = new MatchedFunctions("--toggle", recorded);
    List<NamePattern> calls =
        toggle.stream().flatMap(Toggle::calls).map(Toggle.Call::function).toList();
    toggling.check(calls);
    checkToggle(recorded);
    if (!summary.quiet()) {
      matched.list(selected.functions(), err);
      toggling.list(calls, err);
    }
    if (jobs.isPresent() && jobs.get() < 1) {
      throw new ParameterException(
          command.commandLine(), "--jobs: expected 1 or more threads, found " + jobs.get());
    }
    memory.set();
    MetricParameters base =
        recorded.processes().isEmpty()
            ? Replay.parameters(run)
            : recorded.processes().get(0).parameters();
    MetricParameters parameters = metrics.parameters(base);
    AttributionOptions attributed = attribution.options(Replay.attribution(run));
    Optional<RunFolder> folder = Optional.empty();
    if (out.isPresent()) {
      folder = Optional.of(new RunFolder(RunFolders.create(out, "replay")));
    }
    List<String> notices = new CopyOnWriteArrayList<>();
    boolean draw = folder.isPresent() && plots;
    LocalityProfile profile =
        Replay.replay(
            run,
            parameters,
            metrics.engine(),
            attributed,
            draw ? List.of(new DensityRecording(folder.get())) : List.of(),
            process -> selection(recorded, process),
            filter,
            recorded.expectedRanks(),
            jobs.orElse(Runtime.getRuntime().availableProcessors()),
            notice -> {
              notices.add(notice);
              err.println("tslmap: " + notice);
            });
    if (folder.isPresent()) {
      Replay.keep(profile, new RunFolder(run), folder.get(), parameters, attributed, notices);
      if (draw) {
        RunPlots.write(profile, folder.get().path(), notice -> err.println("tslmap: " + notice));
      }
    }
    summary.write(profile, command.commandLine().getOut());
    return profile.complete() ? 0 : 1;
  }
}
