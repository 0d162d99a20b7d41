package org.tslmap.collector.selection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.BlockDescriptor.BlockAccess;
import org.tslmap.collector.wire.CountedCode;
import org.tslmap.collector.wire.End;
import org.tslmap.collector.wire.EventWords;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.FrameDecoder;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.FrameWriter;
import org.tslmap.collector.wire.FunctionState;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.Mark;
import org.tslmap.collector.wire.PlacedFrame;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SiteCounts;
import org.tslmap.collector.wire.Sites;
import org.tslmap.collector.wire.StreamHandler;
import org.tslmap.collector.wire.WireException;
import org.tslmap.locality.filter.FilterRule;
import org.tslmap.locality.filter.FilterRules;

/**
 * Makes a recorded stream what the tool would have sent with a filter file: accesses of the
 * functions that it excludes are taken out of blocks and event words, and come as counts. So a
 * filter can be tried on a stored trace, with the scores of a run that was recorded with it.
 *
 * <p>Streams whose accesses were chosen by their addresses are passed on as they are, as the tool
 * leaves such functions out.
 *
 * <p>Two numbers differ. Event words of blocks with code of several functions may be others, since
 * addresses are derived from those of accesses that are gone. And calls of an excluded function
 * whose first block of code makes no access are not in the stream; they count as none.
 *
 * <p>Used by one thread at a time.
 */
public final class FilteredStream implements StreamHandler {
  /** Frames that have a position begin with it. */
  private static final int POSITION_BYTES = Long.BYTES;

  /** What is left of a block. */
  private static final class Block {
    private final BlockDescriptor whole;

    /** Words that stay, ascending. */
    private final int[] words;

    private final boolean kept;

    /** Accesses that are counted. */
    private final List<BlockAccess> counted;

    /** The function that is counted and begins here, or -1. */
    private final int called;

    Block(BlockDescriptor whole, int[] words, boolean kept, List<BlockAccess> counted, int called) {
      this.whole = whole;
      this.words = words;
      this.kept = kept;
      this.counted = counted;
      this.called = called;
    }

    boolean isWhole() {
      return counted.isEmpty() && called < 0;
    }
  }

  /** What a thread's excluded functions did since it was told last. */
  private static final class Counts {
    /** By block; of no block that is whole. */
    private long[] executions = new long[0];

    /** Accesses that happen only sometimes, by site. */
    private final Map<Integer, Long> guarded = new TreeMap<>();

    void executed(int block) {
      if (block >= executions.length) {
        executions = Arrays.copyOf(executions, 2 * block + 64);
      }
      executions[block]++;
    }

    void clear() {
      Arrays.fill(executions, 0);
      guarded.clear();
    }
  }

  /** A frame that holds after so many event words. */
  private record Waiting(long position, FrameType type, byte[] payload) {}

  private static final Predicate<String> BY_ADDRESS =
      Pattern.compile("^--tsl-(region|watch)=").asPredicate();

  private final FilterRules rules;
  private final String option;
  private final StreamHandler to;
  private final List<FunctionSymbol> functions = new ArrayList<>();
  private final List<Boolean> excluded = new ArrayList<>();
  private final List<Site> sites = new ArrayList<>();
  private final List<Block> blocks = new ArrayList<>();
  private final Map<Integer, Counts> threads = new TreeMap<>();
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private long[] chunk = new long[1 << 12];
  private int chunkWords;

  /** Event words that came, and those that were passed on or are in the chunk. */
  private long read;

  private long written;
  private Counts current = new Counts();
  private boolean byAddress;

  // What is not in the stream any more.
  private long blocksGone;
  private long wordsGone;
  private final long[] gone = new long[2];

  /**
   * A stream of which nothing has come.
   *
   * @param rules say which functions are excluded
   * @param option how the filter was asked for, as an option of the tool
   * @param to takes the filtered stream
   */
  public FilteredStream(FilterRules rules, String option, StreamHandler to) {
    this.rules = rules;
    this.option = option;
    this.to = to;
  }

