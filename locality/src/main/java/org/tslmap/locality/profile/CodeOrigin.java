package org.tslmap.locality.profile;

import java.util.Objects;

/**
 * Where the source text of an instruction is, if the compiler took it from elsewhere into the
 * function that has the instruction.
 *
 * @param function demangled name of the innermost inlined function it is part of; empty if none
 * @param file source file of its line; empty if that is the function's own
 */
public record CodeOrigin(String function, String file) {

  /** Code that was written where it is. */
  public static final CodeOrigin OWN = new CodeOrigin("", "");

  /** Nothing may be missing. */
  public CodeOrigin {
    Objects.requireNonNull(function, "function");
    Objects.requireNonNull(file, "file");
  }

  /** Whether it was written in its function. */
  public boolean isOwn() {
    return equals(OWN);
  }
}
