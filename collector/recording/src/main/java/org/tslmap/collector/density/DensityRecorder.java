package org.tslmap.collector.density;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import org.tslmap.locality.AccessSink;

/**
 * Counts loads and stores by time and address while accesses come in. Every access is counted.
 *
 * <p>Fed by one thread; {@link #soFar} may be called by others at any time.
 */
/*
 * Time is cut into columns of equally many accesses, memory into blocks of equally many bytes. Both
 * begin small: one access, 64 bytes. The column that goes on is counted by LiveColumn; a finished
 * one is packed into a few bytes for each block that was accessed in it.
 *
 * When all columns together take more memory than a program of that length may have, or there are too
 * many of them or too many blocks, neighbours are added together in pairs: columns while there are
 * more than two to a row, otherwise blocks. The limit grows with the
 * number of accesses, so this happens about once or twice each time that number doubles. How far to
 * go is tried out with a few columns first, so that all the others are packed anew only once.
 */
final class DensityRecorder implements AccessSink {
  private static final int FIRST_SHIFT = 6;

  /** Narrower columns are there for short programs only, so there are never many of them. */
  private static final long NARROW = 1024;

  private static final int MOST_NARROW_COLUMNS = 1 << 12;
  private static final int MOST_COLUMNS = 1 << 17;
  private static final int COLUMNS_PER_ROW = 2;
  private static final long ACCESSES_PER_BYTE = 64;
  private static final long LEAST_BYTES = 4L << 20;

  /** What is left of the limit when columns have been packed anew. */
  private static final double LEFT = 0.6;

  /** One tile of so many is tried out. */
  private static final int TRIED = 8;

  private final long mostBytes;
  private final LiveColumn live;

  private int shift = FIRST_SHIFT;
  private long accessesPerColumn = 1;
  private long inColumn;
  private long accesses;

  // Columns that are finished.
  private List<byte[]> tiles = new ArrayList<>();
  private long tileBytes;
  private final CellBuffer tail = new CellBuffer();
  private int columns;

