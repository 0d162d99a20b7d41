package org.tslmap.locality;

/** What counts as one place in memory: a word or a line (see {@link MetricParameters}). */
public enum Granularity {
  /** {@link MetricParameters#word()} bytes. */
  WORD,
  /** {@link MetricParameters#line()} bytes. */
  LINE
}
