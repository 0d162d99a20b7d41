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
 * inherits its count as a possible error. With at most as many strides as places counts are exact;
 * otherwise what may be error is left out, so counts are never too high.
 */
final class StrideCounts {
  private static final int PLACES = 8;
  private static final int SHOWN = 5;

  /** A table: strides, then their counts, then the errors in these. */
  private static final int TABLE = 3 * PLACES;

  private long[] entries = new long[64 * TABLE];
  private int tables;

  /** A cell's table + 1, 0 if it has none. */
  private int[] tableOf = new int[256];

  /** By cell: strides that were counted. */
  private long[] all = new long[256];

  /** A cell went on by a stride so many times. */
  void add(int cell, long stride, long count) {
    if (cell >= all.length) {
      int length = Math.max(2 * all.length, cell + 1);
      tableOf = Arrays.copyOf(tableOf, length);
      all = Arrays.copyOf(all, length);
    }
    all[cell] += count;
    if (tableOf[cell] == 0) {
      if ((tables + 1) * TABLE > entries.length) {
        entries = Arrays.copyOf(entries, 2 * entries.length);
      }
      tableOf[cell] = ++tables;
    }
    put((tableOf[cell] - 1) * TABLE, stride, count);
  }

  /** Strides of a cell that were counted. */
  long all(int cell) {
    return cell < all.length ? all[cell] : 0;
  }

  private void put(int first, long stride, long count) {
    long[] entries = this.entries;
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

  /** The five commonest strides, commonest first. */
  List<StrideShare> of(int cell) {
    if (cell >= tableOf.length || tableOf[cell] == 0) {
      return List.of();
    }
    List<StrideShare> strides = new ArrayList<>();
    int first = (tableOf[cell] - 1) * TABLE;
    for (int at = first; at < first + PLACES; at++) {
      long sure = entries[at + PLACES] - entries[at + 2 * PLACES];
      if (sure > 0) {
        strides.add(new StrideShare(entries[at], sure));
      }
    }
    strides.sort(
        Comparator.comparingLong(StrideShare::count)
            .reversed()
            .thenComparingLong(StrideShare::bytes));
    return List.copyOf(strides.subList(0, Math.min(SHOWN, strides.size())));
  }
}
