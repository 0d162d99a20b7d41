package org.tslmap.collector.store;

import java.util.Arrays;

/**
 * What the encoder and the decoder of event words both remember, and so both expect next.
 *
 * <p>Used by one thread at a time.
 */
/*
 * A program runs the same blocks again and again. For every block this keeps which two blocks came
 * after it lately, the later one first; for every address word of every block, the last address and
 * the step it made (the classical last-value and stride predictors, per static instruction). Where
 * the program walks an array in a loop, all of it comes true.
 *
 * Blocks are told apart by their id; a block's words lie behind each other in the two arrays.
 */
final class Predictor {
  /** Stands for "no block yet". */
  static final int NO_BLOCK = -1;

  private static final int UNKNOWN = -1;

  /** By block id: where its words begin in {@link #last}; {@link #UNKNOWN} before it is seen. */
  private int[] base = filled(1024, UNKNOWN);

  private int[] words = new int[1024];
  private int[] first = filled(1024, NO_BLOCK);
  private int[] second = filled(1024, NO_BLOCK);
  private int used;
  private int current = NO_BLOCK;

  /** The last address in each word. */
  long[] last = new long[4096];

  /** The last difference of addresses in each word. */
  long[] step = new long[4096];

  private static int[] filled(int size, int value) {
    int[] array = new int[size];
    Arrays.fill(array, value);
    return array;
  }

  boolean knows(int id) {
    return id < base.length && base[id] != UNKNOWN;
  }

  void add(int id, int wordCount) {
    if (id >= base.length) {
      int size = Math.max(id + 1, 2 * base.length);
      int old = base.length;
      base = Arrays.copyOf(base, size);
      first = Arrays.copyOf(first, size);
      second = Arrays.copyOf(second, size);
      words = Arrays.copyOf(words, size);
      Arrays.fill(base, old, size, UNKNOWN);
      Arrays.fill(first, old, size, NO_BLOCK);
      Arrays.fill(second, old, size, NO_BLOCK);
    }
    base[id] = used;
    words[id] = wordCount;
    used += wordCount;
    if (used > last.length) {
      int size = Math.max(used, 2 * last.length);
      last = Arrays.copyOf(last, size);
      step = Arrays.copyOf(step, size);
    }
  }

  /** Where a known block's words begin in {@link #last} and {@link #step}. */
  int base(int id) {
    return base[id];
  }

  /** How many address words a known block has. */
  int words(int id) {
    return words[id];
  }

  /** The block expected next. */
  int likely() {
    return current == NO_BLOCK ? NO_BLOCK : first[current];
  }

  /** The block expected if not the likely one. */
  int lessLikely() {
    return current == NO_BLOCK ? NO_BLOCK : second[current];
  }

  /** Moves on to the block that came. */
  void advance(int id) {
    if (current != NO_BLOCK && first[current] != id) {
      second[current] = first[current];
      first[current] = id;
    }
    current = id;
  }
}
