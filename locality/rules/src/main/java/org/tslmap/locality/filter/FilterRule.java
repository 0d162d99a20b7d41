package org.tslmap.locality.filter;

/**
 * A pattern of a filter file.
 *
 * @param line of the file, from 1
 * @param pattern as it is written, with its backslashes
 * @param of what it is compared with
 * @param excludes whether functions that match are excluded; otherwise they are included
 */
public record FilterRule(int line, String pattern, Subject of, boolean excludes) {

  /** What patterns are compared with. */
  public enum Subject {
    /** The path of the source file. */
    FILE,
    /** The name as it is shown: of C++, with parameters. */
    DEMANGLED,
    /** The name as the linker has it. */
    MANGLED
  }
}
