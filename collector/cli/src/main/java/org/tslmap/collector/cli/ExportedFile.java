package org.tslmap.collector.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A file that is exported. It appears whole or not at all: it is written beside its place first. No
 * file that is there already is replaced, and only the user may read it, as a run.
 */
final class ExportedFile {

  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /** Writes what the file holds. */
  @FunctionalInterface
  interface Content {
    /**
     * Writes it all.
     *
     * @throws IOException if it cannot be written
     */
    void write(OutputStream out) throws IOException;
  }

  private ExportedFile() {}

  /**
   * Refuses a file, or a folder, that cannot be made.
   *
   * @throws MeasurementException if it is there already, or its folder may not be written
   */
  static void check(Path file) throws MeasurementException {
    OutputFile.check(file, "--out");
    if (Files.exists(file)) {
      throw new MeasurementException(
          file + " is there already; name another one with --out, or remove it");
    }
  }

  /** Writes a file that {@link #check} has not refused. */
  static void write(Path file, Content content) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Path beside = Files.createTempFile(folder, "." + file.getFileName(), ".new", PRIVATE);
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(beside), 1 << 16)) {
        content.write(out);
      }
      Files.move(beside, file);
    } finally {
      Files.deleteIfExists(beside);
    }
  }
}
