package org.tslmap.collector.wire;

import java.util.ArrayDeque;
import java.util.Optional;

/**
 * Reads one process's stream: checks its order, decodes its frames and words, keeps what they
 * define, and tells a listener. It is the only one that does, wherever the stream comes from.
 *
 * <p>Frames and words come from a connection, from a stored trace, or from whatever else can tell
 * of a program's accesses: an importer of another tool's traces reads its text or its records,
 * hands this class a {@link Hello}, objects, functions, sites, blocks and event words, and an
 * {@link End} with its totals, as {@link FrameWriter} writes them, and every analysis runs on it.
 *
 * <p>A frame with a position holds after that many event words. It is sent ahead of the words that
 * come before it, so it waits here until they are decoded, if the listener keeps that order. What
 * objects are loaded waits with them, since their mappings may wait.
 *
 * <p>Used by one thread at a time.
 */
public final class ProcessStream implements StreamHandler {
  /** Is told what the stream says, once it has been checked. */
  public interface Listener {
    /**
     * The stream begins.
     *
     * @param process which process it is
     * @param symbols what the process has defined so far; grows ahead of the accesses
     * @return what decodes the event words, empty to pass over them; stays the listener's
     */
    Optional<AccessDecoder> begin(Hello process, SymbolTables symbols);

    /** What is known of a block's code, for the decoder; the tables know the block. */
    default int flags(BlockDescriptor block) {
      return 0;
    }

    /**
     * Whether frames with a position are wanted when the accesses before them have been decoded,
     * and none after them; otherwise they come as they are sent. Asked after {@link #begin}.
     */
    default boolean keepsOrder() {
      return false;
    }

    /** A frame other than the first, which the tables have accepted. */
    void frame(Frame frame);
  }

  /** A frame and how many event words come before it. */
  private record Waiting(long position, Frame frame) {}

  private final Listener listener;
  private final SymbolTables symbols = new SymbolTables();
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private long lastPosition;

  /** Event words so far. */
  private long words;

  /** Accesses of functions that are counted and not recorded, so far. */
  private long countedLoads;

  private long countedStores;

  /** Accesses of sites that a sampled stream tells of at its end. */
  private long sampledAccesses;

  private long pausedAccesses;

  private final ExecutedTotals executed = new ExecutedTotals();

  /** Epochs that have ended, and the accesses that were made by then. */
  private long epochs;

  private long made;

  private Optional<Hello> hello = Optional.empty();
  private Optional<AccessDecoder> decoder = Optional.empty();
  private Optional<End> end = Optional.empty();

  /** A stream of which nothing has come. */
  public ProcessStream(Listener listener) {
    this.listener = listener;
  }

  /** Which process it is, once it has said so. */
  public Optional<Hello> hello() {
    return hello;
  }

  /** How the process ended, if that came last. */
  public Optional<End> end() {
    return end;
  }

  /** What the process has defined so far. */
  public SymbolTables symbols() {
    return symbols;
  }

  /** What was decoded so far. */
  public StreamTotals totals() {
    return decoder.map(AccessDecoder::totals).orElse(StreamTotals.NONE);
  }

  /** Accesses that a sampled stream made while recording paused. */
  public long pausedAccesses() {
    return pausedAccesses;
  }

  /**
   * Takes the next frame other than EVENTS.
   *
   * @throws WireException if it is not valid, or not here
   */
  @Override
  public void frame(FrameType type, byte[] payload) throws WireException {
    if (type != FrameType.HELLO) {
      checkBegun(type);
    } else if (hello.isPresent()) {
      throw new WireException(
          "expected one HELLO frame, found a second; each process needs a connection of its own");
    }
    Frame frame = FrameDecoder.decode(type, payload);
    if (frame instanceof Hello first) {
      hello = Optional.of(first);
      decoder = listener.begin(first, symbols);
    } else if (end.isPresent()) {
      resume(frame);
    } else {
      symbols.define(frame);
      if (frame instanceof CountedCode counted) {
        add(counted);
      } else if (frame instanceof SiteCounts counted) {
        add(counted);
      } else if (frame instanceof Pause pause) {
        pausedAccesses = sum(pausedAccesses, pause.accesses());
      } else if (frame instanceof SampledPart part) {
        checkCounts(part);
      } else if (frame instanceof ExecutedCode code) {
        executed.add(code);
      } else if (frame instanceof ComputedOperations operations) {
        executed.add(operations);
      }
      take(frame);
    }
  }

  private void checkBegun(FrameType found) throws WireException {
    if (hello.isEmpty()) {
      throw new WireException(
          "expected a HELLO frame first, found %s; the sender is no tslmap tool".formatted(found));
    }
  }

  /** After an END that announced exec, the stream goes on only if exec failed. */
  private void resume(Frame frame) throws WireException {
    boolean failed = frame instanceof Mark mark && mark.kind() == Mark.Kind.EXEC_FAILED;
    if (end.get().cause() != End.Cause.REPLACED || !failed) {
      throw new WireException("expected nothing after the END frame, found another frame");
    }
    end = Optional.empty();
    sampledAccesses = 0; // they are counted again at the end
    executed.clear();
    listener.frame(frame);
  }

