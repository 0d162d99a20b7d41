package org.tslmap.collector.wire;

import java.util.Arrays;
import java.util.List;
import org.tslmap.locality.AccessSink;

/**
 * Turns event words into accesses, and counts them exactly.
 *
 * <p>Used by one thread at a time.
 */
/*
 * The tool may deliver more than a thousand million accesses a second, so a block costs a handful of
 * instructions here and nothing is allocated.
 *
 * Descriptors lie flattened in two kinds of arrays. Four longs per descriptor, together in one cache
 * line: the exact header word a block of it has (one comparison checks the marker bits, the id and
 * the word count), its loads, its stores, and where its accesses are. And per access: its site, its
 * offset, and which word to add, counted from the header. An access at a constant address adds the
 * header word itself, whose value is known, to an offset from which it was taken away, so that all
 * accesses are one load and one addition without a branch.
 *
 * Address words have their top bit clear. That is checked for a whole chunk at once before: as many
 * words must have the top bit as headers are found, a sum that the compiler vectorises. So counting,
 * which steps from header to header, finds everything wrong that decoding finds.
 *
 * Blocks with guarded accesses take a slower way, since their words must be looked at one by one.
 *
 * Sinks that follow control flow are told of turns only, see Turns. Each descriptor has a number that
 * says its function and how it ends, and one comparison with the number that goes on as before finds
 * them; a call or a return expects a number that no block has. Without such a sink all numbers are the
 * same.
 */
public final class AccessDecoder {
  private static final int BATCH = 8192;
  private static final int ROW = 4;

  /** Loads in the upper half, stores in the lower. */
  private static final int KINDS = 1;

  private static final int FLOW = 2;
  private static final int SPAN = 3;

  /** A descriptor's flow: its function's number and these. */
  private static final long ENDS_BY_CALL_OR_RETURN = 1;

  private static final long ANY_TURN = -1;
  private static final long GUARDED = Long.MIN_VALUE;
  private static final int NO_THREAD = -1;
  private static final int WORD_COUNT_MASK = 0x3FFF;

  private final AccessSink[] sinks;
  private final ControlFlowSink[] followers;
  private final Turns turns = new Turns();
  private long flow = ANY_TURN;
  private long[] blocks = new long[64 * ROW];
  private int blockCount;
  private long[] offsets = new long[256];
  private int[] words = new int[256];
  private int[] sites = new int[256];
  private boolean[] guarded = new boolean[256];
  private boolean[] stores = new boolean[256];
  private int accessCount;

  private long[] batchAddresses;
  private int[] batchSites;
  private int batched;
  private int thread = NO_THREAD;

  /** Where the words being decoded begin. */
  private int first;

  private long blockTotal;
  private long wordTotal;
  private long threadTotal;
  private long loadTotal;
  private long storeTotal;

  /** A decoder that has seen nothing, for sinks that do not follow control. */
  public AccessDecoder(List<AccessSink> sinks) {
    this(sinks, List.of());
  }

  /**
   * A decoder that has seen nothing.
   *
   * @param sinks take the accesses, each the same calls
   * @param followers take them likewise, with calls and returns; without any of both, accesses are
   *     only counted
   */
  public AccessDecoder(List<AccessSink> sinks, List<ControlFlowSink> followers) {
    this.sinks = sinks.toArray(AccessSink[]::new);
    this.followers = followers.toArray(ControlFlowSink[]::new);
    this.batchAddresses = new long[BATCH];
    this.batchSites = new int[BATCH];
  }

  /**
   * Takes in the next block descriptor.
   *
   * @param block a descriptor that the tables have accepted
   * @param symbols the tables, which know its sites
   */
  public void define(BlockDescriptor block, SymbolTables symbols) {
    int count = block.accesses().size();
    growAccesses(accessCount + count);
    long header = FrameWriter.blockWord(block.id(), block.words());
    long loads = 0;
    boolean anyGuarded = false;
    int next = accessCount;
    for (BlockDescriptor.BlockAccess access : block.accesses()) {
      boolean constant = access.word() == BlockDescriptor.BlockAccess.NO_WORD;
      words[next] = constant ? 0 : access.word() + 1;
      offsets[next] = constant ? access.offset() - header : access.offset();
      sites[next] = access.site();
      guarded[next] = access.guarded();
      stores[next] = symbols.isStore(access.site());
      loads += stores[next] ? 0 : 1;
      anyGuarded |= access.guarded();
      next++;
    }
    int row = blockCount * ROW;
    if (row == blocks.length) {
      blocks = Arrays.copyOf(blocks, 2 * blocks.length);
    }
    blocks[row] = header;
    blocks[row + KINDS] = loads << 32 | count - loads;
    blocks[row + FLOW] = followers.length > 0 ? flowOf(block, symbols) : ANY_TURN;
    blocks[row + SPAN] = (anyGuarded ? GUARDED : 0) | (long) count << 32 | accessCount;
    blockCount++;
    accessCount = next;
    if (count > batchAddresses.length) {
      flush();
      batchAddresses = new long[count];
      batchSites = new int[count];
    }
  }

