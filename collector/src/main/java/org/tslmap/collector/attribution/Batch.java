package org.tslmap.collector.attribution;

import java.util.Arrays;

/**
 * Accesses of one thread with their labels, on the way from who labels them to who counts them; and
 * what the labels mean that are used for the first time.
 */
final class Batch {
  /** Accesses that most have room for. */
  static final int ROOM = 8192;

  final long[] addresses;
  final int[] labels;

  /** Nodes of the call tree; not used where none are asked for. */
  final int[] contexts;

  int thread;
  int count;

  /** Four numbers for each new label: its site, object and function, and whether it stores. */
  private int[] meanings = new int[64];

  private int meaningsUsed;

  /**
   * An empty batch.
   *
   * @param room accesses it has room for
   */
  Batch(int room) {
    addresses = new long[room];
    labels = new int[room];
    contexts = new int[room];
  }

  /** Whether so many accesses of a thread can be added. */
  boolean takes(int anotherThread, int accesses) {
    return count + accesses <= addresses.length && (thread == anotherThread || count == 0);
  }

  /** Adds what the next label means; labels are numbered from 0. */
  void define(int site, int object, int function, boolean store) {
    if (meaningsUsed == meanings.length) {
      meanings = Arrays.copyOf(meanings, 2 * meaningsUsed);
    }
    meanings[meaningsUsed] = site;
    meanings[meaningsUsed + 1] = object;
    meanings[meaningsUsed + 2] = function;
    meanings[meaningsUsed + 3] = store ? 1 : 0;
    meaningsUsed += 4;
  }

  /** Passes on what the new labels mean. */
  void define(Labels labels) {
    for (int i = 0; i < meaningsUsed; i += 4) {
      labels.add(meanings[i], meanings[i + 1], meanings[i + 2], meanings[i + 3] != 0);
    }
  }

  void clear() {
    count = 0;
    meaningsUsed = 0;
  }
}
