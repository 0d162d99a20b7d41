package org.tslmap.npb.sweep;

import java.util.List;
import org.tslmap.npb.Variant;

/**
 * A program in one way of running it.
 *
 * @param name unique in the sweep: {@code is.S.omp-2}
 * @param benchmark which benchmark: {@code is}; of a list, the name in it
 * @param problemClass S, W, A, ..., or empty
 * @param variant how it is parallel
 * @param width threads or ranks; 1 of a serial one
 * @param command the program's file and arguments
 * @param fingerprint of the file's bytes: another program has another one
 * @param verifies whether it says that its results are right, and must
 */
public record Subject(
    String name,
    String benchmark,
    String problemClass,
    Variant variant,
    int width,
    List<String> command,
    String fingerprint,
    boolean verifies) {

  /**
   * Keeps the command unmodifiable.
   *
   * @throws IllegalArgumentException if the name, of which files' names are made, is a path
   */
  public Subject {
    if (name.isEmpty() || name.contains("/") || name.startsWith(".")) {
      throw new IllegalArgumentException(
          "expected the name of a program, without folders, but found '" + name + "'");
    }
    command = List.copyOf(command);
  }

  /** The variant and its width, as in names: {@code serial}, {@code omp-2}. */
  public static String way(Variant variant, int width) {
    return variant == Variant.SERIAL ? variant.lower() : variant.lower() + "-" + width;
  }
}
