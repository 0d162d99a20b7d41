package org.tslmap.collector.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.tslmap.collector.InstalledPrograms;
import org.tslmap.collector.report.TableSums;

/** Compiles small programs and runs them, with and without {@code tslmap} before them. */
final class TestPrograms {
  /** Commands that write run folders. */
  private static final Set<String> WRITING = Set.of("run", "replay", "merge");

  /**
   * What a program did.
   *
   * @param status exit status, or 128 + n when signal n ended it
   * @param out standard output
   * @param err standard error
   */
  record Result(int status, String out, String err) {}

  private final Path folder;

  TestPrograms(Path folder) {
    this.folder = folder;
  }

  /** Compiles a source file that lies beside the tests. */
  Path compile(String source, String... options) throws IOException, InterruptedException {
    return compileWith("gcc", source, options);
  }

  /** The same with another compiler; without it the test is skipped. */
  Path compileWith(String compiler, String source, String... options)
      throws IOException, InterruptedException {
    InstalledPrograms.assume(compiler);
    Path file = folder.resolve(source);
    try (InputStream in = TestPrograms.class.getResourceAsStream(source)) {
      Files.copy(in, file);
    }
    Path program = folder.resolve(source.substring(0, source.lastIndexOf('.')));
    List<String> command = new ArrayList<>(List.of(compiler, "-O1", "-g"));
    command.addAll(List.of(options));
    command.addAll(List.of("-o", program.toString(), file.toString()));
    Result result = run(Map.of(), command);
    if (result.status() != 0) {
      throw new IOException(compiler + " cannot compile " + source + ":\n" + result.err());
    }
    return program;
  }

  /** Runs tslmap. If that writes a run folder, the rows of all its tables must add up. */
  Result tslmap(String... arguments) throws IOException, InterruptedException {
    return checked(ResidentTslmap.run(folder, List.of(arguments)), arguments);
  }

  /**
   * The same in a virtual machine of its own, as its launcher does, with further variables in its
   * environment.
   */
  Result tslmap(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    return checked(run(environment, tslmapCommand(arguments)), arguments);
  }

  private Result checked(Result result, String... arguments) throws IOException {
    for (String argument : arguments) {
      Path run = folder.resolve(argument);
      if (WRITING.contains(arguments[0]) && Files.exists(run.resolve("profile.json"))) {
        TableSums.assertAddUp(run);
      }
    }
    return result;
  }

  /**
   * Measures a program.
   *
   * @param out the run folder
   * @param options those of {@code tslmap run}, with blanks between them
   */
  Result measure(String out, String options, String program, String... arguments)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("run", "--out", out));
    all.addAll(List.of(options.split(" ")));
    all.addAll(List.of("--", program));
    all.addAll(List.of(arguments));
    return tslmap(all.toArray(String[]::new));
  }

  /**
   * Runs tslmap with arguments that a shell makes, such as {@code $'\\xe9'}.
   *
   * @param arguments in bash's language
   */
  Result tslmapFromShell(Map<String, String> environment, String arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("bash", "-c", "exec \"$@\" " + arguments, "bash"));
    command.addAll(tslmapCommand());
    return run(environment, command);
  }

  /** The same through other programs, without a look at the run folders. */
  Result tslmapIn(List<String> prefix, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(tslmapCommand(arguments.toArray(new String[0])));
    return run(Map.of(), command);
  }

  /** The same, started but not waited for; standard error comes through a pipe. */
  Process startTslmap(String... arguments) throws IOException {
    return startTslmap(List.of(), List.of(arguments));
  }

  /**
   * The same through other programs.
   *
   * @param prefix these programs and their arguments, such as nohup
   */
  Process startTslmap(List<String> prefix, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(UsualSignals.PREFIX);
    command.addAll(prefix);
    command.addAll(tslmapCommand(arguments.toArray(new String[0])));
    return new ProcessBuilder(command).directory(folder.toFile()).start();
  }

  /** A script that runs tslmap, in the test's folder. */
  Path launcher(String name) throws IOException {
    String command =
        tslmapCommand().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    Path script = folder.resolve(name);
    Files.writeString(script, "#!/bin/sh\nexec " + command + " \"$@\"\n");
    if (!script.toFile().setExecutable(true)) {
      throw new IOException(script + " cannot be made executable");
    }
    return script;
  }

  private static List<String> tslmapCommand(String... arguments) {
    List<String> command = new ArrayList<>(SharedClasses.JAVA);
    command.add(Main.class.getName());
    command.addAll(List.of(arguments));
    return command;
  }

  /** Runs a program under the tool alone, which writes tslmap.out into the test's folder. */
  Result valgrind(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(valgrind(), "--tool=tslmap"));
    command.addAll(List.of(arguments));
    return run(Map.of("VALGRIND_LIB", valgrindLib()), command);
  }

  /** The same, started but not waited for. */
  Process startValgrind(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(UsualSignals.PREFIX);
    command.addAll(List.of(valgrind(), "--tool=tslmap"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("VALGRIND_LIB", valgrindLib());
    return builder.start();
  }

  /** The folder that makes Valgrind find the tool. */
  static String valgrindLib() {
    return new Installation(home()).valgrindLib().toString();
  }

  /** Valgrind's launcher. */
  static String valgrind() {
    try {
      return new Installation(home()).valgrind().toString();
    } catch (MeasurementException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs a program as it is. */
  Result run(Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    File out = Files.createTempFile(folder, "out", "").toFile();
    File err = Files.createTempFile(folder, "err", "").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out)
            .redirectError(err);
    builder.environment().putAll(environment);
    int status = builder.start().waitFor();
    return new Result(status, text(out), text(err));
  }

  static Path home() {
    return Path.of(System.getProperty("tslmap.home"));
  }

  /** What a file has, byte for byte. */
  static String text(File file) throws IOException {
    return new String(Files.readAllBytes(file.toPath()), StandardCharsets.ISO_8859_1);
  }
}