  @Override
  public void frame(FrameType type, byte[] payload) throws IOException {
    switch (type) {
      case HELLO -> to.frame(type, FrameWriter.payload(hello((Hello) decode(type, payload))));
      case FUNCTION -> function((FunctionSymbol) decode(type, payload), payload);
      case SITES -> {
        sites.addAll(((Sites) decode(type, payload)).sites());
        to.frame(type, payload);
      }
      case BLOCK -> block((BlockDescriptor) decode(type, payload));
      case VALUES -> {
        // They are about accesses by their numbers in blocks, and nobody asks for them in a part.
      }
      case END -> end((End) decode(type, payload));
      default -> {
        Frame frame = decode(type, payload);
        if (frame instanceof PlacedFrame placed) {
          place(placed.position(), type, payload);
        } else {
          to.frame(type, payload);
        }
      }
    }
  }

  private static Frame decode(FrameType type, byte[] payload) throws IOException {
    return FrameDecoder.decode(type, payload);
  }

  private Hello hello(Hello first) {
    byAddress = first.options().stream().anyMatch(BY_ADDRESS);
    List<String> options = new ArrayList<>(first.options());
    options.add(option);
    return first.withOptions(options);
  }

  private void function(FunctionSymbol function, byte[] payload) throws IOException {
    String symbol = function.symbol().isEmpty() ? function.name() : function.symbol();
    FilterRule rule = rules.decisive(function.file(), symbol, function.name()).orElse(null);
    boolean out = rule != null && rule.excludes() && !byAddress;
    functions.add(function);
    excluded.add(out);
    to.frame(FrameType.FUNCTION, payload);
    if (out) {
      send(
          new FunctionState(
              written,
              function.id(),
              FunctionState.State.COUNTED,
              "%s, line %d: EXCLUDE %s".formatted(option, rule.line(), rule.pattern())));
    }
  }

  private void block(BlockDescriptor whole) throws IOException {
    List<BlockAccess> kept = new ArrayList<>();
    List<BlockAccess> counted = new ArrayList<>();
    for (BlockAccess access : whole.accesses()) {
      if (access.site() < 0
          || access.site() >= sites.size()
          || sites.get(access.site()).function() >= functions.size()
          || access.word() != BlockAccess.NO_WORD && access.word() >= whole.words()) {
        throw new WireException(
            "block %d: expected references to what was defined before, found others"
                .formatted(whole.id()));
      }
      (excluded.get(sites.get(access.site()).function()) ? counted : kept).add(access);
    }
    int[] words =
        kept.stream()
            .mapToInt(BlockAccess::word)
            .filter(word -> word != BlockAccess.NO_WORD)
            .distinct()
            .sorted()
            .toArray();
    int called = -1;
    for (BlockAccess access : counted) {
      int function = sites.get(access.site()).function();
      if (functions.get(function).entry() == whole.guest()) {
        called = function;
      }
    }
    Block block = new Block(whole, words, !kept.isEmpty(), counted, called);
    blocks.add(block);
    to.frame(
        FrameType.BLOCK,
        FrameWriter.payload(
            block.isWhole()
                ? whole
                : new BlockDescriptor(
                    whole.id(),
                    words.length,
                    whole.guest(),
                    whole.ending(),
                    kept.stream().map(access -> moved(access, words)).toList())));
  }

  private static BlockAccess moved(BlockAccess access, int[] words) {
    if (access.word() == BlockAccess.NO_WORD) {
      return access;
    }
    int word = Arrays.binarySearch(words, access.word());
    return new BlockAccess(access.site(), word, access.guarded(), access.offset());
  }

  // --- Order ------------------------------------------------------------------------------------

  private void place(long position, FrameType type, byte[] payload) throws IOException {
    if (waiting.isEmpty() && position <= read) {
      passOn(type, payload);
    } else {
      waiting.add(new Waiting(position, type, payload));
    }
  }