  private static long flowOf(BlockDescriptor block, SymbolTables symbols) {
    if (block.accesses().isEmpty()) {
      return ANY_TURN;
    }
    long function = symbols.site(block.accesses().get(0).site()).function();
    boolean turns =
        block.ending() == BlockDescriptor.Ending.CALL
            || block.ending() == BlockDescriptor.Ending.RETURN;
    return function << 1 | (turns ? ENDS_BY_CALL_OR_RETURN : 0);
  }

  /**
   * Decodes event words. Accesses reach the sinks in batches, the last of them with {@link #flush}.
   *
   * @param chunk the words, whole blocks only
   * @param count how many entries of it are words
   * @throws WireException if a word does not fit; names its position in the stream
   */
  public void decode(long[] chunk, int count) throws WireException {
    decode(chunk, 0, count);
  }

  /**
   * Decodes a part of some event words.
   *
   * @param chunk the words, whole blocks only
   * @param from the first entry that is meant
   * @param end the entry after the last one
   * @throws WireException if a word does not fit; names its position in the stream
   */
  public void decode(long[] chunk, int from, int end) throws WireException {
    if (end > chunk.length) {
      throw new IllegalArgumentException("more words than the array has: " + end);
    }
    first = from;
    long headers = countHeaders(chunk, from, end);
    boolean counts = sinks.length + followers.length == 0;
    long found = counts ? count(chunk, from, end) : deliver(chunk, from, end);
    if (found != headers) {
      throw strayHeader(chunk, from, end);
    }
    wordTotal += end - from;
  }

  /** Hands the accesses that are still held back to the sinks. */
  public void flush() {
    turns.end(storeTotal);
    if (batched > 0) {
      for (ControlFlowSink follower : followers) {
        follower.accesses(thread, batchAddresses, batchSites, batched, turns);
      }
      for (AccessSink sink : sinks) {
        sink.accesses(thread, batchAddresses, batchSites, batched);
      }
      batched = 0;
    }
    turns.clear();
  }

  /** What was decoded so far. */
  public StreamTotals totals() {
    return new StreamTotals(blockTotal, wordTotal, threadTotal, loadTotal, storeTotal);
  }

  private static long countHeaders(long[] chunk, int from, int count) {
    long headers = 0;
    for (int i = from; i < count; i++) {
      headers += chunk[i] >>> 63;
    }
    return headers;
  }

  /** Steps from header to header; gives the number of headers. */
  private long count(long[] chunk, int from, int count) throws WireException {
    long[] table = blocks;
    int known = blockCount;
    long found = 0;
    long loads = 0;
    long stored = 0;
    int threads = 0;
    int i = from;
    try {
      while (i < count) {
        long header = chunk[i];
        int id = (int) header;
        if (id < 0 || id >= known || table[id * ROW] != header || thread == NO_THREAD) {
          changeThread(header, i);
          threads++;
          i++;
          continue;
        }
        int row = id * ROW;
        int next = i + 1 + wordsAfter(header);
        if (next > count) {
          throw cutBlock(header, i, count);
        }
        long kinds = table[row + KINDS];
        loads += kinds >>> 32;
        stored += (int) kinds;
        if (table[row + SPAN] < 0) {
          long missed = missed(chunk, i, table[row + SPAN]);
          loads -= missed >>> 32;
          stored -= (int) missed;
        }
        found++;
        i = next;
      }
    } finally {
      account(found, threads, loads, stored);
    }
    return found + threads;
  }

