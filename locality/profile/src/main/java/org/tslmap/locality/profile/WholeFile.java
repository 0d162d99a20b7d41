package org.tslmap.locality.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes files that appear whole or not at all. One is written under another name beside its place,
 * and then put there; what was there before stays as it was until then, and if that fails.
 */
public final class WholeFile {
  private WholeFile() {}

  /** Writes a file. */
  @FunctionalInterface
  public interface Content {
    /**
     * Writes all of it.
     *
     * @param part where to
     * @throws IOException if it cannot be written
     */
    void writeTo(Path part) throws IOException;
  }

  /**
   * Writes a file, or replaces it without a gap. Nothing is left beside it, whatever happens.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(Path file, Content content) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      content.writeTo(part);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
