package org.tslmap.collector.attribution;

import java.util.Arrays;

/** Which live range each address is in. */
/*
 * A directory of pages of 4 KiB in two levels. A page's entry is 0 (nothing), the number of the range
 * that has all of it, or ~i for a table i of its granules: of 8 bytes as heaps have them, or of single
 * bytes where variables begin anywhere.
 */
final class MemoryMap {
  private static final int PAGE_SHIFT = 12;
  private static final int PAGE = 1 << PAGE_SHIFT;
  private static final int CHUNK_SHIFT = 18;
  private static final int CHUNK = 1 << CHUNK_SHIFT;
  private static final int ADDRESS_BITS = 47;
  private static final int COARSE = 3;

  private final LiveRanges ranges;
  private final int[][] chunks = new int[1 << ADDRESS_BITS - PAGE_SHIFT - CHUNK_SHIFT][];
  private int[][] tables = new int[256][];
  private int tableCount;

  MemoryMap(LiveRanges ranges) {
    this.ranges = ranges;
  }

  /** The page's entry is 0 or a range, and no table. */
  boolean isUniform(long address) {
    return entry(address) >= 0;
  }

  /** The range an address is in, 0 if none. */
  int at(long address) {
    int entry = entry(address);
    if (entry >= 0) {
      return entry;
    }
    int[] table = tables[~entry];
    return table[(int) (address & PAGE - 1) >>> shift(table)];
  }

  private int entry(long address) {
    if (address >>> ADDRESS_BITS != 0) {
      return 0;
    }
    int[] chunk = chunks[(int) (address >>> PAGE_SHIFT + CHUNK_SHIFT)];
    return chunk == null ? 0 : chunk[(int) (address >>> PAGE_SHIFT) & CHUNK - 1];
  }

  /** Puts a range over what is there. */
  void put(int range) {
    long start = ranges.start(range);
    set(start, start + ranges.bytes(range), range);
  }

  /** Takes a range away; where others lie over it they stay. */
  void remove(int range) {
    long start = ranges.start(range);
    replace(start, start + ranges.bytes(range), range);
  }

  /** Takes away whatever is there. */
  void clear(long start, long end) {
    long at = start;
    while (at < end && at >>> ADDRESS_BITS == 0) {
      if (chunks[(int) (at >>> PAGE_SHIFT + CHUNK_SHIFT)] == null) {
        at = (at >>> PAGE_SHIFT + CHUNK_SHIFT) + 1 << PAGE_SHIFT + CHUNK_SHIFT;
      } else {
        long next = Math.min(end, (at | PAGE - 1) + 1);
        setInPage(at, next, 0);
        at = next;
      }
    }
  }

  private void set(long start, long end, int range) {
    for (long at = start; at < end && at >>> ADDRESS_BITS == 0; ) {
      long next = Math.min(end, (at | PAGE - 1) + 1);
      setInPage(at, next, range);
      at = next;
    }
  }

  private void setInPage(long start, long end, int range) {
    int[] chunk = chunk(start);
    int page = (int) (start >>> PAGE_SHIFT) & CHUNK - 1;
    int entry = chunk[page];
    if (end - start == PAGE) {
      if (entry > 0) {
        cover(entry);
      } else if (entry < 0) {
        for (int old : tables[~entry]) {
          cover(old);
        }
      }
      // A table that is not needed any more stays with its page's next use.
      chunk[page] = entry < 0 ? refill(entry, range) : range;
      return;
    }
    int[] table = table(chunk, page, start, end);
    int shift = shift(table);
    int last = (int) (end - 1 & PAGE - 1) >>> shift;
    for (int i = (int) (start & PAGE - 1) >>> shift; i <= last; i++) {
      if (table[i] != 0 && table[i] != range) {
        cover(table[i]);
      }
      table[i] = range;
    }
  }

  private void cover(int range) {
    if (range != 0) {
      ranges.cover(range);
    }
  }

  private int refill(int entry, int range) {
    Arrays.fill(tables[~entry], range);
    return entry;
  }

  private void replace(long start, long end, int range) {
    for (long at = start; at < end && at >>> ADDRESS_BITS == 0; ) {
      long next = Math.min(end, (at | PAGE - 1) + 1);
      int[] chunk = chunk(at);
      int page = (int) (at >>> PAGE_SHIFT) & CHUNK - 1;
      if (chunk[page] == range) {
        chunk[page] = 0;
      } else if (chunk[page] < 0) {
        int[] table = tables[~chunk[page]];
        int shift = shift(table);
        int last = (int) (next - 1 & PAGE - 1) >>> shift;
        for (int i = (int) (at & PAGE - 1) >>> shift; i <= last; i++) {
          table[i] = table[i] == range ? 0 : table[i];
        }
      }
      at = next;
    }
  }

  private int[] chunk(long address) {
    int number = (int) (address >>> PAGE_SHIFT + CHUNK_SHIFT);
    if (chunks[number] == null) {
      chunks[number] = new int[CHUNK];
    }
    return chunks[number];
  }

  /** The page's table, fine enough for these addresses. */
  private int[] table(int[] chunk, int page, long start, long end) {
    boolean fine = ((start | end) & (1 << COARSE) - 1) != 0;
    int entry = chunk[page];
    if (entry >= 0) {
      int[] table = new int[PAGE >> (fine ? 0 : COARSE)];
      Arrays.fill(table, entry);
      if (tableCount == tables.length) {
        tables = Arrays.copyOf(tables, 2 * tableCount);
      }
      tables[tableCount] = table;
      chunk[page] = ~tableCount++;
      return table;
    }
    int[] table = tables[~entry];
    if (fine && shift(table) != 0) {
      int[] finer = new int[PAGE];
      for (int i = 0; i < PAGE; i++) {
        finer[i] = table[i >>> COARSE];
      }
      tables[~entry] = finer;
      return finer;
    }
    return table;
  }

  private static int shift(int[] table) {
    return table.length == PAGE ? 0 : COARSE;
  }
}
