package org.tslmap.collector.server;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.tslmap.collector.wire.WordChunk;

/** Keeps the arrays of event words for the next frame. Used by any thread. */
final class WordPool {
  private static final int WORDS = 32 * 1024;
  private static final int KEPT = 64;

  private final ArrayBlockingQueue<long[]> free = new ArrayBlockingQueue<>(KEPT);

  private final AtomicInteger inUse = new AtomicInteger();

  /** Chunks that were not given back yet. */
  int inUse() {
    return inUse.get();
  }

  WordChunk obtain(int count) {
    inUse.incrementAndGet();
    long[] words = count <= WORDS ? free.poll() : new long[count];
    return new WordChunk(words == null ? new long[WORDS] : words, count, this::recycle);
  }

  private void recycle(WordChunk chunk) {
    inUse.decrementAndGet();
    if (chunk.words().length == WORDS) {
      // A pool that is full refuses, and the array is the garbage collector's.
      free.offer(chunk.words());
    }
  }
}
