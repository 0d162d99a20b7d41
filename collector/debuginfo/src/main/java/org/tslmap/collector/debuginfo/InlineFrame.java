package org.tslmap.collector.debuginfo;

import java.util.Objects;

/**
 * A function that was inlined at an instruction.
 *
 * @param function its name, demangled, with its namespaces, classes or module
 * @param callFile source file of the call that was inlined, or empty
 * @param callLine source line of that call, 0 when not known
 */
public record InlineFrame(String function, String callFile, int callLine) {

  /** Nothing may be missing. */
  public InlineFrame {
    Objects.requireNonNull(function, "function");
    Objects.requireNonNull(callFile, "callFile");
  }
}
