package org.tslmap.locality.profile;

import java.util.Objects;

/**
 * A function of the measured program.
 *
 * @param name demangled name, or "???" (or an address) for code without a symbol
 * @param object path of the program or shared object it came from, or empty
 * @param file source file, or empty without debug information
 * @param line source line of the function, 0 without debug information
 */
public record FunctionInfo(String name, String object, String file, int line) {

  /** Nothing may be missing. */
  public FunctionInfo {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(object, "object");
    Objects.requireNonNull(file, "file");
  }
}
