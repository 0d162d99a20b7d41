package org.tslmap.locality;

/**
 * What one access site did in one thread, or one context in all threads; scored against the whole
 * history.
 *
 * @param word counts at word granularity
 * @param line counts at line granularity
 */
public record SiteResult(LocalityHistogram word, LocalityHistogram line) {

  /** The histogram at one granularity. */
  public LocalityHistogram histogram(Granularity granularity) {
    return granularity == Granularity.WORD ? word : line;
  }
}
