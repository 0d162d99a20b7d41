package org.tslmap.collector.density;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.tslmap.locality.AccessSink;

/**
 * Counts loads and stores by time and address while accesses come in. Every access is counted.
 *
 * <p>Fed by one thread; {@link #soFar} may be called by others at any time.
 */
/*
 * Time is cut into columns of equally many accesses, memory into blocks of equally many bytes. Both
 * begin small: 1024 accesses, 64 bytes. In the column that goes on, counts lie in one array, and a
 * block's row is found through a hash table. A finished column is packed into a few bytes for each
 * block that was accessed in it.
 *
 * When all columns together take more room than a program of that length may have, or there are too
 * many of them or too many rows, neighbours are added together in pairs: columns while there are
 * more than eight to a row (time is what people zoom into), otherwise blocks. Room grows with the
 * number of accesses, so this happens about once or twice each time that number doubles and costs
 * a fraction of a nanosecond for each access.
 */
final class DensityRecorder implements AccessSink {
  private static final int FIRST_SHIFT = 6;
  private static final long FIRST_ACCESSES = 1024;
  private static final int MOST_COLUMNS = 1 << 17;
  static final int MOST_ROWS = 1 << 17;
  private static final int COLUMNS_PER_ROW = 8;
  private static final long ACCESSES_PER_BYTE = 64;
  private static final long LEAST_BYTES = 4L << 20;
  private static final int GROWTH = 4;

  private final IntPredicate isStore;
  private final long mostBytes;

  private int shift = FIRST_SHIFT;
  private long accessesPerColumn = FIRST_ACCESSES;

  // Rows: a hash table from blocks to them, and their blocks.
  private int[] slots = new int[1 << 12]; // row + 1, or 0
  private long[] blocks = new long[1 << 10];
  private int rows;

  // By site: the row of its last access, which is often that of its next one.
  private int[] lastRows = new int[1 << 10];

  // The column that goes on.
  private int[] counts = new int[2 << 10]; // by row: loads, stores
  private int[] touched = new int[1 << 10];
  private int touchedCount;
  private long[] marks = new long[1 << 4]; // a bit for each row, all clear but in sortTouched
  private long inColumn;

  // Columns that are finished.
  private List<byte[]> tiles = new ArrayList<>();
  private long tileBytes;
  private final CellBuffer tail = new CellBuffer();
  private int columns;
  private long accesses;

