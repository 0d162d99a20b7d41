package org.tslmap.collector.wire;

import java.util.List;

/**
 * Which functions are on a thread's stack, where the stream has not told it since parts of it are
 * left out.
 *
 * @param position event words sent before
 * @param thread the thread's number
 * @param returned whether the last of them has just returned, and an allocation follows
 * @param number of such a stack, which is sent once
 * @param callers outermost first; none if the number is known
 */
public record CallStack(
    long position, int thread, boolean returned, int number, List<Caller> callers)
    implements PlacedFrame {

  /** Keeps the list unmodifiable. */
  public CallStack {
    callers = List.copyOf(callers);
  }

  /**
   * A function that runs or has called the next one.
   *
   * @param cfa canonical frame address, 0 for the first function
   * @param returnsTo where it returns to, likewise
   * @param function its number
   */
  public record Caller(long cfa, long returnsTo, int function) {}
}
