package org.tslmap.locality;

import java.util.Arrays;

/**
 * Counts by a number 0..n-1, most of which are 0.
 *
 * <p>A profile holds a million of these, nearly all with a handful of numbers: those are kept in
 * ascending order beside their counts. With more of them, such as in sums, counts are kept in pages
 * that exist only where something was counted.
 */
final class SparseCounts {

  private static final int FEW = 12;
  private static final int PAGE = 32;
  private static final int[] NO_NUMBERS = {};
  private static final long[] NO_COUNTS = {};

  private final int n;
  private int size;
  private int[] numbers = NO_NUMBERS;
  private long[] counts = NO_COUNTS;
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

  /** Counts a number so many times more. */
  void add(int number, long count) {
    if (count == 0) {
      return;
    }
    if (pages == null) {
      int place = size;
      while (place > 0 && numbers[place - 1] >= number) {
        place--;
      }
      if (place < size && numbers[place] == number) {
        counts[place] += count;
        return;
      }
      if (size < FEW) {
        insert(place, number, count);
        return;
      }
      spread();
    }
    page(number / PAGE)[number % PAGE] += count;
  }

  private void insert(int place, int number, long count) {
    if (size == numbers.length) {
      int room = Math.min(FEW, size < 2 ? 2 : 2 * size);
      numbers = Arrays.copyOf(numbers, room);
      counts = Arrays.copyOf(counts, room);
    }
    System.arraycopy(numbers, place, numbers, place + 1, size - place);
    System.arraycopy(counts, place, counts, place + 1, size - place);
    numbers[place] = number;
    counts[place] = count;
    size++;
  }

  private void spread() {
    pages = new long[(n + PAGE - 1) / PAGE][];
    for (int i = 0; i < size; i++) {
      page(numbers[i] / PAGE)[numbers[i] % PAGE] = counts[i];
    }
    numbers = NO_NUMBERS;
    counts = NO_COUNTS;
    size = 0;
  }

  private long[] page(int p) {
    if (pages[p] == null) {
      pages[p] = new long[PAGE];
    }
    return pages[p];
  }

  /** Adds all counts of another one of the same n. */
  void add(SparseCounts other) {
    if (other.pages == null) {
      for (int i = 0; i < other.size; i++) {
        add(other.numbers[i], other.counts[i]);
      }
      return;
    }
    if (pages == null) {
      spread();
    }
    for (int p = 0; p < pages.length; p++) {
      if (other.pages[p] != null) {
        long[] page = page(p);
        for (int i = 0; i < PAGE; i++) {
          page[i] += other.pages[p][i];
        }
      }
    }
  }

  /** How often a number was counted. */
  long get(int number) {
    if (pages != null) {
      long[] page = pages[number / PAGE];
      return page == null ? 0 : page[number % PAGE];
    }
    int place = Arrays.binarySearch(numbers, 0, size, number);
    return place < 0 ? 0 : counts[place];
  }

  /** All counts together. */
  long sum() {
    long sum = 0;
    if (pages == null) {
      for (int i = 0; i < size; i++) {
        sum += counts[i];
      }
      return sum;
    }
    for (long[] page : pages) {
      if (page != null) {
        for (long count : page) {
          sum += count;
        }
      }
    }
    return sum;
  }

  /** Visits the numbers that were counted, in ascending order. */
  void each(Visitor visitor) {
    for (int i = 0; i < size; i++) {
      visitor.count(numbers[i], counts[i]);
    }
    for (int p = 0; pages != null && p < pages.length; p++) {
      for (int i = 0; pages[p] != null && i < PAGE; i++) {
        if (pages[p][i] != 0) {
          visitor.count(p * PAGE + i, pages[p][i]);
        }
      }
    }
  }
}
