package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.tslmap.locality.profile.StrideShare;

/**
 * The commonest strides of each cell, by the space-saving algorithm (Metwally, Agrawal, El Abbadi,
 * "Efficient Computation of Frequent and Top-k Elements in Data Streams", ICDT 2005): of the
 * strides that are told apart, one that is not among them takes the place of the rarest and
 * inherits its count as a possible error, which is left out of what is given.
 *
 * <p>Counts are exact, or too low by that error, for a cell's first 8192 strides, and for runs of
 * eight equal ones or more at any time. Of shorter runs later on an eighth is counted, eightfold:
 * sixteen strides out of 128, at a random place among them.
 */
final class StrideCounts {
  private static final int PLACES = 8;
  private static final int SHOWN = 5;

  /** A table: strides, then their counts, then the errors in these. */
  private static final int TABLE = 3 * PLACES;

  private static final int EXACT_BITS = 13;
  private static final int LONG_RUN = 8;
  private static final int ONE_OF = 8;
  private static final int SAMPLE_BITS = 4;

  private long[] entries = new long[64 * TABLE];
  private int tables;

  /** A cell's table + 1, 0 if it has none. */
  private int[] tableOf = new int[256];

  /** By cell: all its strides, counted or not. */
  private long[] all = new long[256];

  /** A cell went on by a stride so many times in a row. */
  void add(int cell, long stride, long count) {
    if (cell >= all.length) {
      int length = Math.max(2 * all.length, cell + 1);
      tableOf = Arrays.copyOf(tableOf, length);
      all = Arrays.copyOf(all, length);
    }
    long before = all[cell];
    all[cell] = before + count;
    if (before >>> EXACT_BITS == 0 || count >= LONG_RUN) {
      put(cell, stride, count);
    } else if (isSampled(before)) {
      put(cell, stride, count * ONE_OF);
    }
  }

  private static boolean isSampled(long before) {
    long sample = before >>> SAMPLE_BITS;
    long random = sample / ONE_OF * 0x9E3779B97F4A7C15L >>> 32;
    return ((sample ^ random) & ONE_OF - 1) == 0;
  }

  private void put(int cell, long stride, long count) {
    if (tableOf[cell] == 0) {
      if ((tables + 1) * TABLE > entries.length) {
        entries = Arrays.copyOf(entries, 2 * entries.length);
      }
      tableOf[cell] = ++tables;
    }
    long[] entries = this.entries;
    int first = (tableOf[cell] - 1) * TABLE;
    for (int at = first; at < first + PLACES; at++) {
      if (entries[at] == stride && entries[at + PLACES] != 0) {
        entries[at + PLACES] += count;
        return;
      }
    }
    int rarest = first;
    for (int at = first + 1; at < first + PLACES; at++) {
      rarest = entries[at + PLACES] < entries[rarest + PLACES] ? at : rarest;
    }
    long least = entries[rarest + PLACES];
    entries[rarest] = stride;
    entries[rarest + PLACES] = least + count;
    entries[rarest + 2 * PLACES] = least;
  }

  /** The five commonest strides, commonest first; together no more than all of the cell's. */
  List<StrideShare> of(int cell) {
    if (cell >= tableOf.length || tableOf[cell] == 0) {
      return List.of();
    }
    List<StrideShare> strides = new ArrayList<>();
    int first = (tableOf[cell] - 1) * TABLE;
    long sum = 0;
    for (int at = first; at < first + PLACES; at++) {
      long sure = entries[at + PLACES] - entries[at + 2 * PLACES];
      if (sure > 0) {
        strides.add(new StrideShare(entries[at], sure));
        sum += sure;
      }
    }
    double scale = Math.min(1, (double) all[cell] / Math.max(1, sum));
    if (scale < 1) {
      strides.replaceAll(one -> new StrideShare(one.bytes(), (long) (one.count() * scale)));
    }
    strides.sort(
        Comparator.comparingLong(StrideShare::count)
            .reversed()
            .thenComparingLong(StrideShare::bytes));
    return List.copyOf(strides.subList(0, Math.min(SHOWN, strides.size())));
  }
}
