package org.tslmap.collector.attribution;

import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.Footprint;

/**
 * The distinct words that each owner touched, as bits; and from these, the distinct words and lines
 * of any group of owners. An owner is a number below 2^20.
 *
 * <p>Exact up to some three million stretches of 64 words. Beyond that it goes on with every second
 * stretch of memory, then every fourth and so on, chosen by a hash of their numbers and the same
 * ones for all owners, and footprints are estimated from these.
 */
/*
 * A table with open addressing, two longs for an entry: 1 + the owner and the chunk's number, and
 * the bits of its 64 words. Additions are collected and done some hundred at a time, so that the
 * processor can wait for several places of the table at once.
 */
final class TouchedWords {
  private static final int CHUNK_BITS = 6;
  private static final int OWNER_SHIFT = 42;
  private static final long CHUNK_MASK = (1L << OWNER_SHIFT) - 1;
  private static final int PENDING = 512;

  /** Places enough for everything. */
  private static final int ALL = 1 << 28;

  private final int most;
  private final int wordShift;
  private final int lineShift;
  private final long[] pending = new long[2 * PENDING];
  private int pendingUsed;
  private long[] table = new long[2 * 4096];
  private int used;
  private int sampling;

  /**
   * Nothing is touched yet.
   *
   * @param parameters say how large words and lines are
   */
  TouchedWords(MetricParameters parameters) {
    this(parameters, 1 << 22);
  }

  /**
   * The same in less room.
   *
   * @param most places in the table, a power of two
   */
  TouchedWords(MetricParameters parameters, int most) {
    this.most = most;
    wordShift = parameters.shift(Granularity.WORD);
    lineShift = parameters.shift(Granularity.LINE);
  }

  /** Bits of an address below the number of its chunk. */
  int chunkShift() {
    return wordShift + CHUNK_BITS;
  }

  /** Bits of an address below the number of its word. */
  int wordShift() {
    return wordShift;
  }

  /**
   * An owner touched words.
   *
   * @param address any address in the chunk
   * @param bits the words of the chunk, one bit each
   */
  void add(int owner, long address, long bits) {
    pending[pendingUsed] = key(owner, address >>> chunkShift());
    pending[pendingUsed + 1] = bits;
    pendingUsed += 2;
    if (pendingUsed == pending.length) {
      flush();
    }
  }

  private static long key(int owner, long chunk) {
    return ((long) owner << OWNER_SHIFT | chunk & CHUNK_MASK) + 1;
  }

  private static long mix(long key) {
    long h = key * 0x9E3779B97F4A7C15L;
    return (h ^ h >>> 29) * 0xBF58476D1CE4E5B9L;
  }

  private void flush() {
    int i = 0;
    while (i < pendingUsed) {
      long[] entries = table;
      int shift = Long.numberOfLeadingZeros(entries.length / 2 - 1L);
      for (; i < pendingUsed; i += 2) {
        int at = (int) (mix(pending[i]) >>> shift) << 1;
        if (entries[at] != pending[i]) {
          break;
        }
        entries[at + 1] |= pending[i + 1];
      }
      if (i < pendingUsed) {
        insert(pending[i], pending[i + 1]);
        i += 2;
      }
    }
    pendingUsed = 0;
  }

  private void insert(long key, long bits) {
    if (isLeftOut(key)) {
      return;
    }
    int shift = Long.numberOfLeadingZeros(table.length / 2 - 1L);
    int at = (int) (mix(key) >>> shift) << 1;
    while (table[at] != 0 && table[at] != key) {
      at = at + 2 & table.length - 1;
    }
    if (table[at] == 0) {
      table[at] = key;
      used++;
    }
    table[at + 1] |= bits;
    if (4 * used > 3 * (table.length / 2)) {
      if (table.length / 2 >= most) {
        sampling++;
      }
      rebuild(Math.min(2 * table.length, 2 * most));
    }
  }

  private boolean isLeftOut(long key) {
    return (mix(key - 1 & CHUNK_MASK) >>> 32 & (1L << sampling) - 1) != 0;
  }

  private void rebuild(int length) {
    long[] old = table;
    table = new long[length];
    used = 0;
    for (int i = 0; i < old.length; i += 2) {
      if (old[i] != 0) {
        insert(old[i], old[i + 1]);
      }
    }
  }

  /** One of so many chunks is looked at; 1 as long as footprints are exact. */
  long oneOf() {
    flush();
    return 1L << sampling;
  }

  /**
   * The footprints of groups of owners.
   *
   * @param groupOf each owner's group, -1 for none
   * @param groups how many groups there are
   * @return distinct words and lines of each group, estimated if {@link #oneOf} is not 1
   */
  Footprint[] footprints(int[] groupOf, int groups) {
    flush();
    TouchedWords unions = new TouchedWords(MetricParameters.defaults(), ALL);
    for (int i = 0; i < table.length; i += 2) {
      int group = table[i] == 0 ? -1 : groupOf[(int) (table[i] - 1 >>> OWNER_SHIFT)];
      if (group >= 0) {
        unions.insert(key(group, table[i] - 1), table[i + 1]);
      }
    }
    return unions.counts(groups, lineShift - wordShift, sampling);
  }

  private Footprint[] counts(int groups, int lineWordsShift, int scale) {
    long[] words = new long[groups];
    long[] lines = new long[groups];
    int chunksShift = Math.max(0, lineWordsShift - CHUNK_BITS);
    TouchedWords large = new TouchedWords(MetricParameters.defaults(), ALL);
    for (int i = 0; i < table.length; i += 2) {
      if (table[i] != 0) {
        int group = (int) (table[i] - 1 >>> OWNER_SHIFT);
        words[group] += Long.bitCount(table[i + 1]);
        if (chunksShift == 0) {
          lines[group] += linesOf(table[i + 1], lineWordsShift);
        } else {
          large.insert(key(group, (table[i] - 1 & CHUNK_MASK) >>> chunksShift), 1);
        }
      }
    }
    for (int i = 0; i < large.table.length; i += 2) {
      if (large.table[i] != 0) {
        lines[(int) (large.table[i] - 1 >>> OWNER_SHIFT)]++;
      }
    }
    Footprint[] footprints = new Footprint[groups];
    for (int group = 0; group < groups; group++) {
      footprints[group] = new Footprint(words[group] << scale, lines[group] << scale);
    }
    return footprints;
  }

  /** How many groups of 2^shift bits have one set; a chunk has at least one such group. */
  private static int linesOf(long bits, int shift) {
    long folded = bits;
    for (int width = 1; width < 1 << shift; width *= 2) {
      folded |= folded >>> width;
    }
    long firsts = shift == CHUNK_BITS ? 1 : Long.divideUnsigned(-1L, (1L << (1 << shift)) - 1);
    return Long.bitCount(folded & firsts);
  }
}
