package org.tslmap.collector.attribution;

import java.util.function.LongPredicate;

/**
 * Sets of 64 bits by keys other than 0. The table has open addressing, two longs for an entry: its
 * key and its bits.
 */
final class BitSets {
  /** Takes an entry. */
  @FunctionalInterface
  interface Visitor {
    void entry(long key, long bits);
  }

  private long[] table = new long[2 * 4096];
  private int shift = Long.numberOfLeadingZeros(4096 - 1L);
  private int used;

  /** A number whose bits all depend on all bits of another. */
  static long mix(long key) {
    long h = key * 0x9E3779B97F4A7C15L;
    return (h ^ h >>> 29) * 0xBF58476D1CE4E5B9L;
  }

  /** Adds bits to a key's; gives whether it had none. */
  boolean add(long key, long bits) {
    int at = place(key);
    table[at + 1] |= bits;
    if (table[at] != 0) {
      return false;
    }
    table[at] = key;
    used++;
    if (4 * used > table.length) {
      rebuild(2 * table.length, any -> true);
    }
    return true;
  }

  private int place(long key) {
    int at = (int) (mix(key) >>> shift) << 1;
    while (table[at] != key && table[at] != 0) {
      at = at + 2 & table.length - 1;
    }
    return at;
  }

  /** How many keys there are. */
  int size() {
    return used;
  }

  /** Drops all other keys. */
  void keep(LongPredicate wanted) {
    rebuild(table.length, wanted);
  }

  private void rebuild(int length, LongPredicate wanted) {
    long[] old = table;
    table = new long[length];
    shift = Long.numberOfLeadingZeros(length / 2 - 1L);
    used = 0;
    for (int i = 0; i < old.length; i += 2) {
      if (old[i] != 0 && wanted.test(old[i])) {
        int at = place(old[i]);
        table[at] = old[i];
        table[at + 1] = old[i + 1];
        used++;
      }
    }
  }

  /** Visits all entries, in no order. */
  void each(Visitor visitor) {
    for (int i = 0; i < table.length; i += 2) {
      if (table[i] != 0) {
        visitor.entry(table[i], table[i + 1]);
      }
    }
  }
}
