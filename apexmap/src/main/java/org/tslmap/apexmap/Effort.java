package org.tslmap.apexmap;

import java.time.Duration;

/**
 * How long a point is measured at a time.
 *
 * @param repeat timed part of one repeat
 * @param repeats repeats at least, 1 or more
 * @param spread the spread, see {@link MeasuredCost#spread}, below which there are no more repeats
 * @param limit time after which there are no more repeats, whatever the spread
 */
public record Effort(Duration repeat, int repeats, double spread, Duration limit) {

  /** For a grid of a minute and a half. */
  public static final Effort QUICK =
      new Effort(Duration.ofMillis(2), 3, 0.02, Duration.ofMillis(40));

  /** For a grid of about ten minutes. */
  public static final Effort FULL =
      new Effort(Duration.ofMillis(3), 4, 0.02, Duration.ofMillis(100));

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException naming the one that is out of its range
   */
  public Effort {
    if (repeat.isNegative() || repeat.isZero() || repeats < 1 || spread < 0 || limit.isNegative()) {
      throw new IllegalArgumentException(
          ("a repeat should take time, repeats be at least 1, spread and limit not negative, but"
                  + " are %s, %d, %s, %s")
              .formatted(repeat, repeats, spread, limit));
    }
  }
}
