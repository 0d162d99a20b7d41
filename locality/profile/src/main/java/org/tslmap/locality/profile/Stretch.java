package org.tslmap.locality.profile;

import java.util.OptionalLong;

/**
 * Which stretch of a process was measured, of one that was told to start late or to stop early.
 *
 * @param begun whether the process came as far as its beginning
 * @param before accesses that the process made before it, all of them if it never began; empty when
 *     they were not counted, because a time was waited for
 * @param begunMillis when it began, in milliseconds since the process started
 * @param stopped whether it ended before the process did; what the process accessed after it is not
 *     counted
 * @param stoppedMillis when it ended, in milliseconds since the process started
 */
public record Stretch(
    boolean begun, OptionalLong before, long begunMillis, boolean stopped, long stoppedMillis) {

  /** A stretch that has not begun, before which accesses are counted or not. */
  public static Stretch awaited(OptionalLong before) {
    return new Stretch(false, before, 0, false, 0);
  }

  /** A stretch from the start of the process on. */
  public static final Stretch FROM_START = new Stretch(true, OptionalLong.of(0), 0, false, 0);

  /** The same, begun. */
  public Stretch begunAt(OptionalLong accesses, long millis) {
    return new Stretch(true, accesses, millis, false, 0);
  }

  /** The same, ended. */
  public Stretch stoppedAt(long millis) {
    return new Stretch(begun, before, begunMillis, true, millis);
  }
}
