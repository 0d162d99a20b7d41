package org.tslmap.collector.attribution;

import java.util.Arrays;
import java.util.List;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.StrideShare;

/**
 * Gives each access its cell: the number of the pair of its site and the data object it goes to.
 * Counts strides from one access of a cell to the next, and the distinct words it touches. Of busy
 * cells, an eighth of the strides is counted, eightfold.
 */
/*
 * Several hundred million accesses a second are not rare, so what usually happens has to be fast: a
 * site goes on in the object it went to last. Each site has a row of eight longs, one cache line: the
 * range it was in, the cell that belongs to this, and the cell's strides and words. A range is a
 * range of addresses, or, in the running function's own frame, one of offsets from the frame's CFA,
 * which then holds for every call. It is good as long as the live range it was taken from has its serial number.
 * One subtraction, two comparisons and one look-up in the small array of serial numbers decide that.
 *
 * Everything else takes the way through the data map, and leaves the row behind for the next access.
 */
final class Cells {
  /** Cells there may be; after that, new objects of a site are unknown ones. */
  private static final int MAX_CELLS = 1 << 19;

  private static final int ROW = 8;
  private static final int LOW = 0;

  /** How long the range is; negative for one of offsets from the CFA. */
  private static final int BYTES = 1;

  private static final long OWN_FRAME = Long.MIN_VALUE;

  /** Words of the chunk of the last access, which the cell has touched since it came there. */
  private static final int TOUCHED = 2;

  /** The live range in the upper half, its serial number in the lower. */
  private static final int VALID = 3;

  /** The cell's number; {@link #BUSY} is added when many of its strides have been counted. */
  private static final int CELL = 4;

  private static final int LAST = 5;
  private static final int STRIDE = 6;
  private static final int COUNT = 7;

  /** Strides that no two accesses have: before the first, and after it. */
  private static final long NO_ACCESS = Long.MIN_VALUE;

  private static final long NO_STRIDE = Long.MIN_VALUE + 1;

  /** Of a cell's strides these are all counted; it is busy from then on. */
  private static final long COUNTED_STRIDES = 1 << 15;

  private static final long BUSY = 1L << 32;

  /** Of a busy cell's strides one of so many is counted. */
  private static final int ONE_OF = 8;

  /** Accesses in a row of which all strides are counted, or none of busy cells. */
  private static final int SAMPLE_BITS = 9;

  private final DataMap map;
  private final LiveRanges ranges;
  private final StrideCounts strides = new StrideCounts();
  private final TouchedWords touched;
  private final Place place = new Place();

  private long[] rows = new long[1024 * ROW];
  private int sitesReady;
  private int[] siteOf = new int[1024];
  private int[] objectOf = new int[1024];
  private long[] last = new long[1024];
  private long[] stride = new long[1024];
  private long[] count = new long[1024];
  private int cells;
  private long accesses;

  /** Open addressing: cells + 1 by site and object, 0 where free. */
  private int[] index = new int[4096];

  Cells(DataMap map, LiveRanges ranges, MetricParameters parameters) {
    this.map = map;
    this.ranges = ranges;
    touched = new TouchedWords(parameters);
  }

  /** How many cells there are; they are numbered from 0. */
  int size() {
    return cells;
  }

  int site(int cell) {
    return siteOf[cell];
  }

  int object(int cell) {
    return objectOf[cell];
  }

  /**
   * The cell's commonest strides; after {@link #finish}. They are estimates for cells with more
   * than 32768.
   *
   * @param all how many strides it has in all
   */
  List<StrideShare> strides(int cell, long all) {
    if (busy(cell) == 0) {
      return strides.of(cell);
    }
    double scale = (double) all / strides.all(cell);
    return strides.of(cell).stream()
        .map(one -> new StrideShare(one.bytes(), Math.round(one.count() * scale)))
        .toList();
  }

  /** The distinct words and lines that cells touched; after {@link #finish}. */
  TouchedWords touched() {
    return touched;
  }

  /** There are sites with numbers below this. */
  void prepare(int sites) {
    if (sites > sitesReady) {
      if (sites * ROW > rows.length) {
        rows = Arrays.copyOf(rows, Math.max(2 * rows.length, sites * ROW));
      }
      for (int site = sitesReady; site < sites; site++) {
        rows[site * ROW + CELL] = -1;
      }
      sitesReady = sites;
    }
  }

  /**
   * Fills in the cells of accesses that one function makes, in the top frame of a stack.
   *
   * @param into gets the cells, from an index on
   */
  void attribute(
      long[] addresses, int[] sites, int from, int end, CallStack stack, int[] into, int first) {
    long[] rows = this.rows;
    int[] serials = ranges.serials();
    long cfa = stack.cfa();
    int chunkShift = touched.chunkShift();
    int wordShift = touched.wordShift();
    long counted = isSample(accesses >>> SAMPLE_BITS) ? Long.MAX_VALUE : BUSY;
    accesses += end - from;
    for (int i = from; i < end; i++) {
      long address = addresses[i];
      int row = sites[i] * ROW;
      long bytes = rows[row + BYTES];
      long offset = address - (cfa & bytes >> 63) - rows[row + LOW];
      long valid = rows[row + VALID];
      if (Long.compareUnsigned(offset, bytes & ~OWN_FRAME) >= 0
          || serials[(int) (valid >>> 32)] != (int) valid) {
        find(address, sites[i], stack);
        serials = ranges.serials();
      }
      long cell = rows[row + CELL];
      into[first + i - from] = (int) cell;
      long before = rows[row + LAST];
      if ((address ^ before) >>> chunkShift != 0) {
        touch(row);
      }
      rows[row + TOUCHED] |= 1L << (address >>> wordShift);
      long step = address - before;
      rows[row + LAST] = address;
      if (cell < counted) {
        if (step == rows[row + STRIDE]) {
          rows[row + COUNT]++;
        } else {
          turn(row, step);
        }
      }
    }
  }

