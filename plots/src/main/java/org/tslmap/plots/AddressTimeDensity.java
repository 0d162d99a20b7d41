package org.tslmap.plots;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.tslmap.locality.AccessSink;

/**
 * Counts accesses over time and address exactly, in a table that stays small however long the
 * program runs and however much memory it touches.
 *
 * <p>Columns are stretches of time and rows are blocks of memory. Both start as fine as possible:
 * one access to a column, 64 bytes to a row. When the columns are used up, neighbours are added
 * together in pairs and a column stands for twice as many accesses; when the rows are used up, the
 * blocks double likewise. So the table always holds every access, at half the finest resolution it
 * could have at worst. Only blocks that were touched have a row.
 */
/*
 * This sees every access of a program, so one costs a few nanoseconds. A column's counts lie
 * together, 16 KiB at most, and stay in the first-level cache while the column grows; a row is
 * found through a hash table of 48 KiB. What a site does, and whether it is selected, is asked once
 * and kept in a byte.
 */
public final class AddressTimeDensity implements AccessSink {

  /** Columns at most; an even number. */
  static final int COLUMNS = 1024;

  /** Rows at most. */
  static final int ROWS = 2048;

  private static final int FIRST_SHIFT = 6;
  private static final int FIRST_ROWS = 64;
  private static final int SLOTS = 2 * ROWS;
  private static final long FREE = -1;
  private static final byte LOAD = 0;
  private static final byte STORE = 1;
  private static final byte SKIPPED = 2;
  private static final byte UNKNOWN = 3;

  private final IntPredicate isStore;
  private final AccessSelection selection;
  private byte[] kinds = new byte[0];
  private final long[] blocks = new long[ROWS];
  private final int[] lastSites = new int[ROWS];
  private final long[] slotBlocks = new long[SLOTS];
  private final int[] slotRows = new int[SLOTS];
  private final int[][] counts = new int[COLUMNS][]; // by row: loads, stores
  private int rowCapacity = FIRST_ROWS;
  private int rows;
  private int shift = FIRST_SHIFT;
  private long accessesPerColumn = 1;
  private int column;
  private long inColumn;
  private final long[] times;
  private int stretch; // number of the first one that has not ended
  private long passed;
  private long time;
  private long counted;

