package org.tslmap.collector.hotspots;

import org.tslmap.apexmap.Operation;

/**
 * A walk in steps, as far as it decides what its misses cost.
 *
 * @param stride the step in bytes, 0 where there is none
 * @param lines how many lines it goes over before it begins again elsewhere; infinite if never
 * @param linesOfAll the same with those of other walks that go on meanwhile
 * @param operation what is done to each place
 */
record StepWalk(long stride, double lines, double linesOfAll, Operation operation) {

  /** No steps: nothing begins again. */
  static final StepWalk NONE =
      new StepWalk(0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Operation.READ);

  /** The same if its steps reached all sets. */
  StepWalk inAllSets() {
    return new StepWalk(stride, 0, linesOfAll, operation);
  }
}
