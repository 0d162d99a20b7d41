package org.tslmap.collector.density;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;

/** Counts the accesses to each block of memory in the column that goes on. */
/*
 * This sees every access. Memory is cut into blocks, and these are put together in pages of 256. A
 * page that was ever accessed has a place for each of its blocks, so a block's place is found with
 * one look into a small directory of pages, and neighbours lie side by side. A place holds loads in
 * its lower half and stores in its upper half, so that either is one addition, and no access
 * branches on what it finds there: whether a block is new in this column decides how far a list
 * grows, not where the program goes.
 */
final class LiveColumn {
  private static final int PAGE_BITS = 8;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int INDEX_BITS = 10;

  /** Pages at most. */
  static final int MOST_PAGES = 1 << INDEX_BITS;

  private static final int FIRST_PAGES = 16;

  /** So many accesses are looked at twice, which is quicker than doing all at once. */
  private static final int CHUNK = 1 << 10;

  private static final int SLOT_BITS = INDEX_BITS + 2;
  private static final int INDEX_MASK = MOST_PAGES - 1;
  private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;
  private static final long FREE = -1;
  private static final long LOAD = 1;
  private static final long LOADS = (1L << Integer.SIZE) - 1;
  private static final long STORE = 1L << Integer.SIZE;
  private static final int NO_ROW = -1;

  private final IntSupplier siteCount;
  private final IntPredicate isStore;
  private long[] kinds = new long[1 << 10]; // by site: LOAD or STORE
  private int sitesKnown;

  private int shift;
  private final long[] directory = new long[1 << SLOT_BITS]; // page << INDEX_BITS | its index
  private final long[] pageNumbers = new long[MOST_PAGES];
  private int pages;

  private final int[] chunk = new int[CHUNK]; // the places of some accesses

  // By place.
  private long[] counts = new long[FIRST_PAGES * PAGE];
  private int[] lastSites = new int[FIRST_PAGES * PAGE];
  private int[] rows = new int[FIRST_PAGES * PAGE];
  private int[] touched = new int[FIRST_PAGES * PAGE + 1];
  private int touchedCount;

  // By row.
  private int[] places = new int[FIRST_PAGES * PAGE];
  private int rowCount;

  private final DensityColumn column = new DensityColumn();

  /**
   * An empty column.
   *
   * @param siteCount how many access sites there are; may grow
   * @param isStore whether one of them writes
   * @param shift a block has 2 to the power of this many bytes
   */
  LiveColumn(IntSupplier siteCount, IntPredicate isStore, int shift) {
    this.siteCount = siteCount;
    this.isStore = isStore;
    clear(shift);
  }

  private void clear(int blockShift) {
    shift = blockShift;
    pages = 0;
    rowCount = 0;
    touchedCount = 0;
    Arrays.fill(directory, FREE);
    Arrays.fill(counts, 0);
    Arrays.fill(rows, NO_ROW);
  }

  /**
   * Counts accesses, as long as there is capacity for their pages.
   *
   * @return the index of the first access that is not counted, {@code to} if all are
   */
  int count(long[] addresses, int[] sites, int from, int to) {
    learn();
    int at = from;
    while (at < to) {
      int end = Math.min(to, at + CHUNK);
      int found = find(addresses, at, end);
      add(sites, at, found);
      if (found < end) {
        return found;
      }
      at = end;
    }
    return to;
  }

  /** Finds the places of accesses; gives the index of the first that has none. */
  private int find(long[] addresses, int from, int to) {
    long[] pageDirectory = directory;
    int[] found = chunk;
    int blockShift = shift;
    for (int i = from; i < to; i++) {
      long block = addresses[i] >>> blockShift;
      long page = block >>> PAGE_BITS;
      long entry = pageDirectory[slot(page)];
      if (entry >>> INDEX_BITS != page) {
        entry = entry(page);
        if (entry == FREE) {
          return i;
        }
      }
      found[i - from] = place(entry, block);
    }
    return to;
  }

  /** Counts accesses whose places were found. */
  private void add(int[] sites, int from, int to) {
    int[] found = chunk;
    long[] known = kinds;
    long[] here = counts;
    int[] last = lastSites;
    int[] list = touched;
    int listed = touchedCount;
    for (int i = from; i < to; i++) {
      int place = found[i - from];
      int site = sites[i];
      long before = here[place];
      list[listed] = place;
      listed += before == 0 ? 1 : 0;
      here[place] = before + known[site];
      last[place] = site;
    }
    touchedCount = listed;
  }

  private static int slot(long page) {
    return (int) (page * 0x9E3779B97F4A7C15L >>> Long.SIZE - SLOT_BITS);
  }

