package org.tslmap.collector.memory;

import org.tslmap.locality.profile.DataClass;

/** A range of memory that is one thing from a time on, perhaps for some time. */
public final class MemoryRange {
  /** It is there to the end. */
  public static final long TO_THE_END = Long.MAX_VALUE;

  /** The thread of what belongs to all. */
  public static final int ALL_THREADS = -1;

  private final Origin origin;
  private final long start;
  private final long bytes;
  private final long from;
  private final int thread;
  private int dataObject;
  private long until = TO_THE_END;

  MemoryRange(Origin origin, int thread, long start, long bytes, long from) {
    this.origin = origin;
    this.thread = thread;
    this.start = start;
    this.bytes = bytes;
    this.from = from;
  }

  /** What it is. */
  public Origin origin() {
    return origin;
  }

  /** What kind of thing it is. */
  public DataClass kind() {
    return origin.kind();
  }

  /** What it is called. */
  public String name() {
    return origin.name();
  }

  /** The thread that a thread-local variable is of, or that allocated a heap block. */
  public int thread() {
    return thread;
  }

  /** Its first address. */
  public long start() {
    return start;
  }

  /** Its size. */
  public long bytes() {
    return bytes;
  }

  /** The address behind its last. */
  public long end() {
    return start + bytes;
  }

  /** How many accesses the process had made when it began. */
  public long from() {
    return from;
  }

  /** How many it had made when it ended; {@link #TO_THE_END} if it has not. */
  public long until() {
    return until;
  }

  /** Number of the data object it is one of, once {@link #belongsTo} has said it. */
  public int dataObject() {
    return dataObject;
  }

  /** Says which data object it is one of. */
  public void belongsTo(int object) {
    dataObject = object;
  }

  /** Whether an address lies in it. */
  public boolean holds(long address) {
    return Long.compareUnsigned(address - start, bytes) < 0;
  }

  /** Whether it is there when the process has made so many accesses. */
  public boolean isLiveAt(long accesses) {
    return from <= accesses && accesses < until;
  }

  void endAt(long now) {
    until = now;
  }

  /** A part of it that goes on where something else takes the place of the rest. */
  MemoryRange rest(long restStart, long restBytes, long now) {
    return new MemoryRange(origin, thread, restStart, restBytes, now);
  }
}
