package org.tslmap.collector.session;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What waits for a thread, first in, first out. To say that nothing more will come takes no memory,
 * so that the thread ends also when there is none. Any thread may add and end; one takes.
 */
final class ArrivalQueue<T> {
  private final ArrayDeque<T> items = new ArrayDeque<>();
  private boolean ended;

  /** Adds one, and says whether it will be taken: not after the end. */
  synchronized boolean add(T item) {
    if (!ended) {
      items.add(item);
      notifyAll();
    }
    return !ended;
  }

  /** Nothing more will come; what waits can still be taken. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /**
   * Waits until there is one to take, or nothing more will come.
   *
   * @return false if neither is so after so many nanoseconds
   */
  synchronized boolean await(long nanos) throws InterruptedException {
    long limit = System.nanoTime() + nanos;
    for (long left = nanos; items.isEmpty() && !ended; left = limit - System.nanoTime()) {
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }

  /** Waits and takes the next; nothing if nothing more will come. */
  synchronized Optional<T> take() throws InterruptedException {
    while (items.isEmpty() && !ended) {
      wait();
    }
    return poll();
  }

  /** Takes the next; nothing if none waits. */
  synchronized Optional<T> poll() {
    return Optional.ofNullable(items.poll());
  }
}
