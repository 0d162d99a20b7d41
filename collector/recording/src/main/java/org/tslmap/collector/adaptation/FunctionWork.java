package org.tslmap.collector.adaptation;

import org.tslmap.collector.attribution.FunctionActivity;

/**
 * What a function did so far.
 *
 * @param name its name
 * @param recorded of the accesses that were recorded
 * @param counted accesses that were counted
 * @param countedCalls calls while it was counted
 */
public record FunctionWork(
    String name, FunctionActivity recorded, long counted, long countedCalls) {

  /** All accesses. */
  long accesses() {
    return recorded.accesses() + counted;
  }

  /** All calls. */
  long calls() {
    return recorded.calls() + countedCalls;
  }
}