  /**
   * A recorder that has seen nothing.
   *
   * @param isStore whether an access site writes; asked while its accesses come in
   * @param mostBytes packed columns never take more memory than this, in bytes
   */
  DensityRecorder(IntPredicate isStore, long mostBytes) {
    this.isStore = isStore;
    this.mostBytes = mostBytes;
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] sites, int count) {
    int from = 0;
    while (from < count) {
      int length = (int) Math.min(count - from, accessesPerColumn - inColumn);
      add(addresses, sites, from, from + length);
      from += length;
      inColumn += length;
      if (inColumn == accessesPerColumn) {
        finishColumn();
      }
    }
  }

  private void add(long[] addresses, int[] sites, int from, int to) {
    for (int i = from; i < to; i++) {
      int site = sites[i];
      if (site >= lastRows.length) {
        lastRows = Arrays.copyOf(lastRows, Math.max(site + 1, 2 * lastRows.length));
      }
      int row = lastRows[site];
      if (row >= rows || blocks[row] != addresses[i] >>> shift) {
        row = rowOf(addresses[i]);
        lastRows[site] = row;
      }
      int cell = 2 * row;
      if ((counts[cell] | counts[cell + 1]) == 0) {
        touched[touchedCount++] = row;
      }
      counts[isStore.test(site) ? cell + 1 : cell]++;
    }
  }

  private int rowOf(long address) {
    long block = address >>> shift;
    int slot = find(block);
    if (slots[slot] != 0) {
      return slots[slot] - 1;
    }
    if (rows == MOST_ROWS) {
      growBlocks();
      return rowOf(address);
    }
    if (rows == blocks.length) {
      grow();
      slot = find(block);
    }
    blocks[rows] = block;
    slots[slot] = ++rows;
    return rows - 1;
  }

  /** The slot that holds a block's row, or the free one where it belongs. */
  private int find(long block) {
    int mask = slots.length - 1;
    int slot = (int) (block * 0x9E3779B97F4A7C15L >>> 32) & mask;
    while (slots[slot] != 0 && blocks[slots[slot] - 1] != block) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private synchronized void grow() {
    int size = 2 * blocks.length;
    blocks = Arrays.copyOf(blocks, size);
    counts = Arrays.copyOf(counts, 2 * size);
    touched = Arrays.copyOf(touched, size);
    marks = new long[size / Long.SIZE];
    rehash();
  }

  private void rehash() {
    slots = new int[GROWTH * blocks.length];
    for (int row = 0; row < rows; row++) {
      slots[find(blocks[row])] = row + 1;
    }
  }

  private synchronized void finishColumn() {
    pack(tail);
    columns++;
    accesses += inColumn;
    inColumn = 0;
    if (columns % DensityLevel.TILE_COLUMNS == 0) {
      byte[] tile = tail.take();
      tiles.add(tile);
      tileBytes += tile.length;
    }
    if (columns % 2 == 0) {
      while (columns >= MOST_COLUMNS || tileBytes + tail.size() > allowed()) {
        if (columns >= MOST_COLUMNS || columns > (long) COLUMNS_PER_ROW * rows || rows == 1) {
          fold(2, 0);
        } else {
          fold(1, 1);
        }
        if (columns % 2 != 0) {
          break; // the next column makes it even
        }
      }
    }
  }

  private long allowed() {
    return Math.min(mostBytes, Math.max(LEAST_BYTES, accesses / ACCESSES_PER_BYTE));
  }

  private void pack(CellBuffer buffer) {
    sortTouched();
    buffer.column(touchedCount);
    for (int i = 0; i < touchedCount; i++) {
      int cell = 2 * touched[i];
      buffer.cell(touched[i], counts[cell], counts[cell + 1]);
      counts[cell] = 0;
      counts[cell + 1] = 0;
    }
    touchedCount = 0;
  }

  /** Few rows of many are sorted; otherwise it is quicker to mark them and to look at all. */
  private void sortTouched() {
    int words = (rows + Long.SIZE - 1) / Long.SIZE;
    if (touchedCount < words / 8) {
      Arrays.sort(touched, 0, touchedCount);
      return;
    }
    for (int i = 0; i < touchedCount; i++) {
      marks[touched[i] >>> 6] |= 1L << touched[i];
    }
    int sorted = 0;
    for (int word = 0; word < words; word++) {
      for (long left = marks[word]; left != 0; left &= left - 1) {
        touched[sorted++] = word << 6 | Long.numberOfTrailingZeros(left);
      }
      marks[word] = 0;
    }
  }

  /** Makes blocks larger in the midst of a column. */
  private synchronized void growBlocks() {
    int[] before = Arrays.copyOf(touched, touchedCount);
    long[] addresses = new long[touchedCount];
    int[] old = new int[2 * touchedCount];
    for (int i = 0; i < touchedCount; i++) {
      addresses[i] = blocks[before[i]] << shift;
      old[2 * i] = counts[2 * before[i]];
      old[2 * i + 1] = counts[2 * before[i] + 1];
      counts[2 * before[i]] = 0;
      counts[2 * before[i] + 1] = 0;
    }
    fold(1, 1);
    touchedCount = 0;
    for (int i = 0; i < before.length; i++) {
      int row = rowOf(addresses[i]);
      if ((counts[2 * row] | counts[2 * row + 1]) == 0) {
        touched[touchedCount++] = row;
      }
      counts[2 * row] += old[2 * i];
      counts[2 * row + 1] += old[2 * i + 1];
    }
  }

  private void fold(int columnsPerColumn, int moreShift) {
    DensityLevel folded;
    try {
      folded = DensityFolding.fold(base(), columnsPerColumn, moreShift);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is all in memory
    }
    accessesPerColumn = folded.accessesPerColumn();
    shift = folded.shift();
    columns = folded.columns();
    rows = folded.blocks().length;
    System.arraycopy(folded.blocks(), 0, blocks, 0, rows);
    rehash();
    tiles = new ArrayList<>();
    tileBytes = 0;
    tail.take();
    int whole = columns / DensityLevel.TILE_COLUMNS;
    try {
      for (int tile = 0; tile < whole; tile++) {
        tiles.add(folded.tiles().tile(tile));
        tileBytes += tiles.get(tile).length;
      }
      if (whole < folded.tileCount()) {
        tail.append(folded.tiles().tile(whole));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All finished columns; they stay as they are. */
  private DensityLevel base() {
    List<byte[]> all = new ArrayList<>(tiles);
    if (columns % DensityLevel.TILE_COLUMNS != 0) {
      all.add(tail.copy());
    }
    return new DensityLevel(
        accessesPerColumn, shift, Arrays.copyOf(blocks, rows), columns, all::get);
  }

  /** The finest level of what came so far, without a column that is not finished. */
  synchronized DensityLevel soFar() {
    return base();
  }

  /** Ends the last column; nothing may follow. The finest level of everything that came. */
  synchronized DensityLevel finished() {
    if (inColumn > 0) {
      pack(tail);
      columns++;
      accesses += inColumn;
      inColumn = 0;
      if (columns % DensityLevel.TILE_COLUMNS == 0) {
        tiles.add(tail.take());
      }
    }
    return base();
  }

  /** Accesses in finished columns. */
  synchronized long accesses() {
    return accesses;
  }
}
