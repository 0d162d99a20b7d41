package org.tslmap.locality;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Which labels had accesses since their changes were read last, and what their word counters were
 * then.
 */
final class SiteChanges {

  private boolean[] changed = new boolean[64];
  private long[][] counters = new long[64][];
  private long[][][] pages = new long[64][][];

  void mark(int[] labels, int from, int count) {
    boolean[] changed = this.changed;
    for (int i = from; i < from + count; i++) {
      if (labels[i] >= changed.length) {
        changed = grow(labels[i]);
      }
      changed[labels[i]] = true;
    }
  }

  /** Visits the labels that are marked, in ascending order, and takes their marks away. */
  void each(IntConsumer visitor) {
    for (int label = 0; label < changed.length; label++) {
      if (changed[label]) {
        changed[label] = false;
        visitor.accept(label);
      }
    }
  }

  /** A label's counters as they were read last, to be brought up to date; 0 at first. */
  long[] counters(int label, int length) {
    if (counters[label] == null) {
      counters[label] = new long[length];
    }
    return counters[label];
  }

  /** The same of a page of larger strides. */
  long[] page(int label, int page, int pagesOfLabel, int length) {
    if (pages[label] == null) {
      pages[label] = new long[pagesOfLabel][];
    }
    if (pages[label][page] == null) {
      pages[label][page] = new long[length];
    }
    return pages[label][page];
  }

  private boolean[] grow(int label) {
    int length = Math.max(Integer.highestOneBit(label) * 2, 2 * changed.length);
    changed = Arrays.copyOf(changed, length);
    counters = Arrays.copyOf(counters, length);
    pages = Arrays.copyOf(pages, length);
    return changed;
  }
}
