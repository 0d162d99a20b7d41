package org.tslmap.collector.debuginfo;

import java.util.Objects;

/**
 * A function that has code of its own.
 *
 * @param name its name, demangled, with its namespaces, classes or module
 * @param entry link-time address of its first instruction
 * @param bytes size of its code from there; parts the compiler has put elsewhere do not count; 0
 *     when not known
 * @param file source file of its declaration, or empty
 * @param line source line of its declaration, 0 when not known
 */
public record DefinedFunction(String name, long entry, long bytes, String file, int line) {

  /** Nothing may be missing. */
  public DefinedFunction {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(file, "file");
  }
}
