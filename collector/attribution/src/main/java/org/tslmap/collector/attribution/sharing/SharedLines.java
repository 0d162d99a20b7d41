package org.tslmap.collector.attribution.sharing;

import java.util.ArrayList;
import java.util.List;

/** The lines that more than one thread touched, and who has what of them. */
/*
 * An entry is some longs in a chunk:
 *   HOLDERS   the threads that would find the line in their cache, one bit each, and STORED
 *   LAST      upper half: the last access, its thread and label; lower half: the last access of
 *             another thread than that
 *   LATEST    how many accesses the thread of the last access had made before it
 *   BEFORE    the same of the last access of another thread than that
 *   COUNTED   upper half: 1 + the row of true sharing that the line was first counted in, lower
 *             half: that of false sharing; 0 for none
 *   STORERS   for each word who stored to it last, four bits: 1 + the thread modulo 15, 0 for nobody
 *   WORDS ... for each word the threads that accessed it since (and including) the last store to
 *             it, one bit each; STORED, and PASSED if more than one thread touched it
 *
 * A thread that stores is always the only holder afterwards, and one that loads becomes one. So a
 * line that a thread does not hold has been stored to by another one since, if it was stored to at
 * all; and the same goes for words.
 */
final class SharedLines {
  /** How many threads are told apart. */
  static final int MOST_THREADS = 62;

  /** What {@link #add} gives when there is no capacity left. */
  static final int FULL = -1;

  private static final long THREADS = (1L << MOST_THREADS) - 1;
  private static final long PASSED = 1L << MOST_THREADS;
  private static final long STORED = Long.MIN_VALUE;
  private static final int LABEL_BITS = 24;

  private static final int HOLDERS = 0;
  private static final int LAST = 1;
  private static final int LATEST = 2;
  private static final int BEFORE = 3;
  private static final int COUNTED = 4;
  private static final int STORERS = 5;
  private static final int WORDS = 6;

  /** Instead of a number of accesses: it is not known, and counts as long ago. */
  private static final long LONG_AGO = Long.MIN_VALUE / 2;

  private static final int STORER_BITS = 4;
  private static final int STORER_MASK = (1 << STORER_BITS) - 1;

  private static final int CHUNK_BITS = 10;

  private final int words;
  private final int lineShift;
  private final int size;
  private final Transfers transfers;
  private final Capacity capacity;
  private final int recent;
  private final List<long[]> chunks = new ArrayList<>();

  /** Accesses of each thread, by its number. */
  private final long[] made = new long[MOST_THREADS];

  private int count;
  private long sharedWords;

  /**
   * No lines.
   *
   * @param words of a line, at most 16
   * @param lineShift logarithm of a line's bytes
   * @param transfers takes what is found
   * @param capacity what entries may take
   * @param recent a thread that accessed a line among its last so many accesses is still at work on
   *     it
   */
  SharedLines(int words, int lineShift, Transfers transfers, Capacity capacity, int recent) {
    this.words = words;
    this.lineShift = lineShift;
    this.transfers = transfers;
    this.capacity = capacity;
    this.recent = recent;
    size = WORDS + words;
  }

  /**
   * Adds a line that one thread has touched.
   *
   * @param thread the thread, 0..61
   * @param label of its last access, below 2^24
   * @param touched the words it touched, one bit each
   * @param stored those it stored to
   * @return the line's number here, or {@link #FULL}
   */
  int add(int thread, int label, int touched, int stored) {
    if (count >>> CHUNK_BITS == chunks.size()) {
      if (!capacity.take((long) size * Long.BYTES << CHUNK_BITS)) {
        return FULL;
      }
      chunks.add(new long[size << CHUNK_BITS]);
    }
    long[] chunk = chunk(count);
    int at = at(count);
    long bit = 1L << thread;
    chunk[at + HOLDERS] = bit | (stored == 0 ? 0 : STORED);
    chunk[at + LAST] = (long) access(thread, label) << Integer.SIZE;
    chunk[at + LATEST] = LONG_AGO;
    for (int word = 0; word < words; word++) {
      chunk[at + WORDS + word] =
          ((touched >>> word & 1) == 0 ? 0 : bit) | ((stored >>> word & 1) == 0 ? 0 : STORED);
      if ((stored >>> word & 1) != 0) {
        storedBy(chunk, at, word, thread);
      }
    }
    return count++;
  }

