package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tslmap.collector.store.RunFolder;

/** The folders runs are kept in. */
public final class RunFolders {

  /** Where runs go when nothing else is said, in the working directory. */
  static final Path DEFAULT_PARENT = Path.of("tslmap-runs");

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  /** What was measured may be secret: only the user sees it. */
  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  /** Runs of one second are told apart by their names. */
  private static final Comparator<Path> NEWEST_FIRST =
      Comparator.comparingLong(RunFolders::written)
          .thenComparing(Comparator.naturalOrder())
          .reversed();

  /** How many runs a message names. */
  private static final int NAMED = 5;

  private RunFolders() {}

  /**
   * Makes the folder of a new run.
   *
   * @param out the folder that was asked for; without one it is {@code tslmap-runs/<time>-<name>}
   * @param name what ran
   * @throws MeasurementException if there is a run in the folder already
   */
  static Path create(Optional<Path> out, String name) throws IOException, MeasurementException {
    if (out.isPresent()) {
      Path folder = out.get();
      if (new RunFolder(folder).holdsRun()) {
        throw new MeasurementException(
            folder + " holds a run already; name another folder with --out, or remove that one");
      }
      return makePrivate(Files.createDirectories(folder));
    }
    String base = LocalDateTime.now().format(TIME) + "-" + name.replaceAll("[^A-Za-z0-9._+-]", "_");
    Files.createDirectories(DEFAULT_PARENT);
    for (int attempt = 1; ; attempt++) {
      Path folder = DEFAULT_PARENT.resolve(attempt == 1 ? base : base + "-" + attempt);
      if (!Files.exists(folder)) {
        return Files.createDirectory(folder, PRIVATE);
      }
    }
  }

  /** Keeps others out of a folder, unless it held something before, which may be meant for them. */
  private static Path makePrivate(Path folder) throws IOException {
    try (Stream<Path> content = Files.list(folder)) {
      return content.findAny().isPresent()
          ? folder
          : Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
  }

  /** Where a run was kept, and the command that shows it, ready for a shell. */
  static String kept(Path folder) {
    return kept(folder, "report");
  }

  /** The same for a run of which only the trace was kept. */
  static String replayed(Path folder) {
    return kept(folder, "replay");
  }

  private static String kept(Path folder, String command) {
    return "kept in %s (tslmap %s %s)".formatted(folder, command, quoted(folder));
  }

  /** A path ready for a shell. */
  static String quoted(Path path) {
    String name = path.toString();
    return name.matches("[\\w./+-]+") ? name : "'" + name.replace("'", "'\\''") + "'";
  }

  /** The profile of a run folder, or the file itself when a file is named. */
  public static Path profileOf(Path folderOrFile) throws IOException, MeasurementException {
    if (!Files.isDirectory(folderOrFile)) {
      return folderOrFile;
    }
    RunFolder run = new RunFolder(folderOrFile);
    Path profile = run.profile();
    if (!run.hasProfile()) {
      List<Path> inside = newest(List.of(folderOrFile));
      throw new MeasurementException(
          inside.isEmpty()
              ? "%s is no finished run: expected %s in it; see the runs there are with tslmap list"
                  .formatted(folderOrFile, profile.getFileName())
              : "%s holds %s; name one run: %s%s"
                  .formatted(
                      folderOrFile,
                      inside.size() == 1 ? "a run" : inside.size() + " runs",
                      inside.stream()
                          .limit(NAMED)
                          .map(Path::toString)
                          .collect(Collectors.joining(", ")),
                      inside.size() > NAMED ? ", ..." : ""));
    }
    return profile;
  }

  /**
   * The newest runs in {@link #DEFAULT_PARENT}, in the working directory, and the working directory
   * itself if it is one; the newest first.
   *
   * @param count how many are needed
   * @throws MeasurementException if there are fewer
   */
  static List<Path> newest(int count) throws IOException, MeasurementException {
    Path here = Path.of("");
    List<Path> found = newest(List.of(DEFAULT_PARENT, here));
    if (new RunFolder(here).hasProfile()) {
      found.add(Path.of("."));
      found.sort(NEWEST_FIRST);
    }
    if (found.size() < count) {
      throw new MeasurementException(
          "expected %s in %s or here, found %s; name the folder, or make a run with tslmap run -- program"
              .formatted(
                  count == 1 ? "a run" : count + " runs",
                  DEFAULT_PARENT,
                  found.isEmpty() ? "none" : "only " + found.get(0)));
    }
    return found.subList(0, count);
  }

  private static List<Path> newest(List<Path> parents) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path parent : parents) {
      found.addAll(in(parent));
    }
    found.sort(NEWEST_FIRST);
    return found;
  }

  private static long written(Path run) {
    return new RunFolder(run).profile().toFile().lastModified();
  }

  /**
   * Removes a run: what it put into its folder, and the folder if nothing else is in it.
   *
   * @return what is left in the folder
   */
  static List<Path> remove(RunFolder run) throws IOException {
    List<Path> left = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(run.path())) {
      for (Path entry : entries) {
        if (run.isOwn(entry)) {
          delete(entry);
        } else {
          left.add(entry);
        }
      }
    }
    if (left.isEmpty()) {
      Files.delete(run.path());
    }
    return left;
  }

  /** The bytes of all files in a folder. */
  static long size(Path tree) throws IOException {
    long sum = 0;
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        sum += Files.size(file);
      }
    }
    return sum;
  }

  /** Deletes a folder and everything in it. */
  public static void delete(Path tree) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    }
  }

  /** Folders below a parent that hold a profile, by name (which starts with the time). */
  static List<Path> in(Path parent) throws IOException {
    List<Path> runs = new ArrayList<>();
    if (Files.isDirectory(parent)) {
      try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent)) {
        for (Path folder : folders) {
          if (new RunFolder(folder).hasProfile()) {
            runs.add(folder);
          }
        }
      }
    }
    runs.sort(null);
    return runs;
  }
}