  /**
   * An empty table.
   *
   * @param isStore whether an access site writes
   * @param selection which accesses are counted
   */
  public AddressTimeDensity(IntPredicate isStore, AccessSelection selection) {
    this.isStore = isStore;
    this.selection = selection;
    this.times = selection.times();
    Arrays.fill(slotBlocks, FREE);
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] sites, int count) {
    int from = (int) Math.max(0, Math.min(count, selection.from() - passed));
    int to = (int) Math.max(from, Math.min(count, selection.to() - passed));
    long at = passed + from;
    passed += count;
    boolean shown =
        selection.thread() == AccessSelection.ALL_THREADS || selection.thread() == thread;
    time += to - from;
    while (from < to) {
      if (inColumn == accessesPerColumn) {
        nextColumn();
      }
      while (times[2 * stretch + 1] <= at) {
        stretch++;
      }
      boolean between = at < times[2 * stretch];
      long change = times[between ? 2 * stretch : 2 * stretch + 1] - at;
      int length = (int) Math.min(Math.min(to - from, change), accessesPerColumn - inColumn);
      if (shown && !between) {
        add(addresses, sites, from, from + length);
      }
      from += length;
      at += length;
      inColumn += length;
    }
  }

  private void add(long[] addresses, int[] sites, int from, int to) {
    int[] line = counts[column];
    if (line == null) {
      line = counts[column] = new int[2 * rowCapacity];
    }
    byte[] known = kinds;
    int ofBlock = shift;
    boolean everywhere = selection.memory().length == 0;
    long skipped = 0;
    for (int i = from; i < to; i++) {
      int site = sites[i];
      byte kind = site < known.length ? known[site] : UNKNOWN;
      if (kind >= SKIPPED) {
        if (kind == UNKNOWN) {
          kind = learn(site);
          known = kinds;
        }
        if (kind == SKIPPED) {
          skipped++;
          continue;
        }
      }
      if (!everywhere && !selection.holds(addresses[i])) {
        skipped++;
        continue;
      }
      long block = addresses[i] >>> ofBlock;
      int slot = slot(block);
      while (slotBlocks[slot] != block) {
        if (slotBlocks[slot] == FREE) {
          addRow(addresses[i]);
          line = counts[column];
          ofBlock = shift;
          block = addresses[i] >>> ofBlock;
          slot = slot(block);
        } else {
          slot = slot + 1 & SLOTS - 1;
        }
      }
      int row = slotRows[slot];
      line[2 * row + kind]++;
      lastSites[row] = site;
    }
    counted += to - from - skipped;
  }

  private byte learn(int site) {
    if (site >= kinds.length) {
      int before = kinds.length;
      kinds = Arrays.copyOf(kinds, Math.max(2 * before, site + 64));
      Arrays.fill(kinds, before, kinds.length, UNKNOWN);
    }
    kinds[site] = !selection.sites().test(site) ? SKIPPED : isStore.test(site) ? STORE : LOAD;
    return kinds[site];
  }

  /** Accesses counted. */
  public long accesses() {
    return counted;
  }

  /** Number of the access that the first column begins with. */
  public long firstAccess() {
    return selection.from();
  }

  /** Accesses of the selected stretch of time that have passed, counted or not. */
  public long time() {
    return time;
  }

  /** Accesses that a column stands for. */
  public long accessesPerColumn() {
    return accessesPerColumn;
  }

  /** Columns in use; the last may be unfinished. */
  public int columns() {
    return time == 0 ? 0 : column + 1;
  }

  /** Bytes of a block. */
  public long blockBytes() {
    return 1L << shift;
  }

  /** The blocks that were touched, by address; a block's number times its bytes is its address. */
  public long[] touchedBlocks() {
    long[] sorted = Arrays.copyOf(blocks, rows);
    Arrays.sort(sorted);
    return sorted;
  }

  /** Loads of a touched block in a column. */
  public int loads(long block, int at) {
    return count(block, at, LOAD);
  }

  /** Stores of a touched block in a column. */
  public int stores(long block, int at) {
    return count(block, at, STORE);
  }

  /** The site that touched a block last. */
  public int lastSite(long block) {
    return lastSites[rowOf(block)];
  }

  private int count(long block, int at, int kind) {
    int row = rowOf(block);
    return counts[at] == null ? 0 : counts[at][2 * row + kind];
  }

  private int rowOf(long block) {
    int slot = find(block);
    if (slotBlocks[slot] == FREE) {
      throw new IllegalArgumentException("block 0x%x was not touched".formatted(block));
    }
    return slotRows[slot];
  }

  private void nextColumn() {
    inColumn = 0;
    column++;
    if (column < COLUMNS) {
      return;
    }
    int half = COLUMNS / 2;
    for (int i = 0; i < half; i++) {
      int[] sum = counts[2 * i];
      int[] other = counts[2 * i + 1];
      if (sum == null) {
        sum = other;
      } else if (other != null) {
        for (int entry = 0; entry < sum.length; entry++) {
          sum[entry] += other[entry];
        }
      }
      counts[i] = sum;
    }
    Arrays.fill(counts, half, COLUMNS, null);
    accessesPerColumn *= 2;
    column = half;
  }

  /** Adds a row for an address that has none. */
  private void addRow(long address) {
    while (rows == ROWS) {
      doubleBlocks();
      if (slotBlocks[find(address >>> shift)] != FREE) {
        return;
      }
    }
    if (rows == rowCapacity) {
      rowCapacity *= 2;
      for (int i = 0; i <= column; i++) {
        counts[i] = counts[i] == null ? null : Arrays.copyOf(counts[i], 2 * rowCapacity);
      }
    }
    long block = address >>> shift;
    int slot = find(block);
    slotBlocks[slot] = block;
    slotRows[slot] = rows;
    blocks[rows++] = block;
  }

  private void doubleBlocks() {
    shift++;
    int before = rows;
    int[] target = new int[before];
    rows = 0;
    Arrays.fill(slotBlocks, FREE);
    for (int row = 0; row < before; row++) {
      long block = blocks[row] >>> 1;
      int slot = find(block);
      if (slotBlocks[slot] == FREE) {
        slotBlocks[slot] = block;
        slotRows[slot] = rows;
        blocks[rows] = block;
        lastSites[rows] = lastSites[row];
        rows++;
      }
      target[row] = slotRows[slot];
    }
    for (int i = 0; i <= column; i++) {
      if (counts[i] != null) {
        int[] sum = new int[2 * rowCapacity];
        for (int row = 0; row < before; row++) {
          sum[2 * target[row]] += counts[i][2 * row];
          sum[2 * target[row] + 1] += counts[i][2 * row + 1];
        }
        counts[i] = sum;
      }
    }
  }

  private static int slot(long block) {
    return (int) (block * 0x9E3779B97F4A7C15L >>> 40) & SLOTS - 1;
  }

  /** The slot that holds a block's row, or the free one where it belongs. */
  private int find(long block) {
    int slot = slot(block);
    while (slotBlocks[slot] != FREE && slotBlocks[slot] != block) {
      slot = slot + 1 & SLOTS - 1;
    }
    return slot;
  }
}
