package org.tslmap.npb;

/**
 * One program that can be built: a benchmark for one class, in one variant.
 *
 * @param benchmark which
 * @param problemClass S, W, A or B
 * @param variant how it is parallel
 */
public record Program(Benchmark benchmark, char problemClass, Variant variant) {

  /** Classes the sources know, smallest first. */
  public static final String CLASSES = "SWAB";

  /**
   * Checks that there is such a program.
   *
   * @throws IllegalArgumentException naming what there is not
   */
  public Program {
    if (CLASSES.indexOf(problemClass) < 0) {
      throw new IllegalArgumentException(
          "there are classes S, W, A and B, but not " + problemClass);
    }
    if (!benchmark.has(variant)) {
      throw new IllegalArgumentException(
          "there is no %s version of %s".formatted(variant.lower(), benchmark.lower()));
    }
  }

  /** Its file's name: {@code is.S.serial}. */
  public String fileName() {
    return benchmark.lower() + "." + problemClass + "." + variant.lower();
  }
}
