package org.tslmap.locality.profile;

import java.util.List;

/**
 * When which function accessed which data object, and how well.
 *
 * @param windows the consecutive stretches of time; the series' values are counted in them
 * @param series one for each pair of function and data object with an access; their accesses add up
 *     to the windows' and to the whole
 */
public record TimeLine(List<Window> windows, List<Series> series) {

  /** A time line without windows. */
  public static final TimeLine NONE = new TimeLine(List.of(), List.of());

  /** Keeps the lists unmodifiable. */
  public TimeLine {
    windows = List.copyOf(windows);
    series = List.copyOf(series);
  }

  /**
   * A stretch of time.
   *
   * @param first number of its first access in the process, from 0
   * @param accesses how many there are in it
   * @param phase name of the phase the program marked (see tslmap.h), or empty
   */
  public record Window(long first, long accesses, String phase) {}

  /**
   * One function's accesses to one data object over time.
   *
   * @param function index into the process's functions
   * @param object index into {@link Attribution#objects}
   * @param points the windows in which there were any, in order
   */
  public record Series(int function, int object, List<Point> points) {
    /** Keeps the list unmodifiable. */
    public Series {
      points = List.copyOf(points);
    }
  }

  /**
   * What happened in one window, at word granularity. Points add: TL is temporal / accesses, SL is
   * spatial / accesses.
   *
   * @param window index of the window
   * @param accesses how many
   * @param cold first touches among them
   * @param temporal sum of the weights of their reuse distances
   * @param spatial sum of the weights of their strides
   */
  public record Point(int window, long accesses, long cold, double temporal, double spatial) {}
}
