package org.tslmap.locality;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Accesses of one thread with their labels and contexts, in memory that native code reads and
 * writes. Used by one thread at a time.
 */
public final class LabelledBatch {
  /** Bytes that an access takes: its address, label, context, the run of its block, and a miss. */
  private static final int ACCESS_BYTES = Long.BYTES + 3 * Integer.BYTES + 1;

  /** The label of accesses that only warm up the history of later ones. */
  public static final int WARM = -1;

  private final ByteBuffer memory;
  private final long start;
  private final int capacity;
  private int thread;
  private int count;
  private int runs;
  private int warm;

  /**
   * An empty batch.
   *
   * @param capacity accesses it can hold
   */
  public LabelledBatch(int capacity) {
    memory = ByteBuffer.allocateDirect(capacity * ACCESS_BYTES).order(ByteOrder.nativeOrder());
    start = NativeBridge.address(memory);
    this.capacity = capacity;
  }

  /** Accesses it can hold. */
  public int capacity() {
    return capacity;
  }

  /** The thread that made the accesses. */
  public int thread() {
    return thread;
  }

  /** How many accesses it has. */
  public int count() {
    return count;
  }

  /**
   * What a pass has put in.
   *
   * @param notScored accesses with the label {@link #WARM}
   */
  public void filled(int byThread, int accesses, int ofRuns, int notScored) {
    thread = byThread;
    count = accesses;
    runs = ofRuns;
    warm = notScored;
  }

  /** How many accesses are not scored: those with the label {@link #WARM}. */
  public int warm() {
    return warm;
  }

  /** Has no accesses any more. */
  public void clear() {
    count = 0;
    runs = 0;
    warm = 0;
  }

  /** Where its memory begins. */
  public long start() {
    return start;
  }

  /** Where the address of an access lies. */
  public long addressAt(int index) {
    return start + (long) Long.BYTES * index;
  }

  /** Where the label of an access lies. */
  public long labelAt(int index) {
    return start + (long) Long.BYTES * capacity + (long) Integer.BYTES * index;
  }

  /** Where the context of an access lies. */
  public long contextAt(int index) {
    return labelAt(index) + (long) Integer.BYTES * capacity;
  }

  /** How many words tell which blocks made the accesses. */
  public int runs() {
    return runs;
  }

  /** Where these lie. */
  public long runsStart() {
    return contextAt(capacity);
  }

  /** Where an engine tells whether an access missed. */
  public long missAt(int index) {
    return runsStart() + (long) Integer.BYTES * capacity + index;
  }

  /** Copies the addresses of accesses from an index on. */
  public void addresses(int from, long[] to, int accesses) {
    memory
        .slice(Long.BYTES * from, Long.BYTES * accesses)
        .order(ByteOrder.nativeOrder())
        .asLongBuffer()
        .get(to, 0, accesses);
  }

  /** Gives the first accesses other addresses. */
  public void replaceAddresses(long[] from, int accesses) {
    memory
        .slice(0, Long.BYTES * accesses)
        .order(ByteOrder.nativeOrder())
        .asLongBuffer()
        .put(from, 0, accesses);
  }

  /** Copies the labels of accesses from an index on. */
  public void labels(int from, int[] to, int accesses) {
    ints((int) (labelAt(from) - start), to, accesses);
  }

  /** Copies the contexts of accesses from an index on. */
  public void contexts(int from, int[] to, int accesses) {
    ints((int) (contextAt(from) - start), to, accesses);
  }

  private void ints(int offset, int[] to, int accesses) {
    memory
        .slice(offset, Integer.BYTES * accesses)
        .order(ByteOrder.nativeOrder())
        .asIntBuffer()
        .get(to, 0, accesses);
  }
}