  private void take(Frame frame) throws WireException {
    if (frame instanceof BlockDescriptor block && decoder.isPresent()) {
      decoder.get().define(block, symbols, listener.flags(block));
    }
    if (frame instanceof Epoch epoch) {
      take(epoch);
    } else if (frame instanceof PlacedFrame placed && listener.keepsOrder()) {
      lastPosition = Math.max(lastPosition, placed.position());
      waiting.add(new Waiting(lastPosition, frame));
    } else if (frame instanceof ObjectFile && listener.keepsOrder()) {
      waiting.add(new Waiting(Math.max(lastPosition, words), frame));
    } else if (frame instanceof End last) {
      finish();
      end = Optional.of(last);
      listener.frame(last);
      checkTotals(last);
    } else {
      listener.frame(frame);
    }
  }

  /**
   * The process has sent all before it waits for an answer; who reads frames alone has no words.
   */
  private void take(Epoch epoch) throws WireException {
    if (decoder.isPresent() && epoch.position() != words) {
      throw new WireException(
          "expected an EPOCH frame behind %d event words, found one behind %d; something is missing"
              .formatted(epoch.position(), words));
    }
    if (epoch.number() != epochs || epoch.made() < made) {
      throw new WireException(
          "expected epoch %d after %d accesses or more, found epoch %d after %d; the stream is damaged"
              .formatted(epochs, made, epoch.number(), epoch.made()));
    }
    epochs++;
    made = epoch.made();
    finish();
    listener.frame(epoch);
  }

  private void add(CountedCode counted) {
    for (SiteCounts.Count count : counted.sites()) {
      if (symbols.isStore(count.site())) {
        countedStores += count.accesses();
      } else {
        countedLoads += count.accesses();
      }
    }
  }

  private void add(SiteCounts counted) {
    for (SiteCounts.Count count : counted.counts()) {
      sampledAccesses = sum(sampledAccesses, count.accesses());
    }
  }

  private static long sum(long sum, long more) {
    return more < 0 || sum + more < 0 ? Long.MAX_VALUE : sum + more;
  }

  /** Guarded accesses that did not happen are among those made, but in no count. */
  private void checkCounts(SampledPart part) throws WireException {
    if (part.exact() < 0
        || part.scored() < 0
        || Math.max(part.exact(), part.scored()) > part.made()) {
      throw new WireException(
          "expected at most the %d accesses made to be scored, found the first %d and %d in bursts; the stream is damaged"
              .formatted(part.made(), part.exact(), part.scored()));
    }
    if (pausedAccesses > part.made()) {
      throw new WireException(
          "expected pauses of at most the %d accesses made, found %d; the stream is damaged"
              .formatted(part.made(), pausedAccesses));
    }
    if (sampledAccesses > part.made()) {
      throw new WireException(
          "expected counts of sites of at most the %d accesses made, found %d; the stream is damaged"
              .formatted(part.made(), sampledAccesses));
    }
  }

  private void checkTotals(End last) throws WireException {
    String difference =
        decoder.map(d -> d.totals().differenceFrom(last, countedLoads, countedStores)).orElse("");
    if (difference.isEmpty()) {
      difference = executed.difference();
    }
    if (!difference.isEmpty()) {
      throw new WireException(
          "expected the tool's totals, found others (%s); measure again, and report it if it stays"
              .formatted(difference));
    }
  }

  /**
   * Takes the next event words.
   *
   * @param position event words before them, as the sender counts
   * @throws WireException if they are not valid, or not the next ones
   */
  public void events(long position, long[] chunk, int count) throws WireException {
    checkBegun(FrameType.EVENTS);
    if (end.isPresent()) {
      throw new WireException("expected nothing after the END frame, found EVENTS");
    }
    if (position != words) {
      throw new WireException(
          "expected event words from number %d on, found them from %d on; something is missing"
              .formatted(words, position));
    }
    int done = 0;
    while (!waiting.isEmpty() && waiting.peek().position() < position + count) {
      int next = (int) Math.max(done, waiting.peek().position() - position);
      decode(chunk, done, next);
      done = next;
      flush();
      listener.frame(waiting.remove().frame());
    }
    decode(chunk, done, count);
    words += count;
  }

  @Override
  public void events(long[] chunk, int count) throws WireException {
    events(words, chunk, count);
  }

  private void decode(long[] chunk, int from, int to) throws WireException {
    if (decoder.isPresent()) {
      decoder.get().decode(chunk, from, to);
    }
  }

  /** Has all event words that came decoded and told of; more may follow. */
  public void flush() {
    decoder.ifPresent(AccessDecoder::flush);
  }

  /** Hands over all that came and is held back; for a stream that ends without saying so. */
  @Override
  public void finish() {
    flush();
    while (!waiting.isEmpty()) {
      listener.frame(waiting.remove().frame());
    }
  }
}
