package org.tslmap.collector.debuginfo;

import java.util.Objects;

/**
 * A variable with a place of its own for as long as the program or the thread runs: global, static
 * in a file or in a function, of a Fortran module or common block, or thread-local.
 *
 * @param name its name with namespaces, classes or module before it ({@code ns::counter})
 * @param address its link-time address; of a thread-local variable the offset in the thread-local
 *     block of its object
 * @param bytes its size; 0 when neither debug information nor symbol say
 * @param type its type; {@link DataType#UNKNOWN} if only a symbol is known
 * @param function the function it is static in, or empty
 * @param unit the source file that was compiled with it in, or empty if only a symbol is known
 * @param file source file of its definition, or empty
 * @param line source line of its definition, 0 when not known
 * @param threadLocal whether each thread has one
 */
public record StaticVariable(
    String name,
    long address,
    long bytes,
    DataType type,
    String function,
    String unit,
    String file,
    int line,
    boolean threadLocal) {

  /** Nothing may be missing. */
  public StaticVariable {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(function, "function");
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(file, "file");
  }

  /** The first address (or offset) after it. */
  public long end() {
    return address + bytes;
  }
}
