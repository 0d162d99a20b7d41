package org.tslmap.npb.sweep;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.tslmap.collector.cli.CCompiler;
import org.tslmap.collector.cli.Installation;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.MpiLauncher;
import org.tslmap.collector.cli.OwnProgram;
import org.tslmap.npb.Variant;

/**
 * How a run is started. {@code measure} stands before every process whose time and memory count:
 * the program itself, or Valgrind with the program in it, in each rank. {@code tslmap run} starts
 * Valgrind by itself, so it is told to start a small script instead.
 */
final class CommandLines {

  /** What usage files of the program's processes begin with. */
  static final String PROGRAM = "program";

  /** The same for what starts them. */
  static final String ALL = "all";

  private static final String SOURCE = "measure.c";
  private static final String FOLDER_VARIABLE = "TSLMAP_USAGE";

  private final Installation installation;
  private final Path programs;
  private final Path measure;
  private final Path valgrind;
  private final Optional<Path> filter;

  /** What is started, and in which environment (in addition to this one). */
  record Start(List<String> command, Map<String, String> environment) {}

  private CommandLines(Installation installation, Path programs, Optional<Path> filter)
      throws MeasurementException {
    this.installation = installation;
    this.programs = programs;
    this.measure = programs.resolve("measure");
    this.valgrind = installation.valgrind();
    this.filter = filter;
  }

  /**
   * Makes what a sweep needs in its folder.
   *
   * @throws MeasurementException if there is no compiler, or no Valgrind
   */
  static CommandLines prepare(Installation installation, SweepFolder sweep)
      throws IOException, InterruptedException, MeasurementException {
    Path folder = sweep.programs();
    CommandLines lines = new CommandLines(installation, folder.toAbsolutePath(), sweep.filter());
    String own = "-" + ProcessHandle.current().pid();
    Path source = folder.resolve(SOURCE + own + ".c");
    Path built = folder.resolve("measure" + own);
    try (InputStream in = CommandLines.class.getResourceAsStream(SOURCE)) {
      Files.copy(in, source, StandardCopyOption.REPLACE_EXISTING);
    }
    CCompiler.compile(source, built);
    Files.delete(source);
    Files.move(built, lines.measure, StandardCopyOption.ATOMIC_MOVE);
    Path script = folder.resolve("valgrind" + own);
    Files.writeString(
        script,
        """
        #!/bin/sh
        exec %s "$%s/%s" %s "$@"
        """
            .formatted(quoted(lines.measure), FOLDER_VARIABLE, PROGRAM, quoted(lines.valgrind)));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.move(script, folder.resolve("valgrind"), StandardCopyOption.ATOMIC_MOVE);
    return lines;
  }

  private static String quoted(Path file) {
    return "'" + file.toAbsolutePath().toString().replace("'", "'\\''") + "'";
  }

  /**
   * How to start a run.
   *
   * @param usage folder for usage files
   * @param out run folder of what is scored
   */
  Start of(PlannedRun run, Path usage, Path out)
      throws IOException, InterruptedException, MeasurementException {
    Subject subject = run.subject();
    Map<String, String> environment =
        new TreeMap<>(ParallelRun.environment(subject.variant(), subject.width()));
    List<String> command = new ArrayList<>();
    if (run.tool().scores()) {
      command.addAll(measured(usage, ALL, OwnProgram.command(runArguments(run, out))));
      environment.putAll(Installation.insteadOfValgrind(programs.resolve("valgrind")));
      environment.put(FOLDER_VARIABLE, usage.toString());
      return new Start(command, environment);
    }
    if (subject.variant() == Variant.MPI) {
      command.addAll(
          measured(
              usage, ALL, MpiLauncher.find(Optional.empty()).prefix(subject.width(), List.of())));
    }
    List<String> program = new ArrayList<>();
    if (run.tool() != Tool.NATIVE) {
      program.add(valgrind.toString());
      program.addAll(valgrindOptions(run.tool()));
    }
    program.addAll(subject.command());
    command.addAll(measured(usage, PROGRAM, program));
    if (run.tool() == Tool.TRACE) {
      environment.put("VALGRIND_LIB", installation.valgrindLib().toString());
    }
    return new Start(command, environment);
  }

  private List<String> measured(Path usage, String name, List<String> command) {
    List<String> line = new ArrayList<>();
    line.add(measure.toString());
    line.add(usage.resolve(name).toString());
    line.addAll(command);
    return line;
  }

  private List<String> runArguments(PlannedRun run, Path out) {
    Subject subject = run.subject();
    List<String> arguments = new ArrayList<>(List.of("run", "--quiet", "--sample=off"));
    arguments.addAll(ParallelRun.runOptions(subject.variant(), subject.width()));
    arguments.addAll(List.of("--out", out.toString()));
    arguments.addAll(List.of("--trace", run.tool() == Tool.STORE ? "full" : "none"));
    filter.ifPresent(
        rules -> arguments.addAll(List.of("--filter", rules.toAbsolutePath().toString())));
    if (!run.function().isEmpty()) {
      arguments.addAll(List.of("--fn", run.function()));
    }
    arguments.add("--");
    arguments.addAll(subject.command());
    return arguments;
  }

  private static List<String> valgrindOptions(Tool tool) {
    return switch (tool) {
      case NONE -> List.of("--quiet", "--tool=none");
      case LACKEY -> List.of("--tool=lackey", "--trace-mem=yes", "--log-file=/dev/null");
      case CACHEGRIND -> List.of("--quiet", "--tool=cachegrind", "--cachegrind-out-file=/dev/null");
      case TRACE -> List.of("--quiet", "--tool=tslmap", "--tsl-out=null");
      case NATIVE, SCORE, STORE -> List.of();
    };
  }
}
