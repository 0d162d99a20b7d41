package org.tslmap.collector.wire;

import java.util.List;

/**
 * Which functions are on a thread's stack, where the stream has not told it since parts of it are
 * left out.
 *
 * @param position event words sent before
 * @param thread the thread's number
 * @param of whose stack it is
 * @param number of such a stack, which is sent once
 * @param callers outermost first; none if the number is known
 */
public record CallStack(long position, int thread, Of of, int number, List<Caller> callers)
    implements PlacedFrame {

  /** What it is the stack of. */
  public enum Of {
    /** What runs. */
    RUNNING,
    /** The allocation that follows: the last function has just returned. */
    ALLOCATION,
    /**
     * The same, but of its innermost callers alone, some of which are counted: what the stream
     * tells of calls stays as it is.
     */
    NAME;

    /** Whether an allocation follows. */
    public boolean allocates() {
      return this != RUNNING;
    }
  }

  /** No site. */
  public static final int NO_SITE = -1;

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
   * @param site of a {@linkplain Of#NAME name}: where it calls the next one; {@link #NO_SITE} where
   *     that is not known
   */
  public record Caller(long cfa, long returnsTo, int function, int site) {}
}
