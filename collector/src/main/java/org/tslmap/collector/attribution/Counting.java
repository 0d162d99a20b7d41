package org.tslmap.collector.attribution;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import org.slf4j.LoggerFactory;
import org.tslmap.locality.AccessSink;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.RunningScores;

/**
 * Has accesses counted by a thread of its own, while the next ones are decoded and labelled. Who
 * hands over more than can be counted waits; nothing is dropped, and all keeps its order.
 *
 * <p>Used by one thread at a time. What counts must be used by nobody else, except after {@link
 * #drain} and before the next access.
 */
public final class Counting implements AccessSink, AutoCloseable {
  /** Batches that may wait, at 8192 accesses each. */
  private static final int WAITING = 64;

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
  private final Thread worker;

  private Batch open = new Batch(Batch.ROOM);
  private long lastRunning = System.nanoTime();

  private volatile Throwable failure;
  private volatile RunningScores running = new RunningScores(0, 0, 0);

  /** Counts sites alone. The engine stays its owner's, who closes it after this. */
  public Counting(LocalityEngine engine) {
    this(
        engine, batch -> engine.accesses(batch.thread, batch.addresses, batch.labels, batch.count));
  }

  Counting(LocalityEngine engine, Consumer consumer) {
    this.engine = engine;
    this.consumer = consumer;
    worker = new Thread(this::work, "tslmap-counting");
    worker.setDaemon(true);
    worker.start();
  }

  // --- Handing over -----------------------------------------------------------------------------

  /** The batch that a thread's next accesses go into; it has room for so many. */
  Batch batch(int thread, int accesses) {
    if (!open.takes(thread, accesses)) {
      handOver();
      open = open.takes(thread, accesses) ? open : new Batch(accesses);
    }
    open.thread = thread;
    return open;
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] sites, int count) {
    Batch batch = batch(thread, count);
    System.arraycopy(addresses, 0, batch.addresses, batch.count, count);
    System.arraycopy(sites, 0, batch.labels, batch.count, count);
    batch.count += count;
  }

  /** Has something done after all that was handed over, on the counting thread. */
  void then(Runnable task) {
    handOver();
    put(task);
  }

  /**
   * Waits until everything has been counted.
   *
   * @throws IllegalStateException if counting failed
   */
  public void drain() {
    handOver();
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

  private void handOver() {
    Batch batch = open;
    if (batch.count == 0) {
      return;
    }
    put(() -> count(batch));
    Batch next = free.poll();
    open = next == null ? new Batch(Batch.ROOM) : next;
  }

  private void put(Runnable task) {
    check();
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
    worker.interrupt();
    boolean interrupted = false;
    while (worker.isAlive()) {
      try {
        worker.join();
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

  private void count(Batch batch) {
    if (failure != null) {
      return;
    }
    consumer.take(batch);
    batch.clear();
    free.offer(batch);
    long now = System.nanoTime();
    if (now - lastRunning > RUNNING_NANOS) {
      lastRunning = now;
      running = engine.running();
    }
  }
}
