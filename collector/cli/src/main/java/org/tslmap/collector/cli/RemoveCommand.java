package org.tslmap.collector.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.tslmap.collector.report.Quantities;
import org.tslmap.collector.store.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap rm}: removes runs. */
@Command(
    name = "rm",
    mixinStandardHelpOptions = true,
    description = {
      "Removes runs: profile, trace, pictures and all else that tslmap has put into their folders,"
          + " and the folders when nothing else is in them.",
      "",
      "If one of the folders holds no run, nothing is removed.",
    },
    footer = {"", "Example: tslmap rm tslmap-runs/20250131-120000-matmul"})
final class RemoveCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Parameters(arity = "1..*", paramLabel = "RUN", description = "Run folders.")
  private List<Path> runs;

  @Override
  public Integer call() throws Exception {
    for (Path run : runs) {
      if (!Files.isDirectory(run)) {
        throw new MeasurementException(
            "expected a run folder, found %s; see the runs there are with tslmap list"
                .formatted(Files.exists(run) ? "the file " + run : "no folder " + run));
      }
      if (!new RunFolder(run).holdsRun()) {
        RunFolders.profileOf(run); // says what is there
      }
    }
    PrintWriter out = command.commandLine().getOut();
    for (Path run : runs) {
      long size = RunFolders.size(run);
      List<Path> left = RunFolders.remove(new RunFolder(run));
      out.println(
          left.isEmpty()
              ? "removed %s (%s)".formatted(run, Quantities.bytes(size))
              : "removed the run in %s, and left what is not of it: %s"
                  .formatted(
                      run,
                      left.stream()
                          .map(path -> path.getFileName().toString())
                          .collect(Collectors.joining(", "))));
    }
    out.flush();
    return 0;
  }
}