  /** Passes on a frame that holds after the words that were written. */
  private void passOn(FrameType type, byte[] payload) throws IOException {
    if (type == FrameType.MARK
        && decode(type, payload) instanceof Mark mark
        && mark.kind() == Mark.Kind.PHASE) {
      tell();
    }
    ByteBuffer.wrap(payload, 0, POSITION_BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(written);
    flush();
    to.frame(type, payload);
  }

  private void send(Frame frame) throws IOException {
    to.frame(FrameWriter.type(frame), FrameWriter.payload(frame));
  }

  private void tell() throws IOException {
    for (Map.Entry<Integer, Counts> entry : threads.entrySet()) {
      tell(entry.getKey(), entry.getValue());
      entry.getValue().clear();
    }
  }

  private void tell(int number, Counts counts) throws IOException {
    Map<Integer, Long> accesses = new TreeMap<>(counts.guarded);
    Map<Integer, Long> calls = new TreeMap<>();
    for (int id = 0; id < counts.executions.length; id++) {
      long times = counts.executions[id];
      if (times > 0) {
        for (BlockAccess access : blocks.get(id).counted) {
          if (!access.guarded()) {
            accesses.merge(access.site(), times, Long::sum);
          }
        }
        if (blocks.get(id).called >= 0) {
          calls.merge(blocks.get(id).called, times, Long::sum);
        }
      }
    }
    if (accesses.isEmpty() && calls.isEmpty()) {
      return;
    }
    accesses.forEach((site, times) -> gone[sites.get(site).store() ? 1 : 0] += times);
    send(
        new CountedCode(
            written,
            number,
            accesses.entrySet().stream()
                .map(site -> new SiteCounts.Count(site.getKey(), site.getValue()))
                .toList(),
            calls.entrySet().stream()
                .map(call -> new CountedCode.Calls(call.getKey(), call.getValue()))
                .toList()));
  }

  @Override
  public void finish() throws IOException {
    while (!waiting.isEmpty()) {
      Waiting next = waiting.remove();
      passOn(next.type(), next.payload());
    }
    flush();
    tell();
    to.finish();
  }

  private void end(End last) throws IOException {
    finish();
    send(
        new End(
            last.cause(),
            last.status(),
            last.blocks() - blocksGone,
            last.words() - wordsGone,
            last.loads() - gone[0],
            last.stores() - gone[1],
            last.threadWords(),
            last.made(),
            last.countedLoads() + gone[0],
            last.countedStores() + gone[1]));
  }

  // --- Event words ------------------------------------------------------------------------------

  @Override
  public void events(long[] words, int count) throws IOException {
    int done = 0;
    while (!waiting.isEmpty() && waiting.peek().position() < read + (count - done)) {
      int next = (int) Math.max(done, done + waiting.peek().position() - read);
      filter(words, done, next);
      done = next;
      Waiting frame = waiting.remove();
      passOn(frame.type(), frame.payload());
    }
    filter(words, done, count);
    flush();
  }

  private void filter(long[] words, int from, int to) throws IOException {
    int i = from;
    while (i < to) {
      long header = words[i];
      if (EventWords.isThread(header)) {
        current = threads.computeIfAbsent(EventWords.id(header), t -> new Counts());
        put(header);
        i++;
        continue;
      }
      int id = EventWords.id(header);
      if (id >= blocks.size()) {
        throw new WireException("expected a block that was defined, found number " + id);
      }
      Block block = blocks.get(id);
      int next = i + 1 + block.whole.words();
      if (next > to || EventWords.count(header) != block.whole.words()) {
        throw new WireException(
            "expected the %d address words of block %d, found %d in what came"
                .formatted(
                    block.whole.words(), id, Math.min(to - i - 1, EventWords.count(header))));
      }
      if (block.isWhole()) {
        for (; i < next; i++) {
          put(words[i]);
        }
      } else {
        take(block, words, i);
        i = next;
      }
    }
    read += to - from;
  }

  private void take(Block block, long[] words, int at) {
    if (block.kept) {
      put(EventWords.block(block.whole.id(), block.words.length));
      for (int word : block.words) {
        put(words[at + 1 + word]);
      }
      wordsGone += block.whole.words() - block.words.length;
    } else {
      wordsGone += 1 + block.whole.words();
      blocksGone++;
    }
    current.executed(block.whole.id());
    for (BlockAccess access : block.counted) {
      if (access.guarded() && words[at + 1 + access.word()] != 0) {
        current.guarded.merge(access.site(), 1L, Long::sum);
      }
    }
  }

  private void put(long word) {
    if (chunkWords == chunk.length) {
      chunk = Arrays.copyOf(chunk, 2 * chunk.length);
    }
    chunk[chunkWords++] = word;
    written++;
  }

  private void flush() throws IOException {
    if (chunkWords > 0) {
      to.events(chunk, chunkWords);
      chunkWords = 0;
    }
  }
}