  /** Decodes all accesses; gives the number of headers. */
  private long deliver(long[] chunk, int from, int count) throws WireException {
    long[] table = blocks;
    long[] allOffsets = offsets;
    int[] allWords = words;
    int[] allSites = sites;
    long[] outAddresses = batchAddresses;
    int[] outSites = batchSites;
    int known = blockCount;
    long expected = flow;
    int out = batched;
    long found = 0;
    long loads = 0;
    long stored = 0;
    int threads = 0;
    int i = from;
    try {
      while (i < count) {
        long header = chunk[i];
        int id = (int) header;
        if (id < 0 || id >= known || table[id * ROW] != header || thread == NO_THREAD) {
          batched = out;
          account(0, 0, loads, stored);
          loads = 0;
          stored = 0;
          changeThread(header, i);
          out = batched;
          expected = ANY_TURN;
          threads++;
          i++;
          continue;
        }
        int row = id * ROW;
        int next = i + 1 + wordsAfter(header);
        if (next > count) {
          throw cutBlock(header, i, count);
        }
        long span = table[row + SPAN];
        int accesses = spanCount(span);
        if (accesses > outAddresses.length - out) {
          batched = out;
          account(0, 0, loads, stored);
          loads = 0;
          stored = 0;
          flush();
          out = 0;
        }
        if (table[row + FLOW] != expected) {
          turns.add(out, id, storeTotal + stored);
          long own = table[row + FLOW];
          expected = (own & ENDS_BY_CALL_OR_RETURN) == 0 ? own : ANY_TURN;
        }
        long kinds = table[row + KINDS];
        loads += kinds >>> 32;
        stored += (int) kinds;
        int first = (int) span;
        if (span >= 0) {
          for (int a = first; a < first + accesses; a++) {
            outAddresses[out] = chunk[i + allWords[a]] + allOffsets[a];
            outSites[out] = allSites[a];
            out++;
          }
        } else {
          for (int a = first; a < first + accesses; a++) {
            long word = chunk[i + allWords[a]];
            outAddresses[out] = word + allOffsets[a];
            outSites[out] = allSites[a];
            if (word != 0 || !guarded[a]) {
              out++;
            } else if (this.stores[a]) {
              stored--;
            } else {
              loads--;
            }
          }
        }
        found++;
        i = next;
      }
    } finally {
      batched = out;
      flow = expected;
      account(found, threads, loads, stored);
    }
    return found + threads;
  }

  private void account(long found, int threads, long loads, long stored) {
    blockTotal += found;
    threadTotal += threads;
    loadTotal += loads;
    storeTotal += stored;
  }

  /**
   * Accesses of a guarded block that did not happen: loads in the upper, stores in the lower half.
   */
  private long missed(long[] chunk, int header, long span) {
    int first = (int) span;
    int end = first + spanCount(span);
    long missed = 0;
    for (int a = first; a < end; a++) {
      if (guarded[a] && chunk[header + words[a]] == 0) {
        missed += stores[a] ? 1 : 1L << 32;
      }
    }
    return missed;
  }

  private static int wordsAfter(long header) {
    return (int) (header >>> 32) & WORD_COUNT_MASK;
  }

  private static int spanCount(long span) {
    return (int) (span >>> 32) & 0x7FFF_FFFF;
  }

  /** Takes a thread header, or says what is wrong with a word that is no known block's header. */
  private void changeThread(long word, int index) throws WireException {
    if (word >>> 31 != 3L << 31) {
      throw notAHeader(word, index);
    }
    int next = (int) word;
    if (next != thread) {
      flush();
      thread = next;
    }
  }

  private WireException notAHeader(long word, int index) {
    String expected;
    String found;
    int id = (int) word;
    if (word >= 0) {
      expected = "a block or thread header";
      found = "the address word 0x" + Long.toHexString(word);
    } else if (word >>> 62 == 3) {
      expected = "a thread number in 0..2^31-1";
      found = "the thread header 0x" + Long.toHexString(word);
    } else if (id < 0 || id >= blockCount) {
      expected = "a block in 0..%d".formatted(blockCount - 1);
      found = "block " + Integer.toUnsignedString(id);
    } else if (blocks[id * ROW] != word) {
      expected = "block %d with %d address words".formatted(id, wordsAfter(blocks[id * ROW]));
      found = "the header 0x%x with %d".formatted(word, wordsAfter(word));
    } else {
      expected = "a thread header before the first block";
      found = "block " + id;
    }
    return at(expected, found, index);
  }

  private WireException cutBlock(long header, int index, int count) {
    return at(
        "%d address words of block %d".formatted(wordsAfter(header), (int) header),
        "the end of the EVENTS frame after " + (count - index - 1),
        index);
  }

  /** Finds the address word that has its top bit set. */
  private WireException strayHeader(long[] chunk, int from, int count) {
    int i = from;
    while (i < count) {
      int next = chunk[i] >>> 62 == 3 ? i + 1 : i + 1 + wordsAfter(chunk[i]);
      for (int k = i + 1; k < next; k++) {
        if (chunk[k] < 0) {
          return at(
              "an address word of block " + (int) chunk[i],
              "the header 0x" + Long.toHexString(chunk[k]),
              k);
        }
      }
      i = next;
    }
    throw new IllegalStateException("the headers of a chunk were counted wrongly");
  }

  private WireException at(String expected, String found, int index) {
    return new WireException(
        "event word %d: expected %s, found %s; the stream is damaged or the tool and the collector"
                .formatted(wordTotal + index - first, expected, found)
            + " are of different builds");
  }

  private void growAccesses(int needed) {
    if (needed > words.length) {
      int size = Math.max(needed, 2 * words.length);
      offsets = Arrays.copyOf(offsets, size);
      words = Arrays.copyOf(words, size);
      sites = Arrays.copyOf(sites, size);
      guarded = Arrays.copyOf(guarded, size);
      stores = Arrays.copyOf(stores, size);
    }
  }
}
