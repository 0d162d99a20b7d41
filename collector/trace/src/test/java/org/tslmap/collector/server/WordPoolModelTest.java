package org.tslmap.collector.server;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.strategy.managed.modelchecking.ModelCheckingOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.wire.WordChunk;

/**
 * Decoder and trace release a chunk, in every order that Lincheck's model checker tries, while the
 * event loop takes arrays: an array never comes back while somebody may still read it, and comes
 * back once.
 */
public class WordPoolModelTest {
  private static final int SCENARIOS = 2;
  private static final int SCENARIOS_OF_SOAK = 200;

  private final WordPool pool = new WordPool();
  private final WordChunk chunk = pool.chunk(pool.array(), 8).retain();
  private final AtomicInteger unreleased = new AtomicInteger(2);
  private final AtomicInteger readers = new AtomicInteger(2);
  private final AtomicInteger cameBack = new AtomicInteger();

  /** What decoder and trace do when they have read the chunk. */
  @Operation
  public void release() {
    if (unreleased.getAndDecrement() > 0) {
      readers.decrementAndGet();
      chunk.release();
    }
  }

  /** What the event loop does for the next frame. */
  @Operation(nonParallelGroup = "loop")
  public void take() {
    if (pool.array() == chunk.words()) {
      if (readers.get() > 0) {
        throw new IllegalStateException("an array that is still read was given out");
      }
      cameBack.incrementAndGet();
    }
  }

  /** After all that. */
  @Validate
  public void nothingIsLost() {
    int held = readers.get() > 0 ? 1 : 0;
    if (pool.inUse() != held || cameBack.get() > 1) {
      throw new IllegalStateException(
          "%d chunks in use, %d readers; the array came back %d times"
              .formatted(pool.inUse(), readers.get(), cameBack.get()));
    }
  }

  @Test
  void anArrayComesBackOnceAndLast() {
    check(SCENARIOS);
  }

  @Test
  @Tag("soak")
  void anArrayComesBackOnceAndLastInManySchedules() {
    check(SCENARIOS_OF_SOAK);
  }

  private static void check(int scenarios) {
    LinChecker.check(
        WordPoolModelTest.class,
        new ModelCheckingOptions()
            .threads(3)
            .actorsBefore(0)
            .actorsPerThread(2)
            .actorsAfter(0)
            .iterations(scenarios)
            .invocationsPerIteration(100));
  }
}
