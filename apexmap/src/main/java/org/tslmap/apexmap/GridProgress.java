package org.tslmap.apexmap;

import java.time.Duration;

/** Told after each time a point of a grid was measured; see {@link GridMeasurement}. */
@FunctionalInterface
public interface GridProgress {

  /** Tells nobody. */
  GridProgress NONE = (done, total, left, setting, cost) -> {};

  /**
   * A point was measured.
   *
   * @param done points measured so far, each time counted
   * @param total points to be measured; grows when the third round is known to be needed
   * @param left time the others will probably take
   * @param setting how the probe ran
   * @param cost what the point cost this time
   */
  void measured(int done, int total, Duration left, ProbeSetting setting, MeasuredCost cost);
}
