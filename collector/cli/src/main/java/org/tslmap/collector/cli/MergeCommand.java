package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.collector.session.RunMerger;
import org.tslmap.collector.session.RunMismatchException;
import org.tslmap.collector.sources.KeptSources;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.LocalityProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap merge}: makes one run of several. */
@Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Puts the processes of several runs into one new run folder, such as the ranks of one MPI"
          + " program that collectors on several nodes recorded. The runs stay as they are.",
      "",
      "They must have been measured with the same parameters, and no process and no rank may be in"
          + " two of them.",
    },
    footer = {
      "",
      "Example: tslmap merge tslmap-runs/whole node1/run node2/run",
      "",
      "Exit code: 1 when the merged run is incomplete, as when a rank is missing.",
    })
final class MergeCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description =
          "The MPI program has N ranks: report those that are missing (default: as many as the runs"
              + " themselves say, if they do).")
  private int ranks;

  @Mixin private ResultSummary summary = new ResultSummary();

  @Parameters(index = "0", paramLabel = "OUT", description = "Folder of the new run.")
  private Path target;

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "RUN", description = "Run folders.")
  private List<Path> runs;

  @Override
  public Integer call() throws Exception {
    if (ranks < 0) {
      throw new ParameterException(
          command.commandLine(),
          "--ranks expects a number that is not negative, but found " + ranks);
    }
    summary.check();
    PrintWriter err = command.commandLine().getErr();
    RunMerger merger = new RunMerger();
    try {
      for (Path run : runs) {
        RunFolders.profileOf(run);
        merger.add(run);
      }
    } catch (RunMismatchException e) {
      throw new MeasurementException(e.getMessage());
    }
    Path folder = RunFolders.create(Optional.of(target), "merge");
    LocalityProfile profile = write(merger, folder);
    List<Path> traceless = merger.withoutTrace();
    if (traceless.size() < runs.size()) {
      for (Path run : traceless) {
        err.println(
            "tslmap: %s has no trace, or not all of it; the merged run has none and cannot be replayed"
                .formatted(run));
      }
    }
    PrintWriter out = command.commandLine().getOut();
    summary.write(profile, out);
    summary.kept(folder, profile, out);
    profile.problems().forEach(problem -> err.println("tslmap: incomplete: " + problem));
    return profile.complete() ? 0 : 1;
  }

  /** Writes the run, or nothing. */
  private LocalityProfile write(RunMerger merger, Path folder) throws IOException {
    try {
      LocalityProfile profile = merger.write(folder, ranks);
      for (Path run : runs) {
        new KeptSources(new RunFolder(run)).copyTo(new KeptSources(new RunFolder(folder)));
      }
      return profile;
    } catch (IOException e) {
      RunFolders.remove(new RunFolder(folder));
      throw e;
    }
  }
}
