package org.tslmap.collector.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.density.DensityRecording;
import org.tslmap.collector.session.Replay;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;
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
  @Mixin private SelectedRun selected = new SelectedRun(new SelectionOptions.WithPhases());
  @Mixin private MemoryOption memory = new MemoryOption();
  @Mixin private AttributionChoice attribution = new AttributionChoice();

  @Option(
      names = "--filter",
      paramLabel = "FILE",
      description =
          "Count the accesses of the functions that a filter file in Score-P's syntax excludes,"
              + " instead of scoring them (collector/FILTER.md): the scores of the others are those"
              + " of a run that is recorded with it.")
  private Optional<Path> filter = Optional.empty();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = "Write the profile to this folder.")
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

  @Override
  public Integer call() throws Exception {
    PrintWriter err = command.commandLine().getErr();
    summary.check();
    FilterFile.check(filter, "--filter", command.commandLine());
    if (filter.isPresent() && selected.isByCalls()) {
      throw new ParameterException(
          command.commandLine(),
          "--toggle: expected no --filter beside it; record with both, or replay with one");
    }
    Path run = choice.path();
    LocalityProfile recorded = ProfileJson.read(RunFolders.profileOf(run));
    selected.check(recorded);
    if (!summary.quiet()) {
      selected.list(recorded);
    }
    if (jobs.isPresent() && jobs.get() < 1) {
      throw new ParameterException(
          command.commandLine(), "--jobs: expected 1 or more threads, found " + jobs.get());
    }
    memory.set();
    MetricParameters parameters = metrics.parameters(SelectedRun.parameters(run, recorded));
    AttributionOptions attributed = attribution.options(Replay.attribution(run));
    Optional<RunFolder> folder = Optional.empty();
    if (out.isPresent()) {
      folder = Optional.of(new RunFolder(RunFolders.create(out, "replay")));
    }
    boolean draw = folder.isPresent() && plots;
    LocalityProfile profile =
        selected.replay(
            run,
            recorded,
            parameters,
            metrics.engine(),
            attributed,
            draw ? List.of(new DensityRecording(folder.get())) : List.of(),
            filter,
            jobs.orElse(Runtime.getRuntime().availableProcessors()),
            folder);
    if (draw) {
      RunPlots.write(profile, folder.get().path(), notice -> err.println("tslmap: " + notice));
    }
    summary.write(profile, command.commandLine().getOut());
    return profile.complete() ? 0 : 1;
  }
}
