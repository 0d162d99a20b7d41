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
  private int count;

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

  void add(int firstAccess, int blockNumber) {
    if (count == first.length) {
      first = Arrays.copyOf(first, 2 * count);
      block = Arrays.copyOf(block, 2 * count);
    }
    first[count] = firstAccess;
    block[count] = blockNumber;
    count++;
  }

  void clear() {
    count = 0;
  }
}
