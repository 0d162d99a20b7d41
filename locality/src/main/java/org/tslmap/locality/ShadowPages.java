package org.tslmap.locality;

import java.util.Arrays;

/**
 * Shadow memory: a small page of ints for each aligned piece of the 64-bit address space that was
 * touched, with a slot for each of its lines and words.
 */
final class ShadowPages {

  /*
   * Pages of a region (256 neighbours) are found through the region's leaf. Regions are few and sit
   * in a small open hash table that stays in the cache and, unlike a directory, spans all 64 bits.
   * The table is kept at most an eighth full, so that nearly every region sits where its hash says
   * and the fast path looks nowhere else.
   *
   * Pages lie one after the other in chunks: an array per page would cost a cache miss for its
   * length. Each line's slot is followed by those of its words, so that one cache line most often
   * serves both.
   */

  private static final int PAGE_WORDS_LOG2 = 9;
  private static final int LEAF_BITS = 8;
  private static final int LEAF_MASK = (1 << LEAF_BITS) - 1;
  private static final int CHUNK_BITS = 16;
  private static final int CHUNK_MASK = (1 << CHUNK_BITS) - 1;

  private final int pageShift;
  private final int wordShift;
  private final int lineWordsLog2;
  private final int words;
  private final int pageSlots;
  private int[][] chunks = new int[4][];
  private int chunkCount;

  /** Slots used in the last chunk. */
  private int used = 1 << CHUNK_BITS;

  private int pageCount;

  /** Nobody reads this; it keeps the loop that fetches cache lines early. */
  @SuppressWarnings("UnusedVariable")
  private int prefetched;

  /** Region numbers + 1; 0 where there is none. */
  private long[] keys = new long[1 << 8];

  /** First slots of a region's pages, + 1; 0 where there is none. */
  private int[][] leaves = new int[1 << 8][];

  private int hashShift = 64 - 8;
  private int regions;

  ShadowPages(MetricParameters parameters) {
    wordShift = parameters.shift(Granularity.WORD);
    // Lines as large as words need no slots of their own.
    lineWordsLog2 =
        parameters.oneGranularity()
            ? PAGE_WORDS_LOG2
            : parameters.shift(Granularity.LINE) - wordShift;
    int wordsLog2 = Math.max(PAGE_WORDS_LOG2, lineWordsLog2);
    words = 1 << wordsLog2;
    pageSlots = words + (words >> lineWordsLog2);
    pageShift = wordsLog2 + wordShift;
  }

  /** The first slot of the page that holds an address; the page is made when there is none yet. */
  int page(long address) {
    long page = address >>> pageShift;
    int slot = find(page, keys, leaves, hashShift);
    return slot >= 0 ? slot : add(page);
  }

  /**
   * Finds the slots of the words and lines of accesses; pages are made where there are none yet.
   *
   * @param from index of the first address
   */
  void slots(long[] addresses, int from, int count, int[] words, int[] lines) {
    long[] keys = this.keys;
    int[][] leaves = this.leaves;
    int hashShift = this.hashShift;
    for (int i = 0; i < count; i++) {
      long address = addresses[from + i];
      int slot = find(address >>> pageShift, keys, leaves, hashShift);
      if (slot < 0) {
        slot = add(address >>> pageShift);
        keys = this.keys;
        leaves = this.leaves;
        hashShift = this.hashShift;
      }
      words[i] = slot + wordSlot(address);
      lines[i] = slot + lineSlot(address);
    }
  }

  /** The first slot of a page, or a negative number: there is none, or not where its hash says. */
  private static int find(long page, long[] keys, int[][] leaves, int hashShift) {
    long region = page >>> LEAF_BITS;
    int i = (int) ((region * 0x9E3779B97F4A7C15L) >>> hashShift);
    return keys[i] == region + 1 ? leaves[i][(int) page & LEAF_MASK] - 1 : -1;
  }

  /** Where an address's word is in its page. */
  int wordSlot(long address) {
    int word = (int) (address >>> wordShift) & (words - 1);
    return word + (word >>> lineWordsLog2) + 1;
  }

  /** Where the line of a word is in the page, given {@link #wordSlot}. */
  int lineSlot(long address) {
    int line = ((int) (address >>> wordShift) & (words - 1)) >>> lineWordsLog2;
    return (line << lineWordsLog2) + line;
  }

  /** Sets a slot and returns what it held. */
  int replace(int slot, int value) {
    int[] chunk = chunks[slot >>> CHUNK_BITS];
    int old = chunk[slot & CHUNK_MASK];
    chunk[slot & CHUNK_MASK] = value;
    return old;
  }

