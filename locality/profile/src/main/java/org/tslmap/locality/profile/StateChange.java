package org.tslmap.locality.profile;

import java.util.Objects;

/**
 * That a function's accesses were counted from a time on and no longer recorded, or recorded again.
 *
 * @param after accesses that the process had made by then, recorded or counted; 0 for functions
 *     that were counted from their first access on
 * @param counted whether they were counted from then on
 * @param reason why, one line
 */
public record StateChange(long after, boolean counted, String reason) {

  /** The state of what is recorded, as files have it. */
  static final String FULL = "full";

  /** The state of what is counted. */
  static final String COUNTED = "counted";

  /**
   * Checks the place.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public StateChange {
    Objects.requireNonNull(reason, "reason");
    if (after < 0) {
      throw new IllegalArgumentException(
          "expected a change of state after 0 accesses or more, but found " + after);
    }
  }

  /** The state from then on: full or counted. */
  public String state() {
    return counted ? COUNTED : FULL;
  }
}
