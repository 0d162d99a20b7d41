package org.tslmap.collector.attribution;

import java.util.Arrays;
import org.tslmap.locality.LabelledBatch;

/**
 * Accesses of one thread with their labels, on the way from who labels them to who counts them; and
 * what the labels mean that are used for the first time.
 */
final class Batch {
  /** Accesses that most can hold: as many as are decoded at once. */
  static final int CAPACITY = 8192;

  private static final int MEANING = 5;

  private final LabelledBatch accesses;

  /**
   * Five numbers for each new label: its site, object and function, whether it stores, and how many
   * bytes.
   */
  private int[] meanings = new int[16 * MEANING];

  private int meaningsUsed;

  /**
   * An empty batch.
   *
   * @param capacity accesses it can hold
   */
  Batch(int capacity) {
    accesses = new LabelledBatch(capacity);
  }

  LabelledBatch accesses() {
    return accesses;
  }

  /** Adds what the next label means; labels are numbered from 0. */
  void define(int site, int object, int function, boolean store, int bytes) {
    if (meaningsUsed == meanings.length) {
      meanings = Arrays.copyOf(meanings, 2 * meanings.length);
    }
    meanings[meaningsUsed] = site;
    meanings[meaningsUsed + 1] = object;
    meanings[meaningsUsed + 2] = function;
    meanings[meaningsUsed + 3] = store ? 1 : 0;
    meanings[meaningsUsed + 4] = bytes;
    meaningsUsed += MEANING;
  }

  /** Passes on what the new labels mean. */
  void define(Labels labels) {
    for (int i = 0; i < meaningsUsed; i += MEANING) {
      labels.add(
          meanings[i], meanings[i + 1], meanings[i + 2], meanings[i + 3] != 0, meanings[i + 4]);
    }
  }

  void clear() {
    accesses.clear();
    meaningsUsed = 0;
  }
}
