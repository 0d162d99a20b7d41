package org.tslmap.locality.profile;

import java.util.Objects;

/**
 * One load or one store of one instruction, summed over threads.
 *
 * @param function index into the process's function table
 * @param instruction address of the instruction
 * @param kind load or store
 * @param size bytes accessed
 * @param index which access of its instruction this is, from 0
 * @param line source line, 0 without debug information
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
    long accesses,
    Histograms histograms) {

  /** Nothing may be missing. */
  public SiteProfile {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(histograms, "histograms");
  }

  /** Where its source is, in a function of the process: its own. */
  public SourceLine sourceLine(FunctionInfo own) {
    return own.file().isEmpty() || line == 0
        ? SourceLine.UNKNOWN
        : new SourceLine(own.file(), line);
  }
}
