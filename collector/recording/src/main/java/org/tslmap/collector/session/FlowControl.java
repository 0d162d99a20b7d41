package org.tslmap.collector.session;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Says when a connection is read no further, because too much of what it brought waits, and when it
 * is read again. One thread brings, another one takes.
 */
final class FlowControl {
  /** When this part of its share is left in the queue the connection is read again. */
  private static final int QUEUE_LOW = 4;

  private final QueueShare share;
  private final AtomicLong waiting = new AtomicLong();
  private volatile boolean paused;

  /**
   * Nothing waits.
   *
   * @param share bytes that may wait
   */
  FlowControl(QueueShare share) {
    this.share = share;
  }

  /** So many bytes more wait. Called by the thread that brings. */
  void arrived(long bytes) {
    waiting.addAndGet(bytes);
  }

  /**
   * Whether too much waits; then {@link #taken} says when reading goes on. Called by the thread
   * that brings.
   */
  boolean full() {
    if (waiting.get() < share.bytes()) {
      return false;
    }
    paused = true;
    // The other thread may have drained the queue just before it could see that.
    if (isLow(waiting.get())) {
      paused = false;
      return false;
    }
    return true;
  }

  /**
   * So many bytes have been worked off. Called by the thread that takes.
   *
   * @return whether the connection is to be read again
   */
  boolean taken(long bytes) {
    if (isLow(waiting.addAndGet(-bytes)) && paused) {
      paused = false;
      return true;
    }
    return false;
  }

  /** Bytes that wait. */
  long waiting() {
    return waiting.get();
  }

  private boolean isLow(long bytes) {
    return bytes <= share.bytes() / QUEUE_LOW;
  }
}
