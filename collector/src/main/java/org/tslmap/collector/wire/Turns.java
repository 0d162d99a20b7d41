package org.tslmap.collector.wire;

import java.util.Arrays;

/**
 * Where control turned among some accesses: blocks that end by a call or a return, the blocks that
 * come after these, and blocks whose function is not that of the block before. All other blocks go
 * on in the function of the turn before them.
 */
public final class Turns {
  private int[] first = new int[256];
  private int[] block = new int[256];
  private long[] stores = new long[256];
  private int count;
  private long storesBefore;
  private long storesUpTo;

  Turns() {}

  /** How many there are. */
  public int count() {
    return count;
  }

  /** Index of the first access of the turn's block: where it would be, if it made none. */
  public int first(int turn) {
    return first[turn];
  }

  /** The block's number. */
  public int block(int turn) {
    return block[turn];
  }

  /** Stores among the accesses before the turn's block; for {@link #count}, among all of them. */
  public long storesBefore(int turn) {
    return (turn < count ? stores[turn] : storesUpTo) - storesBefore;
  }

  /**
   * Adds the next turn.
   *
   * @param storesSoFar stores of the stream before the block
   */
  void add(int firstAccess, int blockNumber, long storesSoFar) {
    if (count == first.length) {
      first = Arrays.copyOf(first, 2 * count);
      block = Arrays.copyOf(block, 2 * count);
      stores = Arrays.copyOf(stores, 2 * count);
    }
    first[count] = firstAccess;
    block[count] = blockNumber;
    stores[count] = storesSoFar;
    count++;
  }

  /** There are no more; the stream has so many stores now. */
  void end(long storesSoFar) {
    storesUpTo = storesSoFar;
  }

  /** The next accesses begin where the last ones ended. */
  void clear() {
    count = 0;
    storesBefore = storesUpTo;
  }
}
