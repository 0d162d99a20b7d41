package org.tslmap.collector.server;

import org.tslmap.collector.wire.WordChunk;

/**
 * The event words of a frame of which a part has arrived. The array grows with that part, whatever
 * number the frame's header claims.
 */
final class ArrivingWords {
  /** Frames of at most so many words have an array of their own, which is as long as the frame. */
  private static final int SMALL = 4 * 1024;

  private static final int FIRST = 256;

  private final WordPool pool;
  private final int count;
  private long[] words;
  private int received;

  /**
   * A frame of which nothing has arrived.
   *
   * @param count words it will have
   * @param ready words that can be taken at once
   */
  ArrivingWords(WordPool pool, int count, int ready) {
    this.pool = pool;
    this.count = count;
    this.words = array(Math.min(count, Math.max(FIRST, ready)));
  }

  private long[] array(int needed) {
    if (needed <= SMALL) {
      return new long[needed];
    }
    return needed <= WordPool.WORDS ? pool.array() : new long[needed];
  }

  /** Words that are still to come. */
  int missing() {
    return count - received;
  }

  /**
   * Bytes that it will take with more words.
   *
   * @param more at most {@link #missing}
   */
  long bytesWith(int more) {
    int needed = received + more;
    int length = needed <= words.length ? words.length : grown(needed);
    return (long) Long.BYTES * length;
  }

  private int grown(int needed) {
    return Math.min(count, Math.max(needed, 2 * words.length));
  }

  /**
   * Has room for words.
   *
   * @param more at most {@link #missing}
   * @return the array, to be filled from {@link #received} on
   */
  long[] roomFor(int more) {
    int needed = received + more;
    if (needed > words.length) {
      long[] small = words;
      words = array(grown(needed));
      System.arraycopy(small, 0, words, 0, received);
      pool.giveBack(small);
    }
    return words;
  }

  /** Words that are there. */
  int received() {
    return received;
  }

  /** So many more are there. */
  void took(int more) {
    received += more;
  }

  /** The whole frame. */
  WordChunk complete() {
    return pool.chunk(words, count);
  }

  /** Nobody wants it any more. */
  void discard() {
    pool.giveBack(words);
  }
}