  /** Asks what sites do that were not there before. */
  private void learn() {
    int count = siteCount.getAsInt();
    if (count > kinds.length) {
      kinds = Arrays.copyOf(kinds, Math.max(count, 2 * kinds.length));
    }
    for (; sitesKnown < count; sitesKnown++) {
      kinds[sitesKnown] = isStore.test(sitesKnown) ? STORE : LOAD;
    }
  }

  /**
   * The directory's entry of a page, which is made if there is capacity; otherwise {@link #FREE}.
   */
  private long entry(long page) {
    int slot = slot(page);
    while (directory[slot] != FREE && directory[slot] >>> INDEX_BITS != page) {
      slot = slot + 1 & SLOT_MASK;
    }
    if (directory[slot] == FREE && pages < MOST_PAGES) {
      if ((pages + 1) * PAGE > counts.length) {
        grow();
      }
      pageNumbers[pages] = page;
      directory[slot] = page << INDEX_BITS | pages;
      pages++;
    }
    return directory[slot];
  }

  private void grow() {
    int before = counts.length;
    int size = 2 * before;
    counts = Arrays.copyOf(counts, size);
    lastSites = Arrays.copyOf(lastSites, size);
    rows = Arrays.copyOf(rows, size);
    Arrays.fill(rows, before, size, NO_ROW);
    touched = Arrays.copyOf(touched, size + 1);
  }

  /** Writes the column, which is empty afterwards. Blocks that are new get the next rows. */
  void pack(CellBuffer buffer) {
    for (int i = 0; i < touchedCount; i++) {
      int place = touched[i];
      if (rows[place] == NO_ROW) {
        addRow(place);
      }
      column.add(rows[place], counts[place] & LOADS, counts[place] >>> Integer.SIZE);
      counts[place] = 0;
    }
    touchedCount = 0;
    column.pack(buffer);
  }

  private void addRow(int place) {
    if (rowCount == places.length) {
      places = Arrays.copyOf(places, 2 * rowCount);
    }
    rows[place] = rowCount;
    places[rowCount] = place;
    rowCount++;
    column.grow(rowCount);
  }

  /** How many rows there are. */
  int rowCount() {
    return rowCount;
  }

  /** The block of each row. */
  long[] blocks() {
    long[] blocks = new long[rowCount];
    Arrays.setAll(blocks, row -> block(places[row]));
    return blocks;
  }

  private long block(int place) {
    return pageNumbers[place >>> PAGE_BITS] << PAGE_BITS | place & PAGE - 1;
  }

  /** The site of the last access to each row's block. */
  int[] lastSites() {
    int[] sites = new int[rowCount];
    Arrays.setAll(sites, row -> lastSites[places[row]]);
    return sites;
  }

  /**
   * Begins again with other rows and larger blocks, but keeps what was counted in this column.
   *
   * @param larger its blocks and their last sites
   */
  void enlarge(DensityLevel larger) {
    int count = touchedCount;
    long[] before = new long[count];
    long[] kept = new long[count];
    int[] sites = new int[count];
    for (int i = 0; i < count; i++) {
      int place = touched[i];
      before[i] = block(place) >>> larger.shift() - shift;
      kept[i] = counts[place];
      sites[i] = lastSites[place];
    }
    clear(larger.shift());
    for (int row = 0; row < larger.blocks().length; row++) {
      int place = place(larger.blocks()[row]);
      lastSites[place] = larger.sites()[row];
      addRow(place);
    }
    for (int i = 0; i < count; i++) {
      add(before[i], kept[i], sites[i]);
    }
  }

  private void add(long block, long more, int site) {
    int place = place(block);
    if (counts[place] == 0) {
      touched[touchedCount++] = place;
    }
    counts[place] += more;
    lastSites[place] = site;
  }

  /** Adds counts to a block, which has a place if its page was accessed before. */
  void add(long block, long loads, long stores, int site) {
    add(block, loads * LOAD + stores * STORE, site);
  }

  private int place(long block) {
    return place(entry(block >>> PAGE_BITS), block);
  }

  private static int place(long entry, long block) {
    return ((int) entry & INDEX_MASK) << PAGE_BITS | (int) block & PAGE - 1;
  }

  /** By how many powers of two blocks must grow so that half of the pages are free. */
  int lackingShift() {
    for (int more = 1; ; more++) {
      int by = more;
      long left = Arrays.stream(pageNumbers, 0, pages).map(page -> page >>> by).distinct().count();
      if (left <= MOST_PAGES / 2) {
        return more;
      }
    }
  }
}
