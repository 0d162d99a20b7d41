package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.tslmap.collector.gate.GateFiles;
import org.tslmap.collector.gate.GateReport;
import org.tslmap.collector.gate.Judgement;
import picocli.CommandLine.Option;

/** The files that a gate writes for other programs. */
final class GateFilesOptions {
  @Option(
      names = "--github",
      description =
          "Also print an annotation for each regression (::error ...), which GitHub shows beside the"
              + " function's source.")
  private boolean github;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Add a table to the end of this file, such as \"$GITHUB_STEP_SUMMARY\".")
  private Optional<Path> markdown = Optional.empty();

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Write JUnit's XML, a test case for each function.")
  private Optional<Path> junit = Optional.empty();

  @Option(
      names = "--bencher",
      paramLabel = "FILE",
      description = "Write Bencher's JSON (BMF): bencher run --adapter json --file FILE.")
  private Optional<Path> bencher = Optional.empty();

  @Option(
      names = "--benchmark-action",
      paramLabel = "FILE",
      description = "Write the JSON of github-action-benchmark, tool customSmallerIsBetter.")
  private Optional<Path> action = Optional.empty();

  /** Writes one of them. */
  private interface Content {
    void to(PrintWriter out) throws IOException;
  }

  /** Refuses, before anything runs, what could not be written. */
  void check() throws MeasurementException {
    for (Path file :
        Stream.of(markdown, junit, bencher, action).flatMap(Optional::stream).toList()) {
      OutputFile.check(file, "another name");
    }
  }

  /** Writes all that are wanted. */
  void write(Judgement judgement, GateReport report, PrintWriter out) throws IOException {
    if (github) {
      report.annotations(out, Path.of(""));
    }
    GateFiles files = new GateFiles(judgement);
    if (markdown.isPresent()) {
      Path file = markdown.get();
      String before = Files.exists(file) ? Files.readString(file) : "";
      write(
          markdown,
          writer -> {
            writer.print(before);
            report.markdown(writer);
          });
    }
    write(junit, files::junit);
    write(bencher, files::bencher);
    write(action, files::benchmarkAction);
  }

  private static void write(Optional<Path> file, Content content) throws IOException {
    if (file.isPresent()) {
      try (PrintWriter out =
          new PrintWriter(Files.newBufferedWriter(file.get(), StandardCharsets.UTF_8))) {
        content.to(out);
        if (out.checkError()) {
          throw new IOException(file.get() + " cannot be written; is the disk full?");
        }
      }
    }
  }
}
