package org.tslmap.collector.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.wire.WordChunk;

/** Threads that obtain and give back more chunks than the pool keeps, all at once. */
class WordPoolTest {
  private static final int THREADS = 4;
  private static final int ROUNDS = 300;

  /** Two threads at a time hold more than the pool keeps, so it is often full. */
  private static final int HELD = 40;

  @Test
  void aPoolThatIsFullOrEmptyServesOnWhileOthersGiveBackAndObtain() throws Exception {
    WordPool pool = new WordPool();
    Callable<Void> user =
        () -> {
          for (int round = 0; round < ROUNDS; round++) {
            List<WordChunk> held = new ArrayList<>();
            for (int i = 0; i < HELD; i++) {
              WordChunk chunk = pool.chunk(pool.array(), 1);
              assertEquals(1, chunk.count());
              held.add(chunk);
            }
            held.forEach(WordChunk::release);
          }
          return null;
        };
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (Future<Void> done : threads.invokeAll(List.of(user, user, user, user))) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(0, pool.inUse());
  }

  @Test
  void aFrameLargerThanThePoolsArraysGetsOneOfItsOwn() {
    WordPool pool = new WordPool();
    WordChunk large = pool.chunk(new long[1 << 16], 1 << 16);
    assertEquals(1 << 16, large.count());
    assertEquals(1, pool.inUse());
    large.release();
    assertEquals(0, pool.inUse());
  }
}
