package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.session.Progress;
import org.tslmap.collector.session.RunOptions;
import org.tslmap.collector.session.RunRecorder;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.LocalityProfile;

/**
 * Runs one program under Valgrind with a collector of its own, on a Unix socket that only this user
 * can reach. The program's input and output are those of this process, unless it runs silently.
 */
public final class ValgrindRun implements Ending.Recording {

  /** Valgrind's own messages, in the run folder. */

  /** What Valgrind says before it ends for a file that confuses it. */
  private static final String GIVEN_UP = "Possibly corrupted debuginfo file";

  private static final String ADVICE =
      "Valgrind has ended the program, since it cannot read the debug information of the file it"
          + " names; some versions cannot read DWARF 5 with -gsplit-dwarf: compile with -gdwarf-4"
          + " too, or without -gsplit-dwarf";

  /** Exit statuses above this tell of a signal. */
  static final int SIGNALLED = 128;

  private static final Pattern REMARK = Pattern.compile("==\\d+== (--tsl-.*)");

  private static final String SOCKET = "socket";

  /** Paths of the tool's folder end just before a multiple of these characters. */
  private static final int LIBRARY_PATH_UNIT = 128;

  private static final int LOG_LINES_SHOWN = 12;

  private final Installation installation;
  private final Path folder;
  private final List<String> program;
  private final List<String> toolArguments;
  private boolean showProgress;
  private boolean silent;
  private boolean stackFixed = true;
  private Optional<Map<String, String>> environment = Optional.empty();
  private Optional<Path> errors = Optional.empty();
  private Consumer<Supplier<Progress>> watcher = progress -> {};
  private List<String> launcher = List.of();
  private volatile Optional<Process> running = Optional.empty();
  private Optional<ListenAddress> address = Optional.empty();
  private Optional<Path> socketFolder = Optional.empty();
  private Optional<Ending> ending = Optional.empty();

  /**
   * What came of it.
   *
   * @param status the program's exit status, or 128 + n when signal n ended it
   * @param profile what was measured; may hold no process
   * @param notices what needs saying, one line each
   * @param kept whether all that was to be stored is in the run's folder
   */
  public record Outcome(int status, LocalityProfile profile, List<String> notices, boolean kept) {}

  /**
   * Prepares a run.
   *
   * @param folder the run folder, which exists
   * @param program the program's file and its arguments
   * @param toolArguments further options of Valgrind and the tool
   */
  public ValgrindRun(
      Installation installation, Path folder, List<String> program, List<String> toolArguments) {
    this.installation = installation;
    this.folder = folder.toAbsolutePath();
    this.program = List.copyOf(program);
    this.toolArguments = List.copyOf(toolArguments);
  }

  /** Shows a progress line while the program runs, if there is a terminal. */
  ValgrindRun withProgress(boolean wanted) {
    showProgress = wanted;
    return this;
  }

  /** Tells how the run goes on to someone else, too. */
  ValgrindRun watchedBy(Consumer<Supplier<Progress>> other) {
    watcher = other;
    return this;
  }

  /** Drops what the program prints. */
  public ValgrindRun silently() {
    silent = true;
    return this;
  }

  /**
   * Says whether the program's stack starts at one address whatever the lengths of its environment
   * and of paths (default), or as under Valgrind alone.
   */
  ValgrindRun withFixedStack(boolean wanted) {
    stackFixed = wanted;
    return this;
  }

  /** Gives the program these variables, and not those of this process. */
  ValgrindRun inEnvironment(Map<String, String> variables) {
    environment = Optional.of(Map.copyOf(variables));
    return this;
  }

  /** Keeps what a silent program prints to standard error in a file. */
  ValgrindRun withErrorsIn(Path file) {
    errors = Optional.of(file);
    return this;
  }

  /**
   * Starts Valgrind through a launcher, as one or several processes.
   *
   * @param prefix the launcher and its arguments; nothing for none
   */
  ValgrindRun withLauncher(List<String> prefix) {
    launcher = List.copyOf(prefix);
    return this;
  }

  /**
   * Sends the program a signal, if it runs; what it did until then is measured.
   *
   * @param signal its name, such as TERM
   */
  @Override
  public void pass(String signal) {
    running.filter(Process::isAlive).ifPresent(process -> Signals.send(signal, process));
  }

  @Override
  public void kill() {
    running.ifPresent(
        process -> {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly();
        });
  }

  @Override
  public void removeSocket() {
    socketFolder.ifPresent(
        folderOfSocket -> {
          try {
            removeSocket(folderOfSocket);
          } catch (IOException e) {
            LoggerFactory.getLogger(ValgrindRun.class).debug("a socket is left", e);
          }
        });
  }

  /** Has signals end the run as this says. */
  ValgrindRun endedBy(Ending signals) {
    ending = Optional.of(signals);
    return this;
  }

  /** Uses this address instead of a private Unix socket. */
  ValgrindRun listeningOn(ListenAddress other) {
    address = Optional.of(other);
    return this;
  }

  /**
   * Runs the program to its end.
   *
   * @throws MeasurementException if Valgrind or the tool could not even start the program
   */
  public Outcome run(RunOptions options)
      throws IOException, InterruptedException, MeasurementException {
    Path valgrind = installation.valgrind();
    if (address.isPresent()) {
      return run(valgrind, address.get(), options);
    }
    Path made =
        Files.createTempDirectory(
            "tslmap-",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    socketFolder = Optional.of(made);
    try {
      return run(valgrind, ListenAddress.unix(made.resolve(SOCKET)), options);
    } finally {
      removeSocket(made);
    }
  }

  private static void removeSocket(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(SOCKET));
    Files.deleteIfExists(folder);
  }

