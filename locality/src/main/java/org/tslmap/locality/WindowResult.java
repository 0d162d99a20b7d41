package org.tslmap.locality;

/**
 * What happened in one time window of the process's stream.
 *
 * @param firstAccess the number of the window's first access, from 0
 * @param accesses accesses in the window; only the last window may have fewer than the others
 * @param word counts at word granularity
 * @param line counts at line granularity
 */
public record WindowResult(
    long firstAccess, long accesses, LocalityHistogram word, LocalityHistogram line) {

  /** The histogram at one granularity. */
  public LocalityHistogram histogram(Granularity granularity) {
    return granularity == Granularity.WORD ? word : line;
  }

  /** The same counts in histograms of their own. */
  WindowResult copy() {
    return new WindowResult(firstAccess, accesses, copy(word), copy(line));
  }

  private static LocalityHistogram copy(LocalityHistogram histogram) {
    LocalityHistogram copy = new LocalityHistogram(histogram.imax());
    copy.add(histogram);
    return copy;
  }
}