  /** Chooses one of each {@link #ONE_OF} numbers. */
  private static boolean isSample(long number) {
    return ((number ^ Bitmaps.mix(number / ONE_OF) >>> 32) & ONE_OF - 1) == 0;
  }

  /** The cell goes on in another chunk. */
  private void touch(int row) {
    if (rows[row + TOUCHED] != 0) {
      touched.add((int) rows[row + CELL], rows[row + LAST], rows[row + TOUCHED]);
      rows[row + TOUCHED] = 0;
    }
  }

  private void turn(int row, long step) {
    long before = rows[row + STRIDE];
    if (before == NO_ACCESS) {
      rows[row + STRIDE] = NO_STRIDE;
      return;
    }
    if (before != NO_STRIDE) {
      int cell = (int) rows[row + CELL];
      count(cell, before, rows[row + COUNT]);
      rows[row + CELL] = cell | busy(cell);
    }
    rows[row + STRIDE] = step;
    rows[row + COUNT] = 1;
  }

  private void count(int cell, long step, long times) {
    strides.add(cell, step, busy(cell) == 0 ? times : times * ONE_OF);
  }

  private long busy(int cell) {
    return strides.all(cell) < COUNTED_STRIDES ? 0 : BUSY;
  }

  private void find(long address, int site, CallStack stack) {
    map.find(address, site, stack, place);
    int row = site * ROW;
    int cell = (int) rows[row + CELL];
    if (cell < 0 || objectOf[cell] != place.object) {
      leave(row);
      take(row, cellOf(site, place.object));
    }
    rows[row + LOW] = place.low;
    rows[row + BYTES] = place.bytes | (place.ownFrame ? OWN_FRAME : 0);
    rows[row + VALID] = (long) place.range << 32 | ranges.serials()[place.range] & 0xFFFF_FFFFL;
  }

  /** Keeps what the row knows of its cell. */
  private void leave(int row) {
    int cell = (int) rows[row + CELL];
    if (cell >= 0) {
      touch(row);
      last[cell] = rows[row + LAST];
      stride[cell] = rows[row + STRIDE];
      count[cell] = rows[row + COUNT];
    }
  }

  private void take(int row, int cell) {
    rows[row + CELL] = cell | busy(cell);
    rows[row + LAST] = last[cell];
    rows[row + STRIDE] = stride[cell];
    rows[row + COUNT] = count[cell];
  }

  /** Brings strides and words up to date; nothing may be attributed afterwards. */
  void finish() {
    for (int site = 0; site < sitesReady; site++) {
      leave(site * ROW);
    }
    for (int cell = 0; cell < cells; cell++) {
      if (stride[cell] != NO_ACCESS && stride[cell] != NO_STRIDE) {
        count(cell, stride[cell], count[cell]);
        stride[cell] = NO_STRIDE;
      }
    }
    for (int site = 0; site < sitesReady; site++) {
      rows[site * ROW + CELL] = -1;
      rows[site * ROW + BYTES] = 0;
    }
  }

  private int cellOf(int site, int object) {
    int mask = index.length - 1;
    int at = hash(site, object) & mask;
    while (index[at] != 0) {
      int cell = index[at] - 1;
      if (siteOf[cell] == site && objectOf[cell] == object) {
        return cell;
      }
      at = at + 1 & mask;
    }
    if (cells >= MAX_CELLS && object != 0) {
      return cellOf(site, 0);
    }
    if (cells == siteOf.length) {
      int length = 2 * cells;
      siteOf = Arrays.copyOf(siteOf, length);
      objectOf = Arrays.copyOf(objectOf, length);
      last = Arrays.copyOf(last, length);
      stride = Arrays.copyOf(stride, length);
      count = Arrays.copyOf(count, length);
    }
    siteOf[cells] = site;
    objectOf[cells] = object;
    stride[cells] = NO_ACCESS;
    index[at] = ++cells;
    if (2 * cells > mask) {
      grow();
    }
    return cells - 1;
  }

  private void grow() {
    index = new int[2 * index.length];
    int mask = index.length - 1;
    for (int cell = 0; cell < cells; cell++) {
      int at = hash(siteOf[cell], objectOf[cell]) & mask;
      while (index[at] != 0) {
        at = at + 1 & mask;
      }
      index[at] = cell + 1;
    }
  }

  private static int hash(int site, int object) {
    long h = (site * 0x9E3779B97F4A7C15L ^ object) * 0xC2B2AE3D27D4EB4FL;
    return (int) (h >>> 33);
  }
}
