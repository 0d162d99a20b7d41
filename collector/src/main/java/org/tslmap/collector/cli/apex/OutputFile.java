package org.tslmap.collector.cli.apex;

import java.nio.file.Files;
import java.nio.file.Path;
import org.tslmap.collector.cli.MeasurementException;

/** Files that are written when something long has ended. */
final class OutputFile {

  private OutputFile() {}

  /**
   * Refuses, before the long thing begins, what could not be written afterwards.
   *
   * @throws MeasurementException if the folder is not there or may not be written
   */
  static void check(Path file) throws MeasurementException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new MeasurementException(
          "expected a folder for %s, but there is none; make it, or name another file with --out"
              .formatted(file));
    }
    if (Files.isDirectory(file) || !Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new MeasurementException(file + " cannot be written; name another file with --out");
    }
  }
}
