package org.tslmap.collector.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What lies where in a run's folder.
 *
 * @param path the folder
 */
public record RunFolder(Path path) {

  /** Ends the name of a profile of one process. */
  public static final String PROFILE_SUFFIX = ".json";

  /** What the names of files with Valgrind's own messages begin with; a number follows. */
  public static final String LOG_PREFIX = "valgrind.log.";

  /** What ran, where, with what, and how it went. */
  public Path description() {
    return path.resolve("run.json");
  }

  /** All histograms. */
  public Path profile() {
    return path.resolve("profile.json");
  }

  /** How far equal runs are apart, where that was measured. */
  public Path margins() {
    return path.resolve("margins.json");
  }

  /** The folder of all traces. */
  public Path traces() {
    return path.resolve("trace");
  }

  /**
   * The folder of one process's trace.
   *
   * @param number which process of the run this is, from 1
   */
  public Path trace(int number, long pid) {
    return traces().resolve("%05d-%d".formatted(number, pid));
  }

  /** The folder of one process's profile each, while a run is recorded. */
  public Path processProfileFolder() {
    return path.resolve("processes");
  }

  /**
   * The profile of one process, while a run is recorded.
   *
   * @param number which process of the run this is, from 1
   */
  public Path processProfile(int number, long pid) {
    return processProfileFolder().resolve("%05d-%d".formatted(number, pid) + PROFILE_SUFFIX);
  }

  /** The profiles of processes that are there, in the order of their names. */
  public List<Path> processProfiles() throws IOException {
    if (!Files.isDirectory(processProfileFolder())) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(processProfileFolder())) {
      return files.sorted().toList();
    }
  }

  /** The folder of counts by time and address, a file for each process. */
  public Path density() {
    return path.resolve("density");
  }

  /** What the first page of a run with a large profile shows, once it was computed. */
  public Path firstPage() {
    return path.resolve("first-page.zip");
  }

  /** The folder of pictures. */
  public Path plots() {
    return path.resolve("plots");
  }

  /** The folder of copies of the program's sources. */
  public Path sources() {
    return path.resolve("sources");
  }

  /** The filter file with which the run was made, where tslmap refine found it. */
  public Path refinedFilter() {
    return path.resolve("refined.filter");
  }

  /** What the program wrote to standard error, where that was kept. */
  public Path programErrors() {
    return path.resolve("stderr");
  }

  /**
   * Whether a run put this into its folder.
   *
   * @param entry a path in the folder
   */
  public boolean isOwn(Path entry) {
    return List.of(
                description(),
                profile(),
                margins(),
                traces(),
                processProfileFolder(),
                density(),
                firstPage(),
                plots(),
                sources(),
                refinedFilter(),
                programErrors())
            .contains(entry)
        || entry.getFileName().toString().startsWith(LOG_PREFIX);
  }

  /** Whether there is a run in the folder, finished or not. */
  public boolean holdsRun() {
    return hasDescription() || hasProfile();
  }

  /** Whether there is a {@link #description}; a folder or a pipe in its place is none. */
  public boolean hasDescription() {
    return Files.isRegularFile(description());
  }

  /** Whether there is a {@link #profile}; a folder or a pipe in its place is none. */
  public boolean hasProfile() {
    return Files.isRegularFile(profile());
  }

  /**
   * The folders of the traces that are there, in the order of their names.
   *
   * @throws IOException if one is a link, which may lead out of the run's folder
   */
  public List<Path> storedTraces() throws IOException {
    if (!Files.isDirectory(traces())) {
      return List.of();
    }
    refuseLink(traces());
    try (Stream<Path> folders = Files.list(traces())) {
      List<Path> found = folders.filter(Files::isDirectory).sorted().toList();
      for (Path trace : found) {
        refuseLink(trace);
      }
      return found;
    }
  }

  private static void refuseLink(Path folder) throws IOException {
    if (Files.isSymbolicLink(folder)) {
      throw new IOException(
          "expected a folder with a trace at %s, found a link to %s; traces are read only in the run's own folder: copy it there"
              .formatted(folder, Files.readSymbolicLink(folder)));
    }
  }
}
