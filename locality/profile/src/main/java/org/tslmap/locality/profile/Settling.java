package org.tslmap.locality.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * How far the scores of functions, from the beginning up to a time, have still moved in the last of
 * the windows in which they made accesses. More accesses of the same kind then change nothing.
 *
 * @param <K> what names a function: those of one key are one
 */
public final class Settling<K> {

  /** Windows at the end in which scores may not move. */
  private static final int LAST = 4;

  /** Sums over what a function did in a window. */
  private static final class Sums {
    private long accesses;
    private double temporal;
    private double spatial;

    private void add(long moreAccesses, double moreTemporal, double moreSpatial) {
      accesses += moreAccesses;
      temporal += moreTemporal;
      spatial += moreSpatial;
    }
  }

  private final Map<K, TreeMap<Integer, Sums>> windows = new HashMap<>();

  /**
   * Of one process.
   *
   * @param time when they made accesses
   * @param keyOf a function's key, by its number
   */
  public Settling(TimeLine time, IntFunction<K> keyOf) {
    for (TimeLine.Series series : time.series()) {
      if (series.function() >= 0) {
        TreeMap<Integer, Sums> own =
            windows.computeIfAbsent(keyOf.apply(series.function()), key -> new TreeMap<>());
        for (TimeLine.Point point : series.points()) {
          own.computeIfAbsent(point.window(), window -> new Sums())
              .add(point.accesses(), point.temporal(), point.spatial());
        }
      }
    }
  }

  /**
   * The largest change of TL or SL of words, 0..1; infinite for a function that made accesses in
   * one window only, or in none that are known.
   */
  public double movement(K function) {
    List<Sums> own = new ArrayList<>(windows.getOrDefault(function, new TreeMap<>()).values());
    if (own.size() < 2) {
      return Double.POSITIVE_INFINITY;
    }
    int before = Math.max(1, own.size() - LAST);
    Sums sum = new Sums();
    double[] tl = {1, 0};
    double[] sl = {1, 0};
    for (int i = 0; i < own.size(); i++) {
      sum.add(own.get(i).accesses, own.get(i).temporal, own.get(i).spatial);
      if (i + 1 >= before && sum.accesses > 0) {
        widen(tl, sum.temporal / sum.accesses);
        widen(sl, sum.spatial / sum.accesses);
      }
    }
    return Math.max(tl[1] - tl[0], sl[1] - sl[0]);
  }

  private static void widen(double[] range, double value) {
    range[0] = Math.min(range[0], value);
    range[1] = Math.max(range[1], value);
  }
}
