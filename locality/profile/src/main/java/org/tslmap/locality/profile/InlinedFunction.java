package org.tslmap.locality.profile;

import java.util.Objects;

/**
 * A function whose code the compiler has put into another one.
 *
 * @param name demangled name
 * @param file source file that declares it, or empty
 * @param line source line of its declaration, 0 when not known
 * @param call where it was called; unknown in profiles of older versions
 */
public record InlinedFunction(String name, String file, int line, SourceLine call) {

  /** Nothing may be missing. */
  public InlinedFunction {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(call, "call");
  }

  /** One of which it is not known where it was called. */
  public InlinedFunction(String name, String file, int line) {
    this(name, file, line, SourceLine.UNKNOWN);
  }

  /** The same that was called there; nowhere if no file or no line is known. */
  public InlinedFunction calledAt(String callFile, int callLine) {
    boolean known = !callFile.isEmpty() && callLine > 0;
    return new InlinedFunction(
        name, file, line, known ? new SourceLine(callFile, callLine) : SourceLine.UNKNOWN);
  }
}
