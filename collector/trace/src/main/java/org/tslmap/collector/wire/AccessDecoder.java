package org.tslmap.collector.wire;

import java.util.List;
import org.tslmap.locality.AccessSink;
import org.tslmap.locality.pass.AccessPass;
import org.tslmap.locality.pass.PassOptions;
import org.tslmap.locality.pass.PassStatus;

/**
 * Turns event words into accesses, and counts them exactly, by way of an {@link AccessPass}; says
 * in words what is wrong with them.
 *
 * <p>Used by one thread at a time.
 */
public final class AccessDecoder implements AutoCloseable {
  /** Answers what a pass that labels accesses asks for. */
  @FunctionalInterface
  public interface Labeller {
    /** The pass has stopped, for a batch, a place or a stack. */
    void stopped(PassStatus status);
  }

  private final AccessPass pass;
  private final List<AccessSink> sinks;
  private final Labeller labeller;
  private final boolean counts;
  private final int[] at = new int[1];
  private int blockCount;
  private long[] addresses = new long[0];
  private int[] sites = new int[0];

  /**
   * A decoder that has seen nothing, of a pass of its own.
   *
   * @param sinks take the accesses, each the same calls; without any, accesses are only counted
   */
  public AccessDecoder(List<? extends AccessSink> sinks) {
    this(
        new AccessPass(PassOptions.decodesOnly()),
        sinks,
        status -> {
          throw new IllegalStateException("nothing is labelled here, but asked: " + status);
        },
        sinks.isEmpty());
  }

  /**
   * A decoder that has seen nothing, of a pass that labels accesses.
   *
   * @param sinks take the accesses before they are labelled, if the pass shows them
   * @param labeller answers what the pass asks for
   */
  public AccessDecoder(AccessPass pass, List<? extends AccessSink> sinks, Labeller labeller) {
    this(pass, sinks, labeller, false);
  }

  private AccessDecoder(
      AccessPass pass, List<? extends AccessSink> sinks, Labeller labeller, boolean counts) {
    this.pass = pass;
    this.sinks = List.copyOf(sinks);
    this.labeller = labeller;
    this.counts = counts;
  }

  /**
   * Takes in the next block descriptor.
   *
   * @param block a descriptor that the tables have accepted
   * @param symbols the tables, which know its sites
   */
  public void define(BlockDescriptor block, SymbolTables symbols) {
    define(block, symbols, 0);
  }

  /**
   * The same with what is known of its code.
   *
   * @param flags those of {@link AccessPass}
   */
  public void define(BlockDescriptor block, SymbolTables symbols, int flags) {
    List<BlockDescriptor.BlockAccess> accesses = block.accesses();
    int count = accesses.size();
    int[] siteOf = new int[count];
    int[] words = new int[count];
    long[] offsets = new long[count];
    byte[] kinds = new byte[count];
    for (int i = 0; i < count; i++) {
      BlockDescriptor.BlockAccess access = accesses.get(i);
      siteOf[i] = access.site();
      words[i] =
          access.word() == BlockDescriptor.BlockAccess.NO_WORD ? AccessPass.NO_WORD : access.word();
      offsets[i] = access.offset();
      kinds[i] =
          (byte)
              ((access.guarded() ? AccessPass.GUARDED : 0)
                  | (symbols.isStore(access.site()) ? AccessPass.STORE : 0));
    }
    int function = count == 0 ? -1 : symbols.site(siteOf[0]).function();
    long header = EventWords.block(block.id(), block.words());
    pass.define(header, function, flags, siteOf, words, offsets, kinds);
    blockCount++;
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
    pass.begin(chunk, from, end);
    at[0] = from;
    while (true) {
      PassStatus status = counts ? pass.count(chunk, end, at) : pass.words(chunk, end, at);
      switch (status) {
        case DONE -> {
          return;
        }
        case NOT_HEADER -> throw notAHeader(chunk[at[0]], at[0], from);
        case CUT -> throw cutBlock(chunk[at[0]], at[0], from, end);
        case STRAY -> throw strayHeader(chunk, from, end);
        default -> answer(status);
      }
    }
  }

  /** Hands the accesses that are still held back to the sinks, and has them labelled. */
  public void flush() {
    for (PassStatus status = pass.flush(); status != PassStatus.DONE; status = pass.flush()) {
      answer(status);
    }
  }

  private void answer(PassStatus status) {
    if (status != PassStatus.DECODED) {
      labeller.stopped(status);
      return;
    }
    int count = pass.decoded(addresses, sites);
    if (count > addresses.length) {
      addresses = new long[count];
      sites = new int[count];
      pass.decoded(addresses, sites);
    }
    int thread = pass.thread();
    for (AccessSink sink : sinks) {
      sink.accesses(thread, addresses, sites, count);
    }
  }

  /** What was decoded so far. */
  public StreamTotals totals() {
    long[] totals = pass.totals();
    return new StreamTotals(totals[0], totals[1], totals[2], totals[3], totals[4]);
  }

  private WireException notAHeader(long word, int index, int from) {
    String expected;
    String found;
    int id = (int) word;
    if (!EventWords.isHeader(word)) {
      expected = "a block or thread header";
      found = "the address word 0x" + Long.toHexString(word);
    } else if (EventWords.isThread(word)) {
      expected = "a thread number in 0..2^31-1";
      found = "the thread header 0x" + Long.toHexString(word);
    } else if (id < 0 || id >= blockCount) {
      expected = "a block in 0..%d".formatted(blockCount - 1);
      found = "block " + Integer.toUnsignedString(id);
    } else if (pass.header(id) != word) {
      expected = "block %d with %d address words".formatted(id, EventWords.count(pass.header(id)));
      found = "the header 0x%x with %d".formatted(word, EventWords.count(word));
    } else {
      expected = "a thread header before the first block";
      found = "block " + id;
    }
    return at(expected, found, index, from);
  }

  private WireException cutBlock(long header, int index, int from, int end) {
    return at(
        "%d address words of block %d".formatted(EventWords.count(header), (int) header),
        "the end of the EVENTS frame after " + (end - index - 1),
        index,
        from);
  }

  /** Finds the address word that has its top bit set. */
  private WireException strayHeader(long[] chunk, int from, int count) {
    int i = from;
    while (i < count) {
      int next = i + 1 + EventWords.following(chunk[i]);
      for (int k = i + 1; k < next; k++) {
        if (EventWords.isHeader(chunk[k])) {
          return at(
              "an address word of block " + (int) chunk[i],
              "the header 0x" + Long.toHexString(chunk[k]),
              k,
              from);
        }
      }
      i = next;
    }
    throw new IllegalStateException("the headers of a chunk were counted wrongly");
  }

  private WireException at(String expected, String found, int index, int from) {
    long before = totals().words() - (at[0] - from);
    return new WireException(
        "event word %d: expected %s, found %s; the stream is damaged or the tool and the collector"
                .formatted(before + index - from, expected, found)
            + " are of different builds");
  }

  /** Frees the pass. */
  @Override
  public void close() {
    pass.close();
  }
}
