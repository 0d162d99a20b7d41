package org.tslmap.collector.attribution;

import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.RunningScores;

/**
 * Has accesses counted while the next ones are decoded and labelled, or at once by the caller's
 * thread. Counting has two steps, each with a thread of its own: first everything that has to see
 * accesses in their order, and behind it dependent loads, if these are counted. Who hands over more
 * than can be counted waits; nothing is dropped, and all keeps its order.
 *
 * <p>Used by one thread at a time. What counts must be used by nobody else, except after {@link
 * #drain} and before the next access.
 */
public final class Counting implements AutoCloseable {
  /** Batches that may wait for each step, at 8192 accesses each. */
  private static final int WAITING = 16;

  private static final int WAITING_LAST = 8;

  private static final long RUNNING_NANOS = 100_000_000;

  /** Takes batches, on the thread of the first step. */
  @FunctionalInterface
  interface Consumer {
    /** Returns whether it is known which of the accesses missed. */
    boolean take(Batch batch);
  }

  private final LocalityEngine engine;
  private final Consumer consumer;
  private final Optional<Dependences> dependences;
  private final Stage first;
  private final Optional<Stage> second;
  private final ArrayBlockingQueue<Batch> free =
      new ArrayBlockingQueue<>(WAITING + WAITING_LAST + 3);

  private long lastRunning = System.nanoTime();

  private volatile Throwable failure;
  private volatile RunningScores running = new RunningScores(0, 0, 0);

  /**
   * Counts with an engine that stays its owner's, who closes it after this.
   *
   * @param alongside whether there are threads for counting
   */
  Counting(
      LocalityEngine engine,
      Consumer consumer,
      Optional<Dependences> dependences,
      boolean alongside) {
    this.engine = engine;
    this.consumer = consumer;
    this.dependences = dependences;
    first = new Stage("tslmap-counting", WAITING, alongside, this::failed);
    second =
        dependences.map(
            loads -> new Stage("tslmap-dependent-loads", WAITING_LAST, alongside, this::failed));
  }

  // --- Handing over -----------------------------------------------------------------------------

  /** An empty batch that can hold so many accesses at least. */
  Batch batch(int accesses) {
    Batch next = accesses <= Batch.CAPACITY ? free.poll() : null;
    return next == null ? new Batch(Math.max(accesses, Batch.CAPACITY)) : next;
  }

  /** Has a batch counted after all that came before. It is not the caller's any more. */
  void count(Batch batch) {
    then(() -> take(batch));
  }

  /** Has something done after all that was handed over, by the thread of the first step. */
  void then(Runnable task) {
    check();
    first.put(task);
  }

  /** Has something done after all that was handed over, where dependent loads are counted. */
  void thenLast(Runnable task) {
    then(() -> second.orElse(first).put(task));
  }

  /**
   * Waits until everything has been counted.
   *
   * @throws IllegalStateException if counting failed
   */
  void drain() {
    CountDownLatch done = new CountDownLatch(1);
    thenLast(done::countDown);
    try {
      done.await();
    } catch (InterruptedException e) {
      throw Stage.stopped(e);
    }
    check();
  }

  /** Scores a short while ago. From any thread. */
  public RunningScores running() {
    return running;
  }

  private synchronized void failed(Throwable problem) {
    failure = failure == null ? problem : failure;
  }

  private void check() {
    if (failure != null) {
      throw new IllegalStateException("accesses cannot be counted: " + failure, failure);
    }
  }

  /** Ends the counting threads; what they have not counted yet is given up. */
  @Override
  public void close() {
    first.close();
    second.ifPresent(Stage::close);
  }

  // --- On the counting threads ------------------------------------------------------------------

  private void take(Batch batch) {
    if (failure != null) {
      return;
    }
    if (consumer.take(batch) && second.isPresent()) {
      second.get().put(() -> depend(batch));
    } else {
      recycle(batch);
    }
    long now = System.nanoTime();
    if (now - lastRunning > RUNNING_NANOS) {
      lastRunning = now;
      running = engine.running();
    }
  }

  private void depend(Batch batch) {
    if (failure != null) {
      return;
    }
    dependences.ifPresent(loads -> loads.count(batch.accesses()));
    recycle(batch);
  }

  private void recycle(Batch batch) {
    batch.clear();
    if (batch.accesses().capacity() == Batch.CAPACITY) {
      // A pool that is full refuses, and the batch is the garbage collector's.
      free.offer(batch);
    }
  }
}
