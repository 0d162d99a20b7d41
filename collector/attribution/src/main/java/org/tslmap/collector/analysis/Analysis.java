package org.tslmap.collector.analysis;

import org.tslmap.locality.LabelledBatch;

/**
 * One of the ways to look at a stream: the scores, sharing, the time line, simulated caches. Looks
 * at the selected accesses of one process together with their labels and contexts, in the memory
 * that the pass in C has put them into; what wants a copy makes it.
 *
 * <p>Used by one thread at a time.
 */
@FunctionalInterface
public interface Analysis {
  /**
   * Takes the next accesses, all made by one thread, in program order. What their labels mean has
   * been said before.
   *
   * @param from the first access of the batch that is meant
   * @param count how many are, at most {@link #most}
   */
  void accesses(LabelledBatch batch, int from, int count);

  /** How many accesses it takes at once, at least 1. */
  default long most() {
    return Long.MAX_VALUE;
  }

  /** From here on the program is in another phase; empty if in none. */
  default void phase(String name) {}

  /** No more accesses will come. */
  default void end() {}
}
