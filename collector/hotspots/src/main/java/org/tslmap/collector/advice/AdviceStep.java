package org.tslmap.collector.advice;

/** The steps of an advice, in their order. */
public enum AdviceStep {
  /** Hotspots, idle threads and ranks, imbalance. */
  PATTERNS("patterns", "bad patterns"),
  /** What the program uses most of. */
  MOST_LOADED("mostLoaded", "most loaded"),
  /** What it uses least of. */
  LEAST_LOADED("leastLoaded", "least loaded"),
  /** Phases, threads, ranks and hosts that are unlike the others, and what changed since a run. */
  DIFFERENCES("differences", "differences");

  private final String key;
  private final String title;

  AdviceStep(String key, String title) {
    this.key = key;
    this.title = title;
  }

  /** What people read above its lines. */
  public String title() {
    return title;
  }

  /** Its name in JSON. */
  public String key() {
    return key;
  }
}
