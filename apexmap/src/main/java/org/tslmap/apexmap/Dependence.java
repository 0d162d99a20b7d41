package org.tslmap.apexmap;

/** Whether the machine may begin a visit of the probe before the one before it has ended. */
public enum Dependence {
  /** Visits overlap as far as the processor can: throughput. */
  INDEPENDENT,
  /**
   * A visit's place is known only when the last one's data has arrived, as in a linked list:
   * latency.
   */
  DEPENDENT
}
