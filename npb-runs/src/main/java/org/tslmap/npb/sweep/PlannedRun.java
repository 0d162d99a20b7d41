package org.tslmap.npb.sweep;

import java.util.Objects;

/**
 * One thing to be done in a sweep.
 *
 * @param subject what runs
 * @param tool under what
 * @param function the only function that is measured, or empty for the whole program
 * @param repeats how often, 1 or more
 */
public record PlannedRun(Subject subject, Tool tool, String function, int repeats) {

  /** All of it must be there. */
  public PlannedRun {
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(function, "function");
  }

  /** Unique in the sweep, good as a file name: {@code is.S.serial.score.find_my_seed}. */
  public String id() {
    String whole = subject.name() + "." + tool.lower();
    return function.isEmpty() ? whole : whole + "." + fileName(function);
  }

  /** For people: {@code is.S.serial, find_my_seed, score}. */
  public String title() {
    return function.isEmpty()
        ? "%s, %s".formatted(subject.name(), tool.lower())
        : "%s, %s of %s".formatted(subject.name(), tool.lower(), function);
  }

  /**
   * What is not a letter, a digit or one of {@code . _ -} becomes its number, so names stay unique.
   */
  static String fileName(String text) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isLetterOrDigit(c) || c == '_' || c == '-' || (c == '.' && i > 0)) {
        name.append(c);
      } else {
        name.append('%').append(Integer.toHexString(c));
      }
    }
    return name.toString();
  }
}
