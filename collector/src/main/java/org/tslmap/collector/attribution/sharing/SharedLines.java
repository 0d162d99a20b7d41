package org.tslmap.collector.attribution.sharing;

import java.util.Arrays;

/** The lines that more than one thread touched, and who has what of them. */
/*
 * An entry is some longs in one array:
 *   HOLDERS   the threads that would find the line in their cache, one bit each, and STORED
 *   RECENT    the last access: the thread and its label
 *   OTHER     the last access of another thread than that
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

  private static final long THREADS = (1L << MOST_THREADS) - 1;
  private static final long PASSED = 1L << MOST_THREADS;
  private static final long STORED = Long.MIN_VALUE;

  private static final int HOLDERS = 0;
  private static final int RECENT = 1;
  private static final int OTHER = 2;
  private static final int WORDS = 3;

  private final int words;
  private final int lineShift;
  private final int size;
  private final Transfers transfers;
  private long[] entries;
  private int count;
  private long sharedWords;

  SharedLines(int words, int lineShift, Transfers transfers) {
    this.words = words;
    this.lineShift = lineShift;
    this.transfers = transfers;
    size = WORDS + words;
    entries = new long[64 * size];
  }

  /**
   * Adds a line that one thread has touched.
   *
   * @param thread the thread, 0..61
   * @param label of its last access
   * @param touched the words it touched, one bit each
   * @param stored those it stored to
   * @return the line's number here
   */
  int add(int thread, int label, int touched, int stored) {
    int at = count * size;
    if (at + size > entries.length) {
      entries = Arrays.copyOf(entries, 2 * entries.length);
    }
    long bit = 1L << thread;
    entries[at + HOLDERS] = bit | (stored == 0 ? 0 : STORED);
    entries[at + RECENT] = access(thread, label);
    for (int word = 0; word < words; word++) {
      entries[at + WORDS + word] =
          ((touched >>> word & 1) == 0 ? 0 : bit) | ((stored >>> word & 1) == 0 ? 0 : STORED);
    }
    return count++;
  }

  void load(int line, int thread, int word, long address, int label) {
    int at = line * size;
    long bit = 1L << thread;
    long holders = entries[at + HOLDERS];
    long users = touch(at + WORDS + word, bit);
    if ((holders & bit) == 0 && holders < 0) {
      boolean passed = users < 0 && (users & bit) == 0;
      transfer(at, thread, address, label, passed);
    }
    entries[at + HOLDERS] = holders | bit;
    entries[at + WORDS + word] |= bit;
    remember(at, thread, label);
  }

  void store(int line, int thread, int word, long address, int label) {
    int at = line * size;
    long bit = 1L << thread;
    long users = touch(at + WORDS + word, bit);
    if ((entries[at + HOLDERS] & THREADS & ~bit) != 0) {
      transfer(at, thread, address, label, (users & THREADS & ~bit) != 0);
    }
    entries[at + HOLDERS] = bit | STORED;
    entries[at + WORDS + word] = bit | STORED | entries[at + WORDS + word] & PASSED;
    remember(at, thread, label);
  }

  /** Words that more than one thread touched. */
  long sharedWords() {
    return sharedWords;
  }

  Transfers transfers() {
    return transfers;
  }

  /** Notes whether a word has been touched by several threads; gives what was known before. */
  private long touch(int at, long bit) {
    long users = entries[at];
    if ((users & PASSED) == 0 && (users & THREADS & ~bit) != 0) {
      entries[at] = users | PASSED;
      sharedWords++;
    }
    return users;
  }

  private void transfer(int at, int thread, long address, int label, boolean passed) {
    long other = entries[at + RECENT];
    if (threadOf(other) == thread) {
      other = entries[at + OTHER];
    }
    transfers.add(
        address >>> lineShift, address, !passed, thread, label, threadOf(other), (int) other);
  }

  private void remember(int at, int thread, int label) {
    if (threadOf(entries[at + RECENT]) != thread) {
      entries[at + OTHER] = entries[at + RECENT];
    }
    entries[at + RECENT] = access(thread, label);
  }

  private static long access(int thread, int label) {
    return (long) thread << 32 | label;
  }

  private static int threadOf(long access) {
    return (int) (access >>> 32);
  }
}
