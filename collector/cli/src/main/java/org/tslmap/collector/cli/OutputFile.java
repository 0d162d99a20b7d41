package org.tslmap.collector.cli;

import java.nio.file.Files;
import java.nio.file.Path;

/** Files that are written when something long has ended. */
public final class OutputFile {

  private OutputFile() {}

  /**
   * Refuses, before the long thing begins, what could not be written afterwards.
   *
   * @param option which names the file
   * @throws MeasurementException if the folder is not there or may not be written
   */
  public static void check(Path file, String option) throws MeasurementException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new MeasurementException(
          "expected a folder for %s, but there is none; make it, or name another file with %s"
              .formatted(file, option));
    }
    if (Files.isDirectory(file) || !Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new MeasurementException(
          "%s cannot be written; name another file with %s".formatted(file, option));
    }
  }
}
