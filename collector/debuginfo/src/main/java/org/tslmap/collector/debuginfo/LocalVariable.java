package org.tslmap.collector.debuginfo;

import java.util.List;
import java.util.Objects;

/**
 * A variable or parameter at one place of its function's stack frame. One that moves from place to
 * place has one of these for each.
 *
 * @param name its name
 * @param function the function that declares it: the frame's, or one that is inlined there
 * @param cfaOffset where it begins, in bytes from the frame's canonical frame address (the value of
 *     the stack pointer before the call pushed the return address); negative but for parameters
 *     that are passed in memory
 * @param bytes its size, 0 when not known
 * @param type its type
 * @param parameter whether it is a parameter
 * @param file source file of its declaration, or empty
 * @param line source line of its declaration, 0 when not known
 * @param ranges the code during which it is there: its block, and of an optimised program only as
 *     far as it is in memory; never empty
 */
public record LocalVariable(
    String name,
    String function,
    long cfaOffset,
    long bytes,
    DataType type,
    boolean parameter,
    String file,
    int line,
    List<PcRange> ranges) {

  /** Nothing may be missing. */
  public LocalVariable {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(function, "function");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(file, "file");
    ranges = List.copyOf(ranges);
  }

  /**
   * Its name with that of the function that declares it behind an @, as it is called where it is
   * watched: without the function's parameters, and with semicolons for commas, which separate what
   * the tool is told.
   */
  public String watchedName() {
    return watchedName(name, function);
  }

  /** The same of any variable; without a function it is the name alone. */
  public static String watchedName(String name, String function) {
    String plain = function.replaceFirst("\\(.*", "");
    return (plain.isEmpty() ? name : name + "@" + plain).replace(',', ';');
  }

  /** Whether a byte of the frame is one of its own. */
  public boolean covers(long offset) {
    return offset >= cfaOffset && offset < cfaOffset + bytes;
  }

  /** Bytes of code from an address to where it is there, 0 if it is there. */
  long distance(long pc) {
    long least = Long.MAX_VALUE;
    for (PcRange range : ranges) {
      least = Math.min(least, range.distance(pc));
    }
    return least;
  }

  /**
   * Whether it is there at an address, or from a little later on; others may use its place at other
   * times.
   *
   * @param bytes of code before it is there, at most
   */
  boolean isSoonAfter(long pc, long bytes) {
    return ranges.stream().anyMatch(range -> range.start() <= pc + bytes && range.end() > pc);
  }

  /** Bytes of code during which it is there. */
  long extent() {
    long bytes = 0;
    for (PcRange range : ranges) {
      bytes += range.end() - range.start();
    }
    return bytes;
  }
}
