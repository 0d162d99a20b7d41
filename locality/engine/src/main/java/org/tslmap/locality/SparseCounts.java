package org.tslmap.locality;

import java.util.Arrays;

/**
 * Counts by a number 0..n-1, most of which are 0.
 *
 * <p>A profile holds a million of these, nearly all with a handful of numbers, and most are never
 * changed: those are the steps from number to number and the counts, each in as few bytes as it
 * needs. Others are kept in pages that exist only where something was counted.
 */
final class SparseCounts {

  private static final int PAGE = 32;
  private static final byte[] NOTHING = {};

  /** Bytes from which on sums are kept in pages. */
  private static final int MOST_PACKED = 160;

  private final int n;

  /** Steps and counts, seven bits to a byte, low bits first; nothing once there are pages. */
  private byte[] packed = NOTHING;

  private long[][] pages;

  /** Takes one number that was counted. */
  @FunctionalInterface
  interface Visitor {
    /** Takes a number and its count, at least 1. */
    void count(int number, long count);
  }

  /** Nothing of so many numbers. */
  SparseCounts(int n) {
    this.n = n;
  }

  /**
   * Counts of some numbers.
   *
   * @param pairs numbers in ascending order, each before its count, at least 1
   * @param from where the first pair is
   * @param end where the last pair ends
   * @throws IllegalArgumentException if a number or a count is not so
   */
  static SparseCounts of(int n, long[] pairs, int from, int end) {
    SparseCounts counts = new SparseCounts(n);
    int length = 0;
    long before = -1;
    for (int i = from; i < end; i += 2) {
      if (pairs[i] <= before || pairs[i] >= n || pairs[i + 1] < 1) {
        throw new IllegalArgumentException(
            "expected numbers in ascending order below %d, each counted, but found %d counted %d times after %d"
                .formatted(n, pairs[i], pairs[i + 1], before));
      }
      length += length(pairs[i] - before) + length(pairs[i + 1]);
      before = pairs[i];
    }
    counts.packed = new byte[length];
    int at = 0;
    before = -1;
    for (int i = from; i < end; i += 2) {
      at = put(counts.packed, at, pairs[i] - before);
      at = put(counts.packed, at, pairs[i + 1]);
      before = pairs[i];
    }
    return counts;
  }

  private static int length(long value) {
    return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
  }

  private static int put(byte[] to, int at, long value) {
    long rest = value;
    int next = at;
    for (; rest >= 128; rest >>>= 7) {
      to[next++] = (byte) (rest | 128);
    }
    to[next++] = (byte) rest;
    return next;
  }

  /** Goes through packed pairs. */
  private static final class Cursor {
    private final byte[] packed;
    private int at;
    private int number = -1;
    private long count;

    Cursor(SparseCounts counts) {
      packed = counts.packed;
    }

    /** Steps to the next pair; afterwards the number is the largest one if there is none. */
    boolean next() {
      if (at == packed.length) {
        number = Integer.MAX_VALUE;
        return false;
      }
      number += (int) value();
      count = value();
      return true;
    }

    private long value() {
      long value = 0;
      int shift = 0;
      byte next;
      do {
        next = packed[at++];
        value |= (long) (next & 127) << shift;
        shift += 7;
      } while (next < 0);
      return value;
    }
  }

  /** Counts a number so many times more. */
  void add(int number, long count) {
    if (count != 0) {
      spread();
      page(number / PAGE)[number % PAGE] += count;
    }
  }

  private void spread() {
    if (pages == null) {
      long[][] spread = new long[(n + PAGE - 1) / PAGE][];
      each((number, count) -> page(spread, number / PAGE)[number % PAGE] = count);
      pages = spread;
      packed = NOTHING;
    }
  }

  private long[] page(int p) {
    return page(pages, p);
  }

  private static long[] page(long[][] pages, int p) {
    if (pages[p] == null) {
      pages[p] = new long[PAGE];
    }
    return pages[p];
  }

  /** Adds all counts of another one of the same n. */
  void add(SparseCounts other) {
    if (other.pages == null) {
      if (pages != null) {
        addPacked(other);
      } else if (packed.length == 0) {
        packed = other.packed;
      } else if (packed.length + other.packed.length <= MOST_PACKED) {
        merge(other);
      } else {
        spread();
        addPacked(other);
      }
      return;
    }
    spread();
    for (int p = 0; p < pages.length; p++) {
      if (other.pages[p] != null) {
        long[] page = page(p);
        for (int i = 0; i < PAGE; i++) {
          page[i] += other.pages[p][i];
        }
      }
    }
  }

  private void addPacked(SparseCounts other) {
    Cursor cursor = new Cursor(other);
    while (cursor.next()) {
      page(cursor.number / PAGE)[cursor.number % PAGE] += cursor.count;
    }
  }

  /** No sum takes more bytes than its terms, and no step more than it took before. */
  private void merge(SparseCounts other) {
    byte[] to = new byte[packed.length + other.packed.length];
    Cursor a = new Cursor(this);
    Cursor b = new Cursor(other);
    int length = 0;
    int before = -1;
    a.next();
    b.next();
    for (int number = Math.min(a.number, b.number);
        number != Integer.MAX_VALUE;
        number = Math.min(a.number, b.number)) {
      long count = 0;
      if (a.number == number) {
        count += a.count;
        a.next();
      }
      if (b.number == number) {
        count += b.count;
        b.next();
      }
      length = put(to, length, number - before);
      length = put(to, length, count);
      before = number;
    }
    packed = Arrays.copyOf(to, length);
  }

  /** How often a number was counted. */
  long get(int number) {
    if (pages != null) {
      long[] page = pages[number / PAGE];
      return page == null ? 0 : page[number % PAGE];
    }
    Cursor cursor = new Cursor(this);
    do {
      cursor.next();
    } while (cursor.number < number);
    return cursor.number == number ? cursor.count : 0;
  }

  /** How many numbers were counted. */
  int size() {
    int[] size = {0};
    each((number, count) -> size[0]++);
    return size[0];
  }

  /** The counts of all numbers from one on together. */
  long sumFrom(int first) {
    long[] sum = {0};
    each((number, count) -> sum[0] += number < first ? 0 : count);
    return sum[0];
  }

  /** Visits the numbers that were counted, in ascending order. */
  void each(Visitor visitor) {
    if (pages == null) {
      Cursor cursor = new Cursor(this);
      while (cursor.next()) {
        visitor.count(cursor.number, cursor.count);
      }
      return;
    }
    for (int p = 0; p < pages.length; p++) {
      for (int i = 0; pages[p] != null && i < PAGE; i++) {
        if (pages[p][i] != 0) {
          visitor.count(p * PAGE + i, pages[p][i]);
        }
      }
    }
  }

  @Override
  public boolean equals(Object object) {
    if (!(object instanceof SparseCounts other) || n != other.n) {
      return false;
    }
    if (pages == null && other.pages == null) {
      return Arrays.equals(packed, other.packed);
    }
    long[] all = all();
    return Arrays.equals(all, other.all());
  }

  @Override
  public int hashCode() {
    int[] hash = {n};
    each((number, count) -> hash[0] = 31 * (31 * hash[0] + number) + Long.hashCode(count));
    return hash[0];
  }

  private long[] all() {
    long[] all = new long[n];
    each((number, count) -> all[number] = count);
    return all;
  }
}
