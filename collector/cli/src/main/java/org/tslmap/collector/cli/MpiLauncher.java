package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The program that starts the ranks of an MPI program: Open MPI's, MPICH's or another one that
 * knows {@code -n}. Open MPI wants to be told that it may run as root, and that there may be more
 * ranks than cores; the others have no such options.
 *
 * @param file the launcher
 * @param openMpi whether it is Open MPI's
 */
public record MpiLauncher(Path file, boolean openMpi) {

  private static final List<String> USUAL_NAMES = List.of("mpirun", "mpiexec");
  private static final Path PROCESSORS = Path.of("/sys/devices/system/cpu");

  /**
   * Finds a launcher and asks it what it is.
   *
   * @param name its name or path; without one it is the first of mpirun and mpiexec
   * @throws MeasurementException if there is none
   */
  public static MpiLauncher find(Optional<String> name)
      throws IOException, InterruptedException, MeasurementException {
    List<String> names = name.map(List::of).orElse(USUAL_NAMES);
    Optional<Path> found =
        names.stream().map(Installation::find).flatMap(Optional::stream).findFirst();
    if (found.isEmpty()) {
      throw new MeasurementException(
          "expected the MPI launcher %s here or on the PATH, found none; install one (Debian: openmpi-bin or mpich), or name it with --mpi-launcher"
              .formatted(String.join(" or ", names)));
    }
    Process process =
        new ProcessBuilder(found.get().toString(), "--version")
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .start();
    String version =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    process.waitFor();
    return new MpiLauncher(found.get(), isOpenMpi(version));
  }

  /**
   * Whether a launcher that says this of itself is Open MPI's, which since its version 5 is PRTE.
   */
  static boolean isOpenMpi(String version) {
    String text = version.toLowerCase(Locale.ROOT);
    return text.contains("open mpi") || text.contains("openrte") || text.contains("prte");
  }

  /**
   * What goes before a program to start it as ranks on this machine.
   *
   * @param ranks how many
   * @param options the user's own for the launcher
   */
  public List<String> prefix(int ranks, List<String> options) throws IOException {
    return prefix(ranks, options, isRoot(), cores());
  }

  List<String> prefix(int ranks, List<String> options, boolean root, int cores) {
    List<String> command = new ArrayList<>();
    command.add(file.toString());
    if (openMpi && root && !options.contains("--allow-run-as-root")) {
      command.add("--allow-run-as-root");
    }
    if (openMpi && ranks > cores && !options.contains("--oversubscribe")) {
      command.add("--oversubscribe");
    }
    command.addAll(options);
    command.add("-n");
    command.add(Integer.toString(ranks));
    return command;
  }

  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  /** Open MPI gives a rank to each core, not to each of the processors that share one. */
  private static int cores() throws IOException {
    Set<String> cores = new HashSet<>();
    if (Files.isDirectory(PROCESSORS)) {
      try (DirectoryStream<Path> processors = Files.newDirectoryStream(PROCESSORS, "cpu[0-9]*")) {
        for (Path processor : processors) {
          Path siblings = processor.resolve("topology/thread_siblings_list");
          if (Files.isReadable(siblings)) {
            cores.add(Files.readString(siblings).strip());
          }
        }
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
    }
    int processors = Runtime.getRuntime().availableProcessors();
    return cores.isEmpty() ? processors : Math.min(processors, cores.size());
  }
}
