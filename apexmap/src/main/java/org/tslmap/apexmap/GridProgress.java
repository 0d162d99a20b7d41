package org.tslmap.apexmap;

import java.time.Duration;

/** Told after each point of a grid. */
@FunctionalInterface
public interface GridProgress {

  /** Tells nobody. */
  GridProgress NONE = (done, total, left, setting, cost) -> {};

  /**
   * A point was measured.
   *
   * @param done points measured so far
   * @param total points of the grid
   * @param left time the others will probably take
   * @param setting how the probe ran
   * @param cost what the point cost
   */
  void measured(int done, int total, Duration left, ProbeSetting setting, MeasuredCost cost);
}
