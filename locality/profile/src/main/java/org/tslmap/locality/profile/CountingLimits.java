package org.tslmap.locality.profile;

/** When a function may be counted instead of recorded, and when others have lost context by it. */
public final class CountingLimits {
  /** Fewer accesses of a function cost nothing worth saving. */
  public static final long LEAST_ACCESSES = 100_000;

  /** Fewer calls of a function may not show what the others do. */
  public static final long LEAST_CALLS = 100;

  /** Share of its accesses that a harmless function may waste, 0..1. */
  public static final double MOST_WASTE = 0.01;

  /** How far settled scores may still move, 0..1. */
  public static final double MOST_MOVEMENT = 0.01;

  /** A recorded function has lost context if a score moves further, 0..1. */
  public static final double MOST_DRIFT = 0.02;

  /** A function with a smaller share of all accesses says nothing of the program, 0..1. */
  public static final double LEAST_SHARE = 0.01;

  private CountingLimits() {}

  /**
   * Whether a recorded function has lost context.
   *
   * @param share of all accesses, 0..1
   * @param moved the largest change of one of its scores, 0..1
   */
  public static boolean contextLost(double share, double moved) {
    return share >= LEAST_SHARE && moved > MOST_DRIFT;
  }

  /**
   * Whether rules can name a function: code without a symbol, in no known object file, has no name.
   */
  public static boolean isNamed(String function) {
    return !function.isEmpty() && !function.equals("???");
  }
}
