package org.tslmap.collector.server;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.tslmap.collector.wire.WordChunk;

/** Keeps the arrays of event words for the next frame. Used by any thread. */
final class WordPool {
  /** Words of its arrays: as many as the tool sends at once. */
  static final int WORDS = 32 * 1024;

  private static final int KEPT = 64;

  private final ArrayBlockingQueue<long[]> free = new ArrayBlockingQueue<>(KEPT);

  private final AtomicInteger inUse = new AtomicInteger();

  /** Chunks that were not given back yet. */
  int inUse() {
    return inUse.get();
  }

  /** An array of {@value #WORDS} words, with anything in it. */
  long[] array() {
    long[] words = free.poll();
    return words == null ? new long[WORDS] : words;
  }

  /**
   * A chunk of this pool; its last release gives the array back.
   *
   * @param words the pool's array, or any other
   * @param count how many of them belong to the chunk
   */
  WordChunk chunk(long[] words, int count) {
    inUse.incrementAndGet();
    return new WordChunk(words, count, this::recycle);
  }

  private void recycle(WordChunk chunk) {
    inUse.decrementAndGet();
    giveBack(chunk.words());
  }

  /** Takes an array back that no chunk was made of. */
  void giveBack(long[] words) {
    if (words.length == WORDS) {
      // A pool that is full refuses, and the array is the garbage collector's.
      free.offer(words);
    }
  }
}
