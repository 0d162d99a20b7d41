package org.tslmap.locality.profile;

import java.util.Objects;
import org.tslmap.locality.Histograms;

/**
 * One load or one store of one instruction, summed over threads.
 *
 * @param function index into the process's function table
 * @param instruction address of the instruction
 * @param kind load or store
 * @param size bytes accessed
 * @param index which access of its instruction this is, from 0
 * @param line source line, 0 without debug information; in the file {@link #file} tells
 * @param origin where its source text is
 * @param accesses how often it happened
 * @param histograms its reuse distances and strides, in context
 */
public record SiteProfile(
    int function,
    long instruction,
    AccessKind kind,
    int size,
    int index,
    int line,
    CodeOrigin origin,
    long accesses,
    Histograms histograms) {

  /** Nothing may be missing. */
  public SiteProfile {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(histograms, "histograms");
  }

  /** A site whose source text is in its function. */
  public SiteProfile(
      int function,
      long instruction,
      AccessKind kind,
      int size,
      int index,
      int line,
      long accesses,
      Histograms histograms) {
    this(function, instruction, kind, size, index, line, CodeOrigin.OWN, accesses, histograms);
  }

  /** Where its source is, given its function. */
  public SourceLine sourceLine(FunctionInfo own) {
    String file = file(own);
    return file.isEmpty() || line == 0 ? SourceLine.UNKNOWN : new SourceLine(file, line);
  }

  /** The source file of its line, given its function; empty without debug information. */
  public String file(FunctionInfo own) {
    return origin.file().isEmpty() ? own.file() : origin.file();
  }
}
