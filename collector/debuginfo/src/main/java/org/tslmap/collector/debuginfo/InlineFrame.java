package org.tslmap.collector.debuginfo;

import java.util.Objects;

/**
 * A function that was inlined at an instruction.
 *
 * @param function its name, demangled, with its namespaces, classes or module
 * @param file source file that declares it, or empty
 * @param line source line of its declaration, 0 when not known
 * @param callFile source file of the call that was inlined, or empty
 * @param callLine source line of that call, 0 when not known
 * @param callColumn column of that call, from 1; 0 when not known
 * @param signature what it takes and gives
 */
public record InlineFrame(
    String function,
    String file,
    int line,
    String callFile,
    int callLine,
    int callColumn,
    Signature signature) {

  /** Nothing may be missing. */
  public InlineFrame {
    Objects.requireNonNull(function, "function");
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(callFile, "callFile");
    Objects.requireNonNull(signature, "signature");
  }
}
