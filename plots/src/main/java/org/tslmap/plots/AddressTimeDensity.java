package org.tslmap.plots;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.tslmap.locality.AccessSink;

/**
 * Counts accesses over time and address, in a table that stays small however long the program runs
 * and however much memory it touches.
 *
 * <p>Columns are stretches of time and rows are blocks of memory. Both start as fine as possible:
 * one access to a column, 64 bytes to a row. When the columns are used up, neighbours are added
 * together in pairs and a column stands for twice as many accesses; when the rows are used up, the
 * blocks double likewise. So the table always holds every access, at half the finest resolution it
 * could have at worst. Only blocks that were touched have a row: a row is found through a hash
 * table, and not even that when an access stays in the block of the one before.
 */
final class AddressTimeDensity implements AccessSink {

  /** Columns at most; an even number. */
  static final int COLUMNS = 1024;

  /** Rows at most. */
  static final int ROWS = 2048;

  /** Accesses of a column from which on only some are counted. */
  static final int SAMPLED_FROM = 1 << 13;

  private static final int STRETCH = 64;
  private static final int MOST_SKIPPED = 16;
  private static final int FIRST_SHIFT = 6;
  private static final int SLOTS = 4 * ROWS;

  private final IntPredicate isStore;
  private final long[] blocks = new long[ROWS];
  private final int[] slots = new int[SLOTS]; // row + 1, or 0
  private final int[][] counts = new int[ROWS][]; // of loads, then of stores
  private int shift = FIRST_SHIFT;
  private int rows;
  private long accessesPerColumn = 1;
  private int column;
  private long inColumn;
  private long accesses;
  private int weight = 1;
  private int stretchLeft;
  private boolean counted;
  private long random = 1;

  /**
   * An empty table.
   *
   * @param isStore whether an access site writes
   */
  AddressTimeDensity(IntPredicate isStore) {
    this.isStore = isStore;
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] sites, int count) {
    int from = 0;
    while (from < count) {
      if (inColumn == accessesPerColumn) {
        nextColumn();
      }
      if (stretchLeft == 0) {
        nextStretch();
      }
      int length = Math.min(count - from, stretchLeft);
      if (length > accessesPerColumn - inColumn) {
        length = (int) (accessesPerColumn - inColumn);
      }
      if (counted) {
        add(addresses, sites, from, from + length);
      }
      from += length;
      inColumn += length;
      stretchLeft -= length;
    }
    accesses += count;
  }

  private void nextStretch() {
    stretchLeft = STRETCH;
    random = random * 0x5851F42D4C957F2DL + 0x14057B7EF767814FL;
    counted = (random >>> 40) % weight == 0;
  }

  private void add(long[] addresses, int[] sites, int from, int to) {
    long lastBlock = 0;
    int row = -1;
    for (int i = from; i < to; i++) {
      long block = addresses[i] >>> shift;
      if (row < 0 || block != lastBlock) {
        row = rowOf(addresses[i]);
        lastBlock = addresses[i] >>> shift; // finding a row may have doubled the blocks
      }
      counts[row][isStore.test(sites[i]) ? COLUMNS + column : column] += weight;
    }
  }

  /** Accesses taken in, counted or not. */
  long accesses() {
    return accesses;
  }

  /** Accesses that a column stands for. */
  long accessesPerColumn() {
    return accessesPerColumn;
  }

  /** Columns in use; the last may be unfinished. */
  int columns() {
    return accesses == 0 ? 0 : column + 1;
  }

  /** Bytes of a block. */
  long blockBytes() {
    return 1L << shift;
  }

  /** The blocks that were touched, by address; a block's number times its bytes is its address. */
  long[] touchedBlocks() {
    long[] sorted = Arrays.copyOf(blocks, rows);
    Arrays.sort(sorted);
    return sorted;
  }

  /** Loads of a touched block in a column. */
  int loads(long block, int at) {
    return counts[slots[find(block)] - 1][at];
  }

  /** Stores of a touched block in a column. */
  int stores(long block, int at) {
    return counts[slots[find(block)] - 1][COLUMNS + at];
  }

  private void nextColumn() {
    inColumn = 0;
    column++;
    if (column < COLUMNS) {
      return;
    }
    for (int row = 0; row < rows; row++) {
      int[] line = counts[row];
      for (int i = 0; i < COLUMNS; i++) { // halves both parts at once: COLUMNS is even
        line[i] = line[2 * i] + line[2 * i + 1];
      }
      int half = COLUMNS / 2;
      System.arraycopy(line, half, line, COLUMNS, half);
      Arrays.fill(line, half, COLUMNS, 0);
      Arrays.fill(line, COLUMNS + half, 2 * COLUMNS, 0);
    }
    accessesPerColumn *= 2;
    if (accessesPerColumn > SAMPLED_FROM && weight < MOST_SKIPPED) {
      weight *= 2;
      stretchLeft = 0;
    }
    column = COLUMNS / 2;
  }

  private int rowOf(long address) {
    int slot = find(address >>> shift);
    if (slots[slot] != 0) {
      return slots[slot] - 1;
    }
    while (rows == ROWS) {
      doubleBlocks();
      slot = find(address >>> shift);
      if (slots[slot] != 0) {
        return slots[slot] - 1;
      }
    }
    blocks[rows] = address >>> shift;
    if (counts[rows] == null) {
      counts[rows] = new int[2 * COLUMNS];
    }
    slots[slot] = ++rows;
    return rows - 1;
  }

  private void doubleBlocks() {
    shift++;
    int before = rows;
    rows = 0;
    Arrays.fill(slots, 0);
    for (int row = 0; row < before; row++) {
      int[] line = counts[row];
      long block = blocks[row] >>> 1;
      int slot = find(block);
      if (slots[slot] == 0) {
        counts[row] = counts[rows];
        counts[rows] = line;
        blocks[rows] = block;
        slots[slot] = ++rows;
      } else {
        int[] sum = counts[slots[slot] - 1];
        for (int i = 0; i < line.length; i++) {
          sum[i] += line[i];
        }
        Arrays.fill(line, 0);
      }
    }
  }

  /** The slot that holds a block's row, or the free one where it belongs. */
  private int find(long block) {
    int slot = (int) (block * 0x9E3779B97F4A7C15L >>> 40) & SLOTS - 1;
    while (slots[slot] != 0 && blocks[slots[slot] - 1] != block) {
      slot = slot + 1 & SLOTS - 1;
    }
    return slot;
  }
}
