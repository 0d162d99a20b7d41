package org.tslmap.collector.debuginfo;

import java.util.Objects;

/**
 * The innermost part of a variable at one of its bytes.
 *
 * @param path what follows the variable's name, such as {@code [3][5].x}, or {@code (4,6)%x} in
 *     Fortran; empty for a variable without parts. It ends early where the byte is padding
 * @param type the part's type, as the language writes it
 * @param offset how many bytes the byte is behind the part's beginning
 * @param bytes the part's size
 */
public record Member(String path, String type, long offset, long bytes) {

  /** Nothing may be missing. */
  public Member {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(type, "type");
  }
}
