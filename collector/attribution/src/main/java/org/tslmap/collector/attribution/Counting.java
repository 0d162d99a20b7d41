package org.tslmap.collector.attribution;

import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import org.slf4j.LoggerFactory;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.RunningScores;

/**
 * Has accesses counted by a thread of its own, while the next ones are decoded and labelled, or at
 * once by the caller's. Who hands over more than can be counted waits; nothing is dropped, and all
 * keeps its order.
 *
 * <p>Used by one thread at a time. What counts must be used by nobody else, except after {@link
 * #drain} and before the next access.
 */
public final class Counting implements AutoCloseable {
  /** Batches that may wait, at 8192 accesses each. */
  private static final int WAITING = 16;

  private static final long RUNNING_NANOS = 100_000_000;

  /** Takes batches, on the counting thread. */
  @FunctionalInterface
  interface Consumer {
    void take(Batch batch);
  }

  private final LocalityEngine engine;
  private final Consumer consumer;
  private final ArrayBlockingQueue<Runnable> tasks = new ArrayBlockingQueue<>(WAITING);
  private final ArrayBlockingQueue<Batch> free = new ArrayBlockingQueue<>(WAITING + 2);
  private final Optional<Thread> worker;

  private long lastRunning = System.nanoTime();

  private volatile Throwable failure;
  private volatile RunningScores running = new RunningScores(0, 0, 0);

  /**
   * Counts with an engine that stays its owner's, who closes it after this.
   *
   * @param alongside whether there is a thread for counting
   */
  Counting(LocalityEngine engine, Consumer consumer, boolean alongside) {
    this.engine = engine;
    this.consumer = consumer;
    worker = alongside ? Optional.of(new Thread(this::work, "tslmap-counting")) : Optional.empty();
    worker.ifPresent(
        thread -> {
          thread.setDaemon(true);
          thread.start();
        });
  }

  // --- Handing over -----------------------------------------------------------------------------

  /** An empty batch that can hold so many accesses at least. */
  Batch batch(int accesses) {
    Batch next = accesses <= Batch.CAPACITY ? free.poll() : null;
    return next == null ? new Batch(Math.max(accesses, Batch.CAPACITY)) : next;
  }

  /** Has a batch counted after all that came before. It is not the caller's any more. */
  void count(Batch batch) {
    put(() -> take(batch));
  }

  /** Has something done after all that was handed over, on the counting thread. */
  void then(Runnable task) {
    put(task);
  }

  /**
   * Waits until everything has been counted.
   *
   * @throws IllegalStateException if counting failed
   */
  void drain() {
    CountDownLatch done = new CountDownLatch(1);
    put(done::countDown);
    try {
      done.await();
    } catch (InterruptedException e) {
      throw interrupted();
    }
    check();
  }

  /** Scores a short while ago. From any thread. */
  public RunningScores running() {
    return running;
  }

  private void put(Runnable task) {
    check();
    if (worker.isEmpty()) {
      task.run();
      return;
    }
    try {
      tasks.put(task);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static IllegalStateException interrupted() {
    Thread.currentThread().interrupt();
    return new IllegalStateException("the collector was stopped");
  }

  private void check() {
    if (failure != null) {
      throw new IllegalStateException("accesses cannot be counted: " + failure, failure);
    }
  }

  /** Ends the counting thread; what it has not counted yet is given up. */
  @Override
  public void close() {
    worker.ifPresent(Counting::end);
  }

  private static void end(Thread thread) {
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  // --- On the counting thread -------------------------------------------------------------------

  private void work() {
    try {
      while (true) {
        Runnable task = tasks.take();
        try {
          task.run();
        } catch (RuntimeException | Error e) {
          failure = failure == null ? e : failure;
        }
      }
    } catch (InterruptedException e) {
      LoggerFactory.getLogger(Counting.class).trace("counting ends");
    }
  }

  private void take(Batch batch) {
    if (failure != null) {
      return;
    }
    consumer.take(batch);
    batch.clear();
    if (batch.accesses().capacity() == Batch.CAPACITY) {
      // A pool that is full refuses, and the batch is the garbage collector's.
      free.offer(batch);
    }
    long now = System.nanoTime();
    if (now - lastRunning > RUNNING_NANOS) {
      lastRunning = now;
      running = engine.running();
    }
  }
}
