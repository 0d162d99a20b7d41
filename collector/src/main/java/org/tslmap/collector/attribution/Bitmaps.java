package org.tslmap.collector.attribution;

import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/**
 * Bitmaps of equal length, by keys other than 0. All bits are in one array; the table that tells
 * where has open addressing, two longs for an entry: the key, and the index of its first long.
 */
final class Bitmaps {
  private static final int FEWEST = 1024;

  private final int longs;
  private long[] table = new long[4 * FEWEST];
  private int shift = Long.numberOfLeadingZeros(2 * FEWEST - 1L);
  private long[] bits;
  private int size;

  /**
   * No bitmaps yet.
   *
   * @param longs length of each, in longs
   */
  Bitmaps(int longs) {
    this.longs = longs;
    bits = new long[FEWEST * longs];
  }

  /** A number whose bits all depend on all bits of another. */
  static long mix(long key) {
    long h = key * 0x9E3779B97F4A7C15L;
    return (h ^ h >>> 29) * 0xBF58476D1CE4E5B9L;
  }

  /** How many there are. */
  int size() {
    return size;
  }

  /** The bits of all bitmaps; another array after {@link #make} and {@link #keep}. */
  long[] bits() {
    return bits;
  }

  /** Where the bits of a key begin, -1 if it has none. */
  int find(long key) {
    int at = entry(key);
    return table[at] == 0 ? -1 : (int) table[at + 1];
  }

  /**
   * Looks for many at once.
   *
   * @param places gets where the bits of each key begin, -1 where there is none
   */
  void find(long[] keys, int count, int[] places) {
    long[] table = this.table;
    int shift = this.shift;
    int last = table.length - 1;
    for (int i = 0; i < count; i++) {
      long key = keys[i];
      int at = (int) (mix(key) >>> shift) << 1;
      while (table[at] != key && table[at] != 0) {
        at = at + 2 & last;
      }
      places[i] = (int) table[at + 1] - (table[at] == 0 ? 1 : 0);
    }
  }

  /** Where the bits of a key begin, which are 0 if it had none before. */
  int make(long key) {
    int at = entry(key);
    if (table[at] != 0) {
      return (int) table[at + 1];
    }
    int first = size++ * longs;
    if (first == bits.length) {
      bits = Arrays.copyOf(bits, 2 * first);
    }
    table[at] = key;
    table[at + 1] = first;
    if (4 * size > table.length) {
      grow();
    }
    return first;
  }

  private int entry(long key) {
    int at = (int) (mix(key) >>> shift) << 1;
    while (table[at] != key && table[at] != 0) {
      at = at + 2 & table.length - 1;
    }
    return at;
  }

  private void grow() {
    long[] old = table;
    table = new long[2 * old.length];
    shift--;
    for (int i = 0; i < old.length; i += 2) {
      if (old[i] != 0) {
        int at = entry(old[i]);
        table[at] = old[i];
        table[at + 1] = old[i + 1];
      }
    }
  }

  /** Drops all other keys. */
  void keep(LongPredicate wanted) {
    Bitmaps kept = new Bitmaps(longs);
    // As long as this one: keys come in the order of their places, which would crowd the front of a
    // shorter table.
    kept.table = new long[table.length];
    kept.shift = shift;
    each(
        key -> {
          if (wanted.test(key)) {
            int to = kept.make(key);
            System.arraycopy(bits, find(key), kept.bits, to, longs);
          }
        });
    table = kept.table;
    shift = kept.shift;
    bits = kept.bits;
    size = kept.size;
  }

  /** Visits all keys, in no order. */
  void each(LongConsumer visitor) {
    for (int i = 0; i < table.length; i += 2) {
      if (table[i] != 0) {
        visitor.accept(table[i]);
      }
    }
  }
}
