package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.collector.pictures.AddressTimes;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.TextReport;
import org.tslmap.collector.session.RunMerger;
import org.tslmap.collector.session.RunMismatchException;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;
import picocli.CommandLine.Command;
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

  private static final String ADDRESS_TIME = "address-time";

  @Spec private CommandSpec command;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description =
          "The MPI program has N ranks: report those that are missing (default: as many as the runs"
              + " themselves say, if they do).")
  private int ranks;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print nothing but errors.")
  private boolean quiet;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Functions in the printed table (default 15).")
  private int top = 15;

  @Parameters(index = "0", paramLabel = "OUT", description = "Folder of the new run.")
  private Path out;

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "RUN", description = "Run folders.")
  private List<Path> runs;

  @Override
  public Integer call() throws Exception {
    if (ranks < 0 || top < 0) {
      throw new ParameterException(
          command.commandLine(), "--ranks and --top expect a number that is not negative");
    }
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
    Path folder = RunFolders.create(Optional.of(out), "merge");
    LocalityProfile profile = merger.write(folder, ranks);
    List<Path> traceless = merger.withoutTrace();
    if (traceless.size() < runs.size()) {
      for (Path run : traceless) {
        err.println(
            "tslmap: %s has no trace, or not all of it; the merged run has none and cannot be replayed"
                .formatted(run));
      }
    }
    RunPlots.write(profile, new AddressTimes(), folder);
    for (Path run : runs) {
      copyPictures(run, folder.resolve(RunFolders.PLOTS));
    }
    if (!quiet) {
      PrintWriter text = command.commandLine().getOut();
      TextReport.write(Report.of(profile, top), text);
      text.println();
      text.println(RunFolders.kept(folder));
      text.flush();
    }
    profile.problems().forEach(problem -> err.println("tslmap: incomplete: " + problem));
    return profile.complete() ? 0 : 1;
  }

  /** Addresses over time were drawn as they came; those pictures go along. */
  private static void copyPictures(Path run, Path plots) throws IOException {
    Path own = run.resolve(RunFolders.PLOTS);
    if (!Files.isDirectory(own)) {
      return;
    }
    Files.createDirectories(plots);
    try (DirectoryStream<Path> pictures = Files.newDirectoryStream(own, ADDRESS_TIME + "*.png")) {
      for (Path picture : pictures) {
        Files.copy(picture, free(plots, name(picture, run)));
      }
    }
  }

  /**
   * The picture of a run's only process is not named by anything; here it is, by rank or process.
   */
  private static String name(Path picture, Path run) throws IOException {
    String name = picture.getFileName().toString().replaceFirst("\\.png$", "");
    if (!name.equals(ADDRESS_TIME)) {
      return name;
    }
    var only = ProfileJson.read(run.resolve(RunFolders.PROFILE)).mainProcess().identity();
    return name + (only.rank() >= 0 ? "-rank" + only.rank() : "-" + only.pid());
  }

  private static Path free(Path folder, String name) {
    Path file = folder.resolve(name + ".png");
    for (int next = 2; Files.exists(file); next++) {
      file = folder.resolve(name + "-" + next + ".png");
    }
    return file;
  }
}
