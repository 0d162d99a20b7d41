package org.tslmap.collector.session;

/**
 * How many bytes may wait in one queue: all queues of a recorder share a part of the virtual
 * machine's memory, so that many sessions have small queues and few have large ones. Any thread.
 */
final class QueueShare {
  /** More is of no use. */
  static final long MOST = 8 << 20;

  /** One frame of the tool's. */
  private static final long LEAST = 256 << 10;

  /** Each session has two queues: what is to be scored, and what is to be stored. */
  private static final int QUEUES = 2;

  private final long total;
  private volatile int sessions;

  /** Shares of this many bytes. */
  QueueShare(long total) {
    this.total = total;
  }

  /** Shares of a quarter of the virtual machine's memory. */
  static QueueShare ofThisMachine() {
    return new QueueShare(Runtime.getRuntime().maxMemory() / 4);
  }

  /** From now on so many sessions share. */
  void sessions(int open) {
    sessions = open;
  }

  /** Bytes that may wait in each queue now. */
  long bytes() {
    return Math.max(LEAST, Math.min(MOST, total / QUEUES / Math.max(1, sessions)));
  }
}
