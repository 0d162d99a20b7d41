package org.tslmap.npb.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.ProgramStart;
import org.tslmap.collector.cli.RunFolders;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

/** Does one run after the other; several threads may use it at once. */
final class RunExecution {

  private static final int LONGEST_REASON = 300;
  private static final String PARTIAL = ".part-";

  private final SweepFolder folder;
  private final CommandLines lines;
  private final boolean keepTraces;

  RunExecution(SweepFolder folder, CommandLines lines, boolean keepTraces) {
    this.folder = folder;
    this.lines = lines;
    this.keepTraces = keepTraces;
  }

  /** One repeat. */
  private record Once(
      double seconds, double programSeconds, double own, long peak, long collector) {}

  /** A repeat that went wrong; the message is the reason. */
  private static final class FailedRunException extends Exception {
    private static final long serialVersionUID = 1L;

    FailedRunException(String reason) {
      super(reason);
    }
  }

  /**
   * Removes what interrupted runs left. Only when no other sweep works in the folder.
   *
   * @throws IOException if something cannot be removed
   */
  static void removeLeftovers(SweepFolder folder) throws IOException {
    Path runs = folder.root().resolve("runs");
    try (Stream<Path> found = Files.list(runs)) {
      for (Path path : (Iterable<Path>) found::iterator) {
        if (path.getFileName().toString().contains(PARTIAL)) {
          RunFolders.delete(path);
        }
      }
    }
  }

  /** Does it and keeps what came of it, a failure too. */
  RunResult execute(PlannedRun run) throws IOException, InterruptedException {
    RunResult result;
    try {
      result = measured(run);
    } catch (FailedRunException | MeasurementException e) {
      result = RunResult.failed(run, shortened(e.getMessage()));
    }
    folder.keep(result);
    return result;
  }

  private static String shortened(String reason) {
    String line = reason.strip().replaceAll("\\s*\\R\\s*", "; ");
    return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "...";
  }

  private RunResult measured(PlannedRun run)
      throws IOException, InterruptedException, FailedRunException, MeasurementException {
    Path kept = folder.run(run).toAbsolutePath();
    Path part = kept.resolveSibling(kept.getFileName() + PARTIAL + ProcessHandle.current().pid());
    Path usage = Files.createTempDirectory("tslmap-usage-");
    List<Once> repeats = new ArrayList<>();
    try {
      for (int i = 0; i < run.repeats(); i++) {
        delete(part);
        repeats.add(once(run, usage, part));
        RunFolders.delete(usage);
        Files.createDirectory(usage);
      }
      Scores scores = Scores.NONE;
      long traceBytes = 0;
      if (run.tool().scores()) {
        scores = scores(part);
        traceBytes = traceBytes(part);
        if (!keepTraces) {
          delete(new RunFolder(part).traces());
        }
        delete(kept);
        Files.move(part, kept);
      }
      return new RunResult(
          run,
          "",
          repeats.stream().map(Once::seconds).toList(),
          RunResult.median(repeats.stream().map(Once::programSeconds).toList()),
          RunResult.median(repeats.stream().map(Once::own).toList()),
          repeats.stream().mapToLong(Once::peak).max().orElse(0),
          repeats.stream().mapToLong(Once::collector).max().orElse(0),
          traceBytes,
          scores);
    } finally {
      delete(part);
      delete(usage);
    }
  }

  private static void delete(Path tree) throws IOException {
    if (Files.exists(tree)) {
      RunFolders.delete(tree);
    }
  }

  private Once once(PlannedRun run, Path usage, Path part)
      throws IOException, InterruptedException, FailedRunException, MeasurementException {
    CommandLines.Start start = lines.of(run, usage, part);
    Path out = folder.log(run, ".out");
    Path err = folder.log(run, ".err");
    ProcessBuilder builder =
        ProgramStart.of(start.command())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(start.environment());
    Process process = builder.start();
    CollectorMemory memory = new CollectorMemory(process.toHandle());
    int status;
    try {
      status = run.tool().scores() ? memory.watch(process) : process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      throw e;
    }
    check(run, status, out, err);
    List<Usage> programs = Usage.in(usage, CommandLines.PROGRAM);
    if (programs.isEmpty()) {
      throw new FailedRunException("the program's process left no record of its time and memory");
    }
    double longest = programs.stream().mapToDouble(Usage::seconds).max().orElseThrow();
    return new Once(
        Usage.in(usage, CommandLines.ALL).stream()
            .mapToDouble(Usage::seconds)
            .max()
            .orElse(longest),
        longest,
        ResultBlock.in(text(out)).seconds().orElse(0),
        programs.stream().mapToLong(Usage::peakBytes).sum(),
        memory.peakBytes());
  }

  private static void check(PlannedRun run, int status, Path out, Path err)
      throws IOException, FailedRunException {
    String verification = run.subject().verifies() ? ResultBlock.in(text(out)).failure() : "";
    if (status != 0) {
      String said =
          verification.startsWith("it does not") ? verification : lastLine(err).orElse("");
      throw new FailedRunException(
          "ended with status " + status + (said.isEmpty() ? "" : ": " + said));
    }
    if (!verification.isEmpty()) {
      throw new FailedRunException(verification);
    }
  }

  /** Whatever bytes a program prints. */
  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  private static Optional<String> lastLine(Path file) throws IOException {
    return text(file).lines().filter(line -> !line.isBlank()).reduce((first, second) -> second);
  }

  private static Scores scores(Path runFolder)
      throws IOException, MeasurementException, FailedRunException {
    LocalityProfile profile = ProfileJson.read(RunFolders.profileOf(runFolder));
    if (!profile.complete()) {
      throw new FailedRunException("the measurement is not complete; see tslmap report");
    }
    Scores scores = Scores.of(profile);
    if (scores.accesses() == 0) {
      throw new FailedRunException("no access was measured; is there a function of that name?");
    }
    return scores;
  }

  private static long traceBytes(Path runFolder) throws IOException {
    long bytes = 0;
    JsonNode run = new ObjectMapper().readTree(new RunFolder(runFolder).description().toFile());
    for (JsonNode trace : run.path("traces")) {
      bytes += trace.path("bytes").asLong();
    }
    return bytes;
  }
}