  /**
   * A recorder that has seen nothing.
   *
   * @param siteCount how many access sites there are; may grow
   * @param isStore whether one of them writes
   * @param mostBytes packed columns never take more memory than this, in bytes
   */
  DensityRecorder(IntSupplier siteCount, IntPredicate isStore, long mostBytes) {
    this.mostBytes = mostBytes;
    this.live = new LiveColumn(siteCount, isStore, FIRST_SHIFT);
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] sites, int count) {
    count(addresses, sites, 0, count);
  }

  /** Counts some accesses of a batch. */
  void count(long[] addresses, int[] sites, int from, int to) {
    int at = from;
    while (at < to) {
      int end = at + (int) Math.min(to - at, accessesPerColumn - inColumn);
      int counted = live.count(addresses, sites, at, end);
      inColumn += counted - at;
      accesses += counted - at;
      at = counted;
      if (inColumn == accessesPerColumn) {
        finishColumn();
      } else if (counted < end) {
        coarsen(1, live.lackingShift());
      }
    }
  }

  /** Lets time go on by so many accesses that are not counted. */
  void pass(long count) {
    long left = count;
    while (left > 0) {
      long length = Math.min(left, accessesPerColumn - inColumn);
      inColumn += length;
      accesses += length;
      left -= length;
      if (inColumn == accessesPerColumn) {
        finishColumn();
      }
    }
  }

  private synchronized void finishColumn() {
    endColumn();
    while (columns > mostColumns(1) || bytes() > allowed()) {
      coarsen();
    }
  }

  private void endColumn() {
    live.pack(tail);
    columns++;
    inColumn = 0;
    if (columns % DensityLevel.TILE_COLUMNS == 0) {
      keep(tail.take());
    }
  }

  private void keep(byte[] tile) {
    tiles.add(tile);
    tileBytes += tile.length;
  }

  private long bytes() {
    return tileBytes + tail.size();
  }

  private long allowed() {
    return Math.min(mostBytes, Math.max(LEAST_BYTES, accesses / ACCESSES_PER_BYTE));
  }

  /** How many columns there may be when so many have become one. */
  private int mostColumns(int factor) {
    return accessesPerColumn * factor < NARROW ? MOST_NARROW_COLUMNS : MOST_COLUMNS;
  }

  private void coarsen() {
    int factor = 1;
    int moreShift = 0;
    while (columns / factor > mostColumns(factor)) {
      factor *= 2;
    }
    DensityLevel some = some();
    double scale = (double) bytes() / bytes(some);
    some = fold(some, factor, 0);
    long[] blocks = live.blocks();
    Arrays.sort(blocks);
    while (factor <= columns
        && (factor == 1 && moreShift == 0 || scale * bytes(some) > LEFT * allowed())) {
      long rows = rows(blocks, moreShift);
      boolean byColumns = rows == 1 || columns / factor > COLUMNS_PER_ROW * rows;
      some = fold(some, byColumns ? 2 : 1, byColumns ? 0 : 1);
      factor *= byColumns ? 2 : 1;
      moreShift += byColumns ? 0 : 1;
    }
    coarsen(factor, moreShift);
  }

  /** How many rows ascending blocks will have when they are larger. */
  private static long rows(long[] blocks, int moreShift) {
    long rows = 0;
    for (int i = 0; i < blocks.length; i++) {
      rows += i == 0 || blocks[i] >>> moreShift != blocks[i - 1] >>> moreShift ? 1 : 0;
    }
    return rows;
  }

  /** Some of the columns, from all over the time so far. */
  private DensityLevel some() {
    List<byte[]> some = new ArrayList<>();
    for (int tile = TRIED / 2; tile < tiles.size(); tile += TRIED) {
      some.add(tiles.get(tile));
    }
    return some.isEmpty()
        ? base()
        : new DensityLevel(
            accessesPerColumn,
            shift,
            live.blocks(),
            live.lastSites(),
            some.size() * DensityLevel.TILE_COLUMNS,
            some::get);
  }

  private static long bytes(DensityLevel level) {
    try {
      long bytes = 0;
      for (int tile = 0; tile < level.tileCount(); tile++) {
        bytes += level.tiles().tile(tile).length;
      }
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is all in memory
    }
  }

  private static DensityLevel fold(DensityLevel level, int factor, int moreShift) {
    try {
      return DensityFolding.fold(level, factor, moreShift);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is all in memory
    }
  }

  /** Makes columns wider and blocks larger; columns that are left over go on. */
  private synchronized void coarsen(int factor, int moreShift) {
    DensityLevel before = base();
    int whole = columns / factor * factor;
    DensityLevel after = fold(before.first(whole), factor, moreShift);
    live.enlarge(after);
    try {
      before.visit(
          whole,
          columns,
          (column, row, loads, stores) ->
              live.add(before.blocks()[row] >>> moreShift, loads, stores, before.sites()[row]));
      inColumn += (columns - whole) * accessesPerColumn;
      shift = after.shift();
      accessesPerColumn = after.accessesPerColumn();
      columns = after.columns();
      tiles = new ArrayList<>();
      tileBytes = 0;
      tail.take();
      for (int tile = 0; tile < after.tileCount(); tile++) {
        byte[] packed = after.tiles().tile(tile);
        if ((tile + 1) * DensityLevel.TILE_COLUMNS <= columns) {
          keep(packed);
        } else {
          tail.append(packed);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is all in memory
    }
  }

  /** All finished columns; they stay as they are. */
  private DensityLevel base() {
    List<byte[]> all = new ArrayList<>(tiles);
    if (columns % DensityLevel.TILE_COLUMNS != 0) {
      all.add(tail.copy());
    }
    return new DensityLevel(
        accessesPerColumn, shift, live.blocks(), live.lastSites(), columns, all::get);
  }

  /** The finest level of what came so far, without a column that is not finished. */
  synchronized DensityLevel soFar() {
    return base();
  }

  /** Ends the last column; nothing may follow. The finest level of everything that came. */
  synchronized DensityLevel finished() {
    if (inColumn > 0) {
      endColumn();
    }
    return base();
  }

  /** Accesses that came or passed by. */
  long accesses() {
    return accesses;
  }
}