  /** What the program finds in its environment besides what is there. */
  private Map<String, String> variables() {
    return ProgramVariables.of(environment.orElseGet(System::getenv), !launcher.isEmpty());
  }

  /**
   * The folder that works as VALGRIND_LIB. Valgrind has the loader read a file in it before the
   * program starts, so slashes make the path as long as it is elsewhere.
   */
  private String valgrindLib() {
    String path = installation.valgrindLib().toString();
    int missing = stackFixed ? LIBRARY_PATH_UNIT - 1 - path.length() % LIBRARY_PATH_UNIT : 0;
    return path + "/".repeat(missing);
  }

  private Process start(List<String> command) throws IOException {
    ProcessBuilder builder = ProgramStart.of(command);
    builder.environment().put("VALGRIND_LIB", valgrindLib());
    variables().forEach(builder.environment()::put);
    builder.inheritIO();
    if (silent) {
      builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
      builder.redirectError(
          errors
              .map(file -> ProcessBuilder.Redirect.to(file.toFile()))
              .orElse(ProcessBuilder.Redirect.DISCARD));
    }
    Process process = builder.start();
    running = Optional.of(process);
    return process;
  }

  private Outcome run(Path valgrind, ListenAddress listen, RunOptions options)
      throws IOException, InterruptedException, MeasurementException {
    try (RunRecorder recorder = RunRecorder.listen(listen, options)) {
      watcher.accept(recorder::progress);
      ending.ifPresent(signals -> signals.keeps(recorder, folder));
      Process process =
          start(
              command(
                  valgrind, List.of("--tsl-out=socket", "--tsl-connect=" + recorder.address())));
      int status;
      LocalityProfile profile;
      try (ProgressLine line = new ProgressLine(recorder::progress)) {
        if (showProgress) {
          line.start();
        }
        status = waitFor(process);
        ending.ifPresent(signals -> signals.programEnded(status, recorder));
        profile = recorder.finish(Duration.ZERO);
      }
      if (profile.processes().isEmpty()) {
        throw nothingMeasured(status, recorder.notices());
      }
      return new Outcome(status, profile, recorder.notices(), recorder.kept());
    }
  }

  private List<String> command(Path valgrind, List<String> output) {
    List<String> command = new ArrayList<>(launcher);
    if (!launcher.isEmpty() || environment.isPresent()) {
      // Not every launcher hands its environment on, and shells add to it.
      command.add("env");
      environment.ifPresent(
          own -> {
            command.add("-i");
            new TreeMap<>(own).forEach((name, value) -> command.add(name + "=" + value));
          });
      command.add("VALGRIND_LIB=" + valgrindLib());
      variables().forEach((name, value) -> command.add(name + "=" + value));
    }
    command.add(valgrind.toString());
    command.add("--tool=tslmap");
    command.add("--quiet");
    // Ready for gdb, each process would make files of its own in /tmp, which a killed one leaves.
    command.add("--vgdb=no");
    // Valgrind reads % in the name; %p keeps apart the messages of what a launcher starts.
    command.add(
        "--tsl-log=" + folder.resolve(RunFolder.LOG_PREFIX).toString().replace("%", "%%") + "%p");
    if (stackFixed) {
      command.add("--tsl-fixed-stack=yes");
    }
    command.addAll(output);
    command.addAll(toolArguments);
    command.addAll(program);
    return command;
  }

  /** Ctrl-C reaches the program too (it is in the same process group), so this waits on. */
  private static int waitFor(Process process) throws InterruptedException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      throw e;
    }
  }

  private MeasurementException nothingMeasured(int status, List<String> notices)
      throws IOException {
    List<String> lines = new ArrayList<>(notices);
    lines.addAll(log());
    return new MeasurementException(
        "nothing was measured: %s exited with status %d before the program's accesses came%s"
            .formatted(
                launcher.isEmpty() ? "Valgrind" : launcher.get(0),
                status,
                lines.isEmpty()
                    ? "; tslmap doctor checks whether Valgrind and the tool work"
                    : ":"),
        lines);
  }

  /** What Valgrind and the tool said, the last lines of it. */
  List<String> log() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : logFiles()) {
      lines.addAll(Files.readAllLines(file));
    }
    return lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size());
  }

  /**
   * What Valgrind and the tool said of a run: the last lines, and remarks that hold for all of it.
   */
  List<String> messages(LocalityProfile profile) throws IOException {
    List<String> lines = new ArrayList<>(log());
    lines.removeIf(line -> REMARK.matcher(line).matches());
    if (lines.stream().anyMatch(line -> line.contains(GIVEN_UP))) {
      lines.add(ADVICE);
    }
    lines.addAll(remarks(profile));
    return lines;
  }

  /** What the tool remarked on the options, in every process alike. */
  List<String> remarks(LocalityProfile profile) throws IOException {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Path file : logFiles()) {
      for (String line : Files.readAllLines(file)) {
        Matcher remark = REMARK.matcher(line);
        if (remark.matches()) {
          counts.merge(ToolOptions.inUserWords(remark.group(1)), 1, Integer::sum);
        }
      }
    }
    int processes = profile.processes().size();
    return counts.keySet().stream().filter(line -> counts.get(line) >= processes).toList();
  }

  /** Removes the logs in which there is nothing. One that cannot be removed costs no result. */
  void removeEmptyLogs() {
    try {
      for (Path file : logFiles()) {
        if (Files.size(file) == 0) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      LoggerFactory.getLogger(ValgrindRun.class).debug("an empty log is left", e);
    }
  }

  private List<Path> logFiles() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of(); // somebody has removed it
    }
    try (var files = Files.newDirectoryStream(folder, RunFolder.LOG_PREFIX + "*")) {
      List<Path> result = new ArrayList<>();
      files.forEach(result::add);
      return result;
    }
  }
}