  /**
   * Sets slots to consecutive values and puts what they held in their place.
   *
   * @param firstWord the first word's value
   * @param firstLine the first line's value
   */
  void replace(int[] words, int[] lines, int count, int firstWord, int firstLine) {
    int[][] chunks = this.chunks;
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += chunks[words[i] >>> CHUNK_BITS][words[i] & CHUNK_MASK];
    }
    prefetched = sum;
    for (int i = 0; i < count; i++) {
      int[] chunk = chunks[words[i] >>> CHUNK_BITS];
      int word = words[i] & CHUNK_MASK;
      int line = lines[i] & CHUNK_MASK;
      words[i] = chunk[word];
      chunk[word] = firstWord + i;
      lines[i] = chunk[line];
      chunk[line] = firstLine + i;
    }
  }

  /** Slots there are for a granularity. */
  long slots(Granularity granularity) {
    return (long) pageCount * (granularity == Granularity.WORD ? words : words >> lineWordsLog2);
  }

  /** Takes the slots of a granularity, as runs within an array. */
  @FunctionalInterface
  interface RunVisitor {
    void run(int[] slots, int from, int to);
  }

  /** Visits all slots of a granularity, in the order of memory. */
  void eachRun(Granularity granularity, RunVisitor visitor) {
    for (int c = 0; c < chunkCount; c++) {
      int end = c == chunkCount - 1 ? used : pagesPerChunk() * pageSlots;
      visitRuns(chunks[c], 0, end, granularity, visitor);
    }
  }

  /**
   * Marks what another shadow memory of the same parameters has touched (its slots that are not 0).
   *
   * @return how many words or lines were not marked before
   */
  long unite(ShadowPages other, Granularity granularity) {
    long[] added = {0};
    for (int i = 0; i < other.keys.length; i++) {
      for (int p = 0; other.keys[i] != 0 && p <= LEAF_MASK; p++) {
        int from = other.leaves[i][p] - 1;
        if (from >= 0) {
          int shift = page(((other.keys[i] - 1) << LEAF_BITS | p) << pageShift) - from;
          int start = from & CHUNK_MASK;
          visitRuns(
              other.chunks[from >>> CHUNK_BITS],
              start,
              start + pageSlots,
              granularity,
              (slots, first, end) -> {
                for (int s = first; s < end; s++) {
                  if (slots[s] != 0) {
                    added[0] += 1 - replace(from + shift + s - start, 1);
                  }
                }
              });
        }
      }
    }
    return added[0];
  }

  private void visitRuns(
      int[] chunk, int from, int end, Granularity granularity, RunVisitor visitor) {
    int lineWords = 1 << lineWordsLog2;
    for (int line = from; line < end; line += lineWords + 1) {
      if (granularity == Granularity.LINE) {
        visitor.run(chunk, line, line + 1);
      } else {
        visitor.run(chunk, line + 1, line + 1 + lineWords);
      }
    }
  }

  private int pagesPerChunk() {
    return (1 << CHUNK_BITS) / pageSlots;
  }

  private int entryOf(long key) {
    int mask = keys.length - 1;
    int i = (int) (((key - 1) * 0x9E3779B97F4A7C15L) >>> hashShift);
    while (keys[i] != 0 && keys[i] != key) {
      i = (i + 1) & mask;
    }
    return i;
  }

  private int add(long page) {
    long key = (page >>> LEAF_BITS) + 1;
    int i = entryOf(key);
    if (keys[i] == 0) {
      if ((regions + 1) * 8 > keys.length) {
        grow();
        i = entryOf(key);
      }
      keys[i] = key;
      leaves[i] = new int[LEAF_MASK + 1];
      regions++;
    }
    int slot = (int) page & LEAF_MASK;
    if (leaves[i][slot] == 0) {
      leaves[i][slot] = newPage() + 1;
    }
    return leaves[i][slot] - 1;
  }

  private int newPage() {
    if (used + pageSlots > 1 << CHUNK_BITS) {
      if (chunkCount == 1 << (31 - CHUNK_BITS)) {
        throw new IllegalStateException(
            "the plain-Java engine has room for 8 GB of last access times in one history: use the"
                + " native engine, or choose a larger word and line");
      }
      if (chunkCount == chunks.length) {
        chunks = Arrays.copyOf(chunks, 2 * chunkCount);
      }
      chunks[chunkCount++] = new int[1 << CHUNK_BITS];
      used = 0;
    }
    int first = (chunkCount - 1 << CHUNK_BITS) + used;
    used += pageSlots;
    pageCount++;
    return first;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[][] oldLeaves = leaves;
    keys = new long[2 * oldKeys.length];
    leaves = new int[keys.length][];
    hashShift--;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int to = entryOf(oldKeys[i]);
        keys[to] = oldKeys[i];
        leaves[to] = oldLeaves[i];
      }
    }
  }
}
