package org.tslmap.locality;

/** What counts as one place in memory: a word or a line (see {@link MetricParameters}). */
public enum Granularity {
  /** {@link MetricParameters#word()} bytes. */
  WORD("word"),
  /** {@link MetricParameters#line()} bytes. */
  LINE("line");

  private final String key;

  Granularity(String key) {
    this.key = key;
  }

  /** Its name in files and tables. */
  public String key() {
    return key;
  }
}
