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
 *
 * <p>Where many strides in a row are ones that are not told apart, as in random accesses, most are
 * passed over until one comes that is: they would only take each other's places.
 */
final class StrideCounts {
  private static final int PLACES = 8;
  private static final int PLACE = 3;
  private static final int TABLE = PLACES * PLACE;
  private static final int SHOWN = 5;

  /** So many unknown strides in a row are irregular; then one of eight is looked at. */
  private static final int IRREGULAR = 64;

  private static final int LOOKED_AT = 8;

  /** Stride, count and error of each place of each table. */
  private long[] entries = new long[64 * TABLE];

  private int tables;

  /** By table: unknown strides since the last known one. */
  private int[] unknown = new int[64];

  /** A cell's table + 1, 0 if it has none. */
  private int[] tableOf = new int[256];

  void add(int cell, long stride, long count) {
    if (cell >= tableOf.length) {
      tableOf = Arrays.copyOf(tableOf, Math.max(2 * tableOf.length, cell + 1));
    }
    int table = tableOf[cell];
    if (table == 0) {
      table = newTable(cell);
    }
    int since = unknown[table - 1];
    if (count == 1 && since >= IRREGULAR && since % LOOKED_AT != 0) {
      unknown[table - 1] = since + 1 & Integer.MAX_VALUE;
      return;
    }
    long[] entries = this.entries;
    int first = (table - 1) * TABLE;
    int rarest = first;
    long least = Long.MAX_VALUE;
    for (int at = first; at < first + TABLE; at += PLACE) {
      long counted = entries[at + 1];
      if (entries[at] == stride && counted != 0) {
        entries[at + 1] = counted + count;
        unknown[table - 1] = 0;
        return;
      }
      if (counted < least) {
        least = counted;
        rarest = at;
      }
    }
    unknown[table - 1] = least == 0 ? 0 : since + 1 & Integer.MAX_VALUE;
    entries[rarest] = stride;
    entries[rarest + 1] = least + count;
    entries[rarest + 2] = least;
  }

  private int newTable(int cell) {
    if ((tables + 1) * TABLE > entries.length) {
      entries = Arrays.copyOf(entries, 2 * entries.length);
      unknown = Arrays.copyOf(unknown, 2 * unknown.length);
    }
    tableOf[cell] = ++tables;
    return tables;
  }

  /** The five commonest strides, commonest first. */
  List<StrideShare> of(int cell) {
    if (cell >= tableOf.length || tableOf[cell] == 0) {
      return List.of();
    }
    List<StrideShare> strides = new ArrayList<>();
    int first = (tableOf[cell] - 1) * TABLE;
    for (int at = first; at < first + TABLE; at += PLACE) {
      long sure = entries[at + 1] - entries[at + 2];
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
