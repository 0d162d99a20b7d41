package org.tslmap.collector.session;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.strategy.managed.modelchecking.ModelCheckingOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Event loop and session's thread in every order that Lincheck's model checker tries: a connection
 * that is not read while nothing waits is read again.
 */
public class FlowControlModelTest {
  private static final int SCENARIOS = 2;
  private static final int SCENARIOS_OF_SOAK = 200;

  /** Larger than the least share of a session. */
  private static final long LARGE = 300 << 10;

  private final FlowControl flow = new FlowControl(new QueueShare(0));
  private final AtomicInteger queued = new AtomicInteger();
  private final AtomicInteger resumes = new AtomicInteger();
  private volatile boolean reading = true;

  /** What the event loop does: what it is told to do first, then what has come. */
  @Operation(nonParallelGroup = "loop")
  public void read() {
    if (resumes.getAndSet(0) > 0) {
      reading = true;
    }
    if (reading) {
      flow.arrived(LARGE);
      queued.incrementAndGet();
      if (flow.full()) {
        reading = false;
      }
    }
  }

  /** What the session's thread does. */
  @Operation(nonParallelGroup = "session")
  public void take() {
    if (queued.get() > 0) {
      queued.decrementAndGet();
      if (flow.taken(LARGE)) {
        resumes.incrementAndGet();
      }
    }
  }

  /** After all that. */
  @Validate
  public void isReadWhenNothingWaits() {
    if (flow.waiting() != LARGE * queued.get()) {
      throw new IllegalStateException(flow.waiting() + " bytes in " + queued.get() + " frames");
    }
    if (!reading && resumes.get() == 0 && queued.get() == 0) {
      throw new IllegalStateException("nothing waits, and nobody will read the connection again");
    }
  }

  @Test
  void noWakeUpIsLost() {
    check(SCENARIOS);
  }

  @Test
  @Tag("soak")
  void noWakeUpIsLostInManySchedules() {
    check(SCENARIOS_OF_SOAK);
  }

  private static void check(int scenarios) {
    LinChecker.check(
        FlowControlModelTest.class,
        new ModelCheckingOptions()
            .threads(2)
            .actorsBefore(0)
            .actorsPerThread(3)
            .actorsAfter(0)
            .iterations(scenarios)
            .invocationsPerIteration(500));
  }
}