  /** Counts an access of a thread; comes after what the access does. */
  void made(int thread) {
    made[thread]++;
  }

  void load(int line, int thread, int word, long address, int label) {
    long[] chunk = chunk(line);
    int at = at(line);
    long bit = 1L << thread;
    long holders = chunk[at + HOLDERS];
    long users = touch(chunk, at + WORDS + word, bit);
    if ((holders & bit) == 0 && holders < 0) {
      boolean passed = users < 0 && (users & bit) == 0;
      transfer(chunk, at, thread, address, label, passed, false);
    }
    chunk[at + HOLDERS] = holders | bit;
    chunk[at + WORDS + word] |= bit;
    remember(chunk, at, thread, label);
  }

  void store(int line, int thread, int word, long address, int label) {
    long[] chunk = chunk(line);
    int at = at(line);
    long bit = 1L << thread;
    long users = touch(chunk, at + WORDS + word, bit);
    boolean overwrites = storedBy(chunk, at, word, thread);
    if ((chunk[at + HOLDERS] & THREADS & ~bit) != 0) {
      transfer(chunk, at, thread, address, label, (users & THREADS & ~bit) != 0, overwrites);
    }
    chunk[at + HOLDERS] = bit | STORED;
    chunk[at + WORDS + word] = bit | STORED | chunk[at + WORDS + word] & PASSED;
    remember(chunk, at, thread, label);
  }

  /** Words that more than one thread touched. */
  long sharedWords() {
    return sharedWords;
  }

  private long[] chunk(int line) {
    return chunks.get(line >>> CHUNK_BITS);
  }

  private int at(int line) {
    return (line & (1 << CHUNK_BITS) - 1) * size;
  }

  /** Notes whether a word has been touched by several threads; gives what was known before. */
  private long touch(long[] chunk, int at, long bit) {
    long users = chunk[at];
    if ((users & PASSED) == 0 && (users & THREADS & ~bit) != 0) {
      chunk[at] = users | PASSED;
      sharedWords++;
    }
    return users;
  }

  /** Notes who stores to a word; gives whether it was another thread that did so last. */
  private static boolean storedBy(long[] chunk, int at, int word, int thread) {
    int shift = word * STORER_BITS;
    int last = (int) (chunk[at + STORERS] >>> shift) & STORER_MASK;
    int now = 1 + thread % STORER_MASK;
    chunk[at + STORERS] ^= (long) (last ^ now) << shift;
    return last != 0 && last != now;
  }

  private void transfer(
      long[] chunk,
      int at,
      int thread,
      long address,
      int label,
      boolean passed,
      boolean overwrites) {
    int other = (int) (chunk[at + LAST] >>> Integer.SIZE);
    long then = chunk[at + LATEST];
    if (threadOf(other) == thread) {
      other = (int) chunk[at + LAST];
      then = chunk[at + BEFORE];
    }
    int row = transfers.add(address, !passed, thread, label, threadOf(other), labelOf(other));
    if (overwrites) {
      transfers.addOverwrite(row);
    }
    if (made[threadOf(other)] - then <= recent) {
      transfers.addConcurrent(row);
    }
    int shift = passed ? Integer.SIZE : 0;
    int first = (int) (chunk[at + COUNTED] >>> shift);
    if (first == 0) {
      chunk[at + COUNTED] |= row + 1L << shift;
      transfers.addLine(row);
    } else if (first != row + 1) {
      transfers.addLineOfSeveral(row, address >>> lineShift);
    }
  }

  private void remember(long[] chunk, int at, int thread, int label) {
    long last = chunk[at + LAST];
    long other = last & 0xFFFF_FFFFL;
    if (threadOf((int) (last >>> Integer.SIZE)) != thread) {
      other = last >>> Integer.SIZE;
      chunk[at + BEFORE] = chunk[at + LATEST];
    }
    chunk[at + LAST] = (long) access(thread, label) << Integer.SIZE | other;
    chunk[at + LATEST] = made[thread];
  }

  private static int access(int thread, int label) {
    return thread << LABEL_BITS | label;
  }

  private static int threadOf(int access) {
    return access >>> LABEL_BITS;
  }

  private static int labelOf(int access) {
    return access & (1 << LABEL_BITS) - 1;
  }
}
