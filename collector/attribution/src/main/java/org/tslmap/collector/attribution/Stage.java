package org.tslmap.collector.attribution;

import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * Does one task after the other, by a thread of its own or at once by the caller's. Who has more to
 * do than can be done waits.
 */
final class Stage implements AutoCloseable {
  private final ArrayBlockingQueue<Runnable> tasks;
  private final Consumer<Throwable> failed;
  private final Optional<Thread> worker;

  /**
   * A stage that has nothing to do.
   *
   * @param waiting how many tasks may wait
   * @param alongside whether there is a thread
   * @param failed is told what a task of the thread throws; the next tasks are done all the same
   */
  Stage(String name, int waiting, boolean alongside, Consumer<Throwable> failed) {
    this.failed = failed;
    tasks = new ArrayBlockingQueue<>(waiting);
    worker = alongside ? Optional.of(new Thread(this::work, name)) : Optional.empty();
    worker.ifPresent(
        thread -> {
          thread.setDaemon(true);
          thread.start();
        });
  }

  /** Has something done after all that was put before. */
  void put(Runnable task) {
    if (worker.isEmpty()) {
      task.run();
      return;
    }
    try {
      tasks.put(task);
    } catch (InterruptedException e) {
      throw stopped(e);
    }
  }

  /** What to throw when waiting was interrupted; the thread stays so. */
  static IllegalStateException stopped(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("the collector was stopped", cause);
  }

  private void work() {
    try {
      while (true) {
        Runnable task = tasks.take();
        try {
          task.run();
        } catch (RuntimeException | Error e) {
          failed.accept(e);
        }
      }
    } catch (InterruptedException e) {
      LoggerFactory.getLogger(Stage.class).trace("{} ends", Thread.currentThread().getName());
    }
  }

  /** Ends the thread; what it has not done yet is given up. */
  @Override
  public void close() {
    worker.ifPresent(Stage::end);
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
}
