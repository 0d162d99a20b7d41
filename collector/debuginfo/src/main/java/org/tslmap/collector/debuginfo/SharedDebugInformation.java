package org.tslmap.collector.debuginfo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Debug information that the processes of a run share. A program that forks, or is started again
 * and again, has the same files each time, and to open one takes longer than a short process runs.
 * Some that nobody uses stay open for the next process.
 */
public final class SharedDebugInformation {
  /** How many files that nobody uses stay open. */
  private static final int IDLE = 8;

  /** A file as it is now: one that is built again is another. */
  private record Version(Path path, Object file, long modified, long bytes) {}

  private static final class Use {
    private final DebugInformation information;
    private int users;

    private Use(DebugInformation information) {
      this.information = information;
    }
  }

  /** Those in use, and the idle ones in the order in which they became so. */
  private static final Map<Version, Use> FILES = new LinkedHashMap<>();

  private SharedDebugInformation() {}

  /**
   * Opens a program or shared object, as {@link DebugInformation#open(Path)} does; to be given back
   * by {@link #release}.
   */
  public static DebugInformation open(Path object) throws DebugInformationException {
    Version version = version(object);
    synchronized (FILES) {
      Use use = FILES.get(version);
      if (use != null) {
        use.users++;
        return use.information;
      }
    }
    DebugInformation opened = DebugInformation.open(object);
    synchronized (FILES) {
      Use use = FILES.computeIfAbsent(version, any -> new Use(opened));
      use.users++;
      if (use.information != opened) {
        opened.close(); // another process was faster
      }
      return use.information;
    }
  }

  private static Version version(Path object) {
    try {
      BasicFileAttributes now = Files.readAttributes(object, BasicFileAttributes.class);
      return new Version(
          object,
          Objects.requireNonNullElse(now.fileKey(), ""),
          now.lastModifiedTime().toMillis(),
          now.size());
    } catch (IOException e) {
      return new Version(object, "", 0, 0); // opening it will say what is wrong
    }
  }

  /** Gives back what {@link #open} gave. */
  public static void release(DebugInformation information) {
    List<DebugInformation> superfluous = new ArrayList<>();
    synchronized (FILES) {
      Version version =
          FILES.entrySet().stream()
              .filter(entry -> entry.getValue().information == information)
              .map(Map.Entry::getKey)
              .findFirst()
              .orElseThrow();
      Use use = FILES.remove(version);
      use.users--;
      FILES.put(version, use);
      List<Version> idle =
          FILES.entrySet().stream()
              .filter(entry -> entry.getValue().users == 0)
              .map(Map.Entry::getKey)
              .toList();
      for (Version oldest : idle.subList(0, Math.max(0, idle.size() - IDLE))) {
        superfluous.add(FILES.remove(oldest).information);
      }
    }
    superfluous.forEach(DebugInformation::close);
  }
}
