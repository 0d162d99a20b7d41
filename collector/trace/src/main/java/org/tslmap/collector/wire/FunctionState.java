package org.tslmap.collector.wire;

/**
 * What becomes of a function's accesses from here on. Functions without such a frame are recorded.
 *
 * @param position event words before
 * @param function the function's number
 * @param state recorded or counted
 * @param reason why, such as the option that asked for it; one line
 */
public record FunctionState(long position, int function, State state, String reason)
    implements PlacedFrame {

  /** What becomes of accesses. */
  public enum State {
    /** They are recorded. */
    FULL,
    /** They are counted by site, and their addresses are not recorded. */
    COUNTED,
    /** They are recorded, and not scored: later ones are scored with what these touch. */
    WARM
  }
}
