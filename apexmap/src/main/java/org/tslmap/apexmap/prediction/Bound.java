package org.tslmap.apexmap.prediction;

/** What limits how fast a program runs. */
public enum Bound {
  /** How many bytes memory or a cache delivers in a time. */
  BANDWIDTH("bandwidth-bound"),
  /** How long single accesses take, one after the other. */
  LATENCY("latency-bound"),
  /** What the core computes, accesses to the nearest cache among it. */
  COMPUTE("compute-bound"),
  /** What is known does not tell. */
  NOT_KNOWN("not-known");

  private final String label;

  Bound(String label) {
    this.label = label;
  }

  /** Its name in outputs, such as latency-bound. */
  public String label() {
    return label;
  }
}
