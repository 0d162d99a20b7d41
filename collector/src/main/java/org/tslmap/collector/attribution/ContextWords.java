package org.tslmap.collector.attribution;

import java.util.Arrays;
import java.util.List;
import org.tslmap.locality.MetricParameters;

/**
 * The distinct words that were touched in each context, by its own accesses. A context remembers
 * the last words of a few chunks that it touched, since most accesses go on in one of these.
 */
final class ContextWords {
  /** Chunks that are remembered, each in the place that its number's last bits tell. */
  private static final int CHUNKS = 8;

  /** A chunk's number, and bits of the words that were touched since it came. */
  private static final int PLACE = 2;

  private final TouchedWords touched;
  private long[] recent = new long[64 * CHUNKS * PLACE];

  ContextWords(MetricParameters parameters) {
    touched = new TouchedWords(parameters);
  }

  /** A context made accesses. */
  void touch(int context, long[] addresses, int from, int end) {
    int first = context * CHUNKS * PLACE;
    if (first >= recent.length) {
      recent = Arrays.copyOf(recent, Math.max(2 * recent.length, first + CHUNKS * PLACE));
    }
    long[] recent = this.recent;
    int chunkShift = touched.chunkShift();
    int wordShift = touched.wordShift();
    for (int i = from; i < end; i++) {
      long chunk = addresses[i] >>> chunkShift;
      int at = first + ((int) chunk & CHUNKS - 1) * PLACE;
      if (recent[at] != chunk) {
        give(context, at);
        recent[at] = chunk;
      }
      recent[at + 1] |= 1L << (addresses[i] >>> wordShift);
    }
  }

  private void give(int context, int at) {
    if (recent[at + 1] != 0) {
      touched.add(context, recent[at] << touched.chunkShift(), recent[at + 1]);
      recent[at + 1] = 0;
    }
  }

  /** Brings words up to date. */
  void finish() {
    for (int at = 0; at < recent.length; at += PLACE) {
      give(at / (CHUNKS * PLACE), at);
    }
  }

  /**
   * The footprints of groups of contexts; after {@link #finish}.
   *
   * @param groupOf each context's group, -1 for none
   * @param partOf the group whose footprint has that of each group in it, -1 for none
   */
  List<EstimatedFootprint> footprints(int[] groupOf, int[] partOf) {
    return touched.footprints(groupOf, partOf);
  }
}
