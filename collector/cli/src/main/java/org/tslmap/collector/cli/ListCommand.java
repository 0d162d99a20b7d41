package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.tslmap.collector.names.Printable;
import org.tslmap.collector.report.Quantities;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.locality.score.Score;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap list}: the runs there are. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description =
        "Lists the runs in tslmap-runs, or another folder, with their scores and sizes on disk.",
    footer = {"", "Example: tslmap list"})
final class ListCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Parameters(arity = "0..1", paramLabel = "DIR", description = "Folder that holds run folders.")
  private Path parent = RunFolders.DEFAULT_PARENT;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = command.commandLine().getOut();
    List<Path> runs = RunFolders.in(parent);
    if (!parent.equals(RunFolders.DEFAULT_PARENT) && !Files.isDirectory(parent)) {
      throw new ParameterException(
          command.commandLine(), "expected a folder that holds runs, found no folder " + parent);
    }
    if (runs.isEmpty()) {
      out.println("no runs in " + parent + "; make one with tslmap run -- program");
      return 0;
    }
    int width = 4;
    for (Path run : runs) {
      width = Math.max(width, name(run).length());
    }
    String format = "%-" + width + "s" + "%8s".repeat(Score.brief().size()) + "%10s%10s  %s";
    out.println(line(format, "run", Score::heading, "accesses", "size", "command"));
    for (Path run : runs) {
      out.println(row(run, format));
    }
    out.flush();
    return 0;
  }

  private static String name(Path run) {
    return Printable.line(run.getFileName().toString());
  }

  private static String row(Path run, String format) {
    String name = name(run);
    String size = "-";
    try {
      size = Quantities.bytes(RunFolders.size(run));
      Path file = new RunFolder(run).profile();
      LocalityProfile profile = ProfileJson.read(file);
      if (profile.unfinished() && profile.processes().isEmpty()) {
        return line(
            format,
            name,
            score -> "-",
            "-",
            size,
            "(unfinished, no process has ended yet; see tslmap recover)");
      }
      ScoredStream whole = profile.merged();
      MetricParameters parameters = whole.parameters();
      Granularity finest = parameters.granularities().get(0);
      return line(
          format,
          name,
          score ->
              Quantities.of(
                  score.measure().unit(), score.of(whole.histograms(), finest, parameters)),
          Quantities.count(whole.totals().accesses()),
          size,
          String.join(" ", profile.mainProcess().identity().command())
              + ending(profile)
              + (ProfileJson.remarks(file).isEmpty() ? "" : " (without a checksum)"));
    } catch (IOException | UncheckedIOException | IllegalStateException e) {
      return line(format, name, score -> "-", "-", size, "(" + e.getMessage() + ")");
    }
  }

  private static String ending(LocalityProfile profile) {
    if (profile.unfinished()) {
      return " (unfinished; see tslmap recover)";
    }
    return profile.complete() ? "" : " (incomplete)";
  }

  private static String line(
      String format, String name, Function<Score, String> score, String... last) {
    List<String> cells = new ArrayList<>(List.of(name));
    Score.brief().forEach(brief -> cells.add(score.apply(brief)));
    cells.addAll(List.of(last));
    return String.format(format, cells.toArray());
  }
}
