package org.tslmap.locality;

/** What counts as one place in memory (see {@link MetricParameters}), the finest first. */
public enum Granularity {
  /** {@link MetricParameters#word()} bytes. */
  WORD("word"),
  /** {@link MetricParameters#line()} bytes. */
  LINE("line"),
  /** {@link MetricParameters#page()} bytes: what a translation look-aside buffer sees. */
  PAGE("page");

  private final String key;

  Granularity(String key) {
    this.key = key;
  }

  /** Its name in files and tables. */
  public String key() {
    return key;
  }
}
