package org.tslmap.locality.profile;

import java.util.Objects;

/**
 * A place in a source file.
 *
 * @param file the file; empty for code without line numbers
 * @param line the line, 0 likewise
 */
public record SourceLine(String file, int line) {

  /** Nothing may be missing. */
  public SourceLine {
    Objects.requireNonNull(file, "file");
  }

  /** Where there are no line numbers. */
  public static final SourceLine UNKNOWN = new SourceLine("", 0);
}
