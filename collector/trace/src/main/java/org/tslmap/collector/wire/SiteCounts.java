package org.tslmap.collector.wire;

import java.util.List;

/**
 * All accesses of a thread by site, at the end of a sampled stream.
 *
 * @param thread the thread's number
 * @param words distinct words it has touched, estimated
 * @param lines distinct lines, likewise
 * @param counts for each site that has made any; a thread may have several such frames
 */
public record SiteCounts(int thread, long words, long lines, List<Count> counts) implements Frame {

  /** Keeps the list unmodifiable. */
  public SiteCounts {
    counts = List.copyOf(counts);
  }

  /** A site's accesses. */
  public record Count(int site, long accesses) {}
}
