package org.tslmap.locality.profile;

import java.util.Objects;

/**
 * A function whose code the compiler has put into another one.
 *
 * @param name demangled name
 * @param file source file that declares it, or empty
 * @param line source line of its declaration, 0 when not known
 */
public record InlinedFunction(String name, String file, int line) {

  /** Nothing may be missing. */
  public InlinedFunction {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(file, "file");
  }
}
