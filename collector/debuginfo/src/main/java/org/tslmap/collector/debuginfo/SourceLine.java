package org.tslmap.collector.debuginfo;

import java.util.Objects;

/**
 * A place in the source.
 *
 * @param file path of the file as the compiler knew it
 * @param line line from 1; 0 for code that belongs to no line
 * @param column column from 1, 0 when not known
 */
public record SourceLine(String file, int line, int column) {

  /** Nothing may be missing. */
  public SourceLine {
    Objects.requireNonNull(file, "file");
  }
}
