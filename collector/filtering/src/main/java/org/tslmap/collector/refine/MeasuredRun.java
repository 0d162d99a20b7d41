package org.tslmap.collector.refine;

import java.util.Map;

/**
 * What a recorded run took.
 *
 * @param made accesses that the program made
 * @param recorded accesses that were recorded, by function; functions that were counted are missing
 * @param seconds processor time
 */
public record MeasuredRun(long made, Map<String, Long> recorded, double seconds) {

  /** Keeps the map unmodifiable. */
  public MeasuredRun {
    recorded = Map.copyOf(recorded);
  }

  /** All accesses that were recorded. */
  public long allRecorded() {
    return recorded.values().stream().mapToLong(Long::longValue).sum();
  }
}
