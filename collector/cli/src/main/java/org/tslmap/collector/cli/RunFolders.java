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
    String name = folder.toString();
    String quoted = name.matches("[\\w./+-]+") ? name : "'" + name.replace("'", "'\\''") + "'";
    return "kept in %s (tslmap %s %s)".formatted(name, command, quoted);
  }

  /** The profile of a run folder, or the file itself when a file is named. */
  public static Path profileOf(Path folderOrFile) throws MeasurementException {
    if (!Files.isDirectory(folderOrFile)) {
      return folderOrFile;
    }
    Path profile = new RunFolder(folderOrFile).profile();
    if (!Files.exists(profile)) {
      throw new MeasurementException(
          "%s is no finished run: expected %s in it; see the runs there are with tslmap list"
              .formatted(folderOrFile, profile.getFileName()));
    }
    return profile;
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
          if (Files.exists(new RunFolder(folder).profile())) {
            runs.add(folder);
          }
        }
      }
    }
    runs.sort(null);
    return runs;
  }
}
