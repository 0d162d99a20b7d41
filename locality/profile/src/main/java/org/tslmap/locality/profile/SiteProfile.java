package org.tslmap.locality.profile;

import java.util.Objects;
import java.util.Optional;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LoadDependence;

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
 * @param dependence how many of its loads waited for others; empty for stores, and where it was not
 *     measured
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
    Histograms histograms,
    Optional<LoadDependence> dependence) {

  /** Nothing may be missing. */
  public SiteProfile {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(histograms, "histograms");
    Objects.requireNonNull(dependence, "dependence");
  }

  /** The same where so many of its loads waited for others. */
  SiteProfile with(Optional<LoadDependence> other) {
    return new SiteProfile(
        function, instruction, kind, size, index, line, origin, accesses, histograms, other);
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

  /** Accesses that were recorded, not only counted: dependent loads are of these. */
  public long recorded() {
    return accesses - histograms.counted() - histograms.estimated();
  }
}
