package org.tslmap.collector.tool;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.tslmap.collector.cli.Installation;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.Signals;
import org.tslmap.collector.cli.UsualSignals;

/**
 * A program under Valgrind, whose output and exit status are compared with those under another
 * tool.
 */
final class PlainRun {
  private static final Installation INSTALLATION =
      new Installation(Path.of(System.getProperty("tslmap.home")));

  /** Seconds after which a program hangs. */
  private static final int HANGS = 200;

  private final Path folder;
  private final Process process;
  private final Path out;
  private final Path err;

  /**
   * What a program did.
   *
   * @param status exit status, or 128 + n when signal n ended it
   * @param out standard output
   * @param err standard error, without what Valgrind says, and the name of a tool that it does not
   *     find the second time, as another user
   */
  record Result(int status, String out, String err) {}

  private PlainRun(Path folder, Process process, Path out, Path err) {
    this.folder = folder;
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Valgrind's launcher. */
  static String valgrind() {
    try {
      return INSTALLATION.valgrind().toString();
    } catch (MeasurementException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Starts a program; Valgrind's messages go to standard error, the tool's to {@link #log}. */
  static PlainRun start(Path folder, String tool, List<String> options, List<String> program)
      throws IOException {
    Files.deleteIfExists(folder.resolve("log"));
    List<String> command = new ArrayList<>(UsualSignals.PREFIX);
    command.addAll(List.of(valgrind(), "--quiet", "--vgdb=no", "--tool=" + tool));
    if (tool.equals("tslmap")) {
      command.add("--tsl-log=" + folder.resolve("log"));
    }
    command.addAll(options);
    command.addAll(program);
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("VALGRIND_LIB", INSTALLATION.valgrindLib().toString());
    return new PlainRun(folder, builder.start(), out, err);
  }

  /** Waits until the program has printed something. */
  PlainRun awaitOutput() throws IOException, InterruptedException {
    while (Files.size(out) == 0 && process.isAlive()) {
      process.waitFor(10, TimeUnit.MILLISECONDS);
    }
    return this;
  }

  /** Sends it a signal, such as "TERM". */
  void signal(String name) {
    Signals.send(name, process);
  }

  /** Whether it ends within these seconds. */
  boolean endsWithin(int seconds) throws InterruptedException {
    return process.waitFor(seconds, TimeUnit.SECONDS);
  }

  /** Waits until it has a child, and gives that. */
  ProcessHandle awaitChild() throws InterruptedException {
    while (process.children().findAny().isEmpty() && process.isAlive()) {
      process.waitFor(10, TimeUnit.MILLISECONDS);
    }
    return process.children().findAny().orElseThrow();
  }

  /** Whether a child of it ends within these seconds. */
  boolean awaitEndOf(ProcessHandle child, int seconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (child.isAlive() && System.nanoTime() < end) {
      process.waitFor(10, TimeUnit.MILLISECONDS);
    }
    return !child.isAlive();
  }

  /** Kills it and its children. */
  void kill() throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
  }

  /** Waits for its end; a program that hangs is killed, which its status tells. */
  Result result() throws IOException, InterruptedException {
    if (!endsWithin(HANGS)) {
      process.destroyForcibly();
    }
    int status = process.waitFor();
    String said =
        text(err)
            .lines()
            .filter(line -> !line.matches("==\\d+==.*"))
            .map(line -> line.replaceFirst("(failed to start tool) '.*?'", "$1") + "\n")
            .collect(Collectors.joining());
    return new Result(status, text(out), said);
  }

  /** What the tool has said. */
  String log() throws IOException {
    Path log = folder.resolve("log");
    return Files.exists(log) ? text(log) : "";
  }

  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
