package org.tslmap.locality.profile;

import java.util.List;
import java.util.Objects;

/**
 * Where the source text of an instruction is, if the compiler took it from elsewhere into the
 * function that has the instruction.
 *
 * @param inlined the inlined functions it is part of, innermost first; empty if none
 * @param file source file of its line; empty if that is the function's own
 */
public record CodeOrigin(List<InlinedFunction> inlined, String file) {

  /** Code that was written where it is. */
  public static final CodeOrigin OWN = new CodeOrigin(List.of(), "");

  /** Keeps the list unmodifiable. */
  public CodeOrigin {
    inlined = List.copyOf(inlined);
    Objects.requireNonNull(file, "file");
  }

  /** Demangled name of the innermost inlined function; empty if none. */
  public String function() {
    return inlined.isEmpty() ? "" : inlined.get(0).name();
  }

  /** Whether it was written in its function. */
  public boolean isOwn() {
    return equals(OWN);
  }
}
