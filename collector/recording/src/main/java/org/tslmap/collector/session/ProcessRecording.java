package org.tslmap.collector.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.attribution.Attributor;
import org.tslmap.collector.attribution.HeapListener;
import org.tslmap.collector.attribution.Selection;
import org.tslmap.collector.wire.AccessDecoder;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.End;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.FrameDecoder;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.Mark;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.PlacedFrame;
import org.tslmap.collector.wire.SampledPart;
import org.tslmap.collector.wire.SiteCounts;
import org.tslmap.collector.wire.Sites;
import org.tslmap.collector.wire.StreamTotals;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.WireException;
import org.tslmap.locality.AccessSink;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.RunningScores;
import org.tslmap.locality.profile.ProcessEnd;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * Scores one process's stream, live or from a stored trace: the frames go in, the profile comes
 * out. Checks the order of frames and compares the tool's totals with what was decoded.
 *
 * <p>Used by one thread at a time.
 */
final class ProcessRecording implements AutoCloseable {
  private final MetricParameters parameters;
  private final EngineChoice choice;
  private final AttributionOptions attribution;
  private final List<AccessSinkFactory> analyses;
  private final Function<Hello, Selection> selector;
  private final boolean alongside;
  private final SymbolTables symbols = new SymbolTables();
  private final List<AccessSink> opened = new ArrayList<>();

  /** A frame and how many event words come before it. */
  private record Waiting(long position, Frame frame) {}

  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private long lastPosition;
  private HeapListener listener = HeapListener.NONE;
  private Optional<Hello> hello = Optional.empty();

  /** The program that takes this one's place, if the process replaces itself. */
  private String successor = "";

  private Optional<End> end = Optional.empty();

  /** What a sampled stream has said at its end. */
  private final List<SiteCounts> counts = new ArrayList<>();

  private Optional<SampledPart> sampledPart = Optional.empty();
  private MeasuredStretch stretch;
  private Selection selection = Selection.ALL;
  private LocalityEngine engine;
  private Attributor attributor;
  private AccessDecoder decoder;

  /**
   * A recording of nothing yet.
   *
   * @param selector gives the part of a process's accesses that is scored
   * @param alongside whether accesses are counted by a thread of their own, while the next ones are
   *     decoded and labelled
   */
  ProcessRecording(
      MetricParameters parameters,
      EngineChoice choice,
      AttributionOptions attribution,
      List<AccessSinkFactory> analyses,
      Function<Hello, Selection> selector,
      boolean alongside) {
    this.parameters = parameters;
    this.choice = choice;
    this.attribution = attribution;
    this.analyses = List.copyOf(analyses);
    this.selector = selector;
    this.alongside = alongside;
  }

  /** Has somebody told of heap blocks and stacks, before the first frame. */
  void listen(HeapListener wanting) {
    listener = wanting;
  }

  /** Which process it is, once it has said so. */
  Optional<Hello> hello() {
    return hello;
  }

  /** Whether the last frame was the END of the stream. */
  boolean ended() {
    return end.isPresent();
  }

  /**
   * Takes the next frame other than EVENTS.
   *
   * @throws WireException if it is not valid, or not here
   */
  void frame(FrameType type, byte[] payload) throws WireException {
    if (hello.isEmpty() && type != FrameType.HELLO) {
      throw new WireException(
          "expected a HELLO frame first, found %s; the sender is no tslmap tool".formatted(type));
    }
    Frame frame = FrameDecoder.decode(type, payload);
    if (frame instanceof Hello first) {
      begin(first);
      return;
    }
    if (end.isPresent()) {
      resume(frame);
      return;
    }
    symbols.define(frame);
    if (frame instanceof BlockDescriptor block) {
      decoder.define(block, symbols, attributor.define(block));
    } else if (frame instanceof Sites sites) {
      attributor.define(sites);
    } else if (attributor.attributes()) {
      attribute(frame);
    }
    if (frame instanceof SiteCounts part) {
      counts.add(part);
    } else if (frame instanceof SampledPart part) {
      sampledPart = Optional.of(part);
    } else if (frame instanceof Mark mark) {
      mark(mark);
    } else if (frame instanceof End last) {
      finish(last);
    }
  }

  private void mark(Mark mark) {
    switch (mark.kind()) {
      case EXEC -> successor = mark.text();
      case STRETCH_BEGINS -> stretch.begins(mark);
      case STRETCH_ENDS -> stretch.ends(mark);
      default -> {}
    }
  }

  private void begin(Hello first) throws WireException {
    if (hello.isPresent()) {
      throw new WireException(
          "expected one HELLO frame, found a second; each process needs a connection of its own");
    }
    hello = Optional.of(first);
    stretch = new MeasuredStretch(first);
    engine = LocalityEngine.open(parameters, choice);
    selection = selector.apply(first);
    attributor =
        new Attributor(
            attribution,
            symbols,
            engine,
            parameters,
            selection,
            first,
            !analyses.isEmpty(),
            alongside);
    attributor.listen(listener);
    for (AccessSinkFactory analysis : analyses) {
      opened.add(analysis.open(first, symbols));
    }
    decoder = attributor.decoder(opened);
  }

  /**
   * A frame with a place in the stream waits until the accesses before it have been decoded, and so
   * does an object, whose mappings may wait.
   */
  private void attribute(Frame frame) {
    if (frame instanceof PlacedFrame placed) {
      lastPosition = Math.max(lastPosition, placed.position());
      waiting.add(new Waiting(lastPosition, frame));
    } else if (frame instanceof ObjectFile) {
      waiting.add(new Waiting(Math.max(lastPosition, decoder.totals().words()), frame));
    } else {
      attributor.frame(frame);
    }
  }

  /** After an END that announced exec, the stream goes on only if exec failed. */
  private void resume(Frame frame) throws WireException {
    boolean failed = frame instanceof Mark mark && mark.kind() == Mark.Kind.EXEC_FAILED;
    if (end.get().cause() != End.Cause.REPLACED || !failed) {
      throw new WireException("expected nothing after the END frame, found another frame");
    }
    end = Optional.empty();
    counts.clear();
  }

  private void finish(End last) throws WireException {
    decoder.flush();
    end = Optional.of(last);
    String difference = decoder.totals().differenceFrom(last);
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
   */
  void events(long position, long[] words, int count) throws WireException {
    if (hello.isEmpty()) {
      throw new WireException(
          "expected a HELLO frame first, found EVENTS; the sender is no tslmap tool");
    }
    if (end.isPresent()) {
      throw new WireException("expected nothing after the END frame, found EVENTS");
    }
    long expected = decoder.totals().words();
    if (position != expected) {
      throw new WireException(
          "expected event words from number %d on, found them from %d on; something is missing"
              .formatted(expected, position));
    }
    int done = 0;
    while (!waiting.isEmpty() && waiting.peek().position() < position + count) {
      int next = (int) Math.max(done, waiting.peek().position() - position);
      decoder.decode(words, done, next);
      done = next;
      decoder.flush();
      attributor.frame(waiting.remove().frame());
    }
    decoder.decode(words, done, count);
  }

  /** The program that the process replaced itself by, empty when not known; nothing if it ended. */
  Optional<String> replacedBy() {
    return end.filter(last -> last.cause() == End.Cause.REPLACED).map(last -> successor);
  }

  /** What was decoded so far. */
  StreamTotals totals() {
    return decoder == null ? StreamTotals.NONE : decoder.totals();
  }

  /** Scores a short while ago. */
  RunningScores running() {
    return attributor == null ? new RunningScores(0, 0, 0) : attributor.counting().running();
  }

  /** What the user should know of the names in the profile, one sentence. */
  Optional<String> notice() {
    return hello.flatMap(first -> attributor.notice(first.executable()));
  }

  /**
   * The profile of what came.
   *
   * @param failure what went wrong, or empty
   * @param storedAccesses accesses in the stored trace
   * @throws IllegalStateException if there was no HELLO
   */
  ProcessProfile profile(String failure, long storedAccesses) {
    Hello process = hello.orElseThrow(() -> new IllegalStateException("no HELLO was received"));
    decoder.flush();
    while (!waiting.isEmpty()) {
      attributor.frame(waiting.remove().frame());
    }
    return ProfileBuilder.build(
        process,
        Stream.concat(process.options().stream(), selection.options().stream()).toList(),
        processEnd(failure),
        parameters,
        symbols,
        engine,
        attributor,
        new ProfileBuilder.Counted(scored(), made(), storedAccesses),
        stretch.of(made()),
        process.samples()
            ? Optional.of(new ProfileBuilder.SampledEnd(counts, sampledPart))
            : Optional.empty());
  }

  /** Accesses by the tool's own count, 0 when it never told. */
  private long made() {
    return end.map(End::made).orElse(0L);
  }

  /** What was decoded, but of the accesses only those that were scored. */
  private StreamTotals scored() {
    StreamTotals all = decoder.totals();
    return selection.isAll()
        ? all
        : new StreamTotals(
            all.blocks(), all.words(), all.threadWords(), attributor.loads(), attributor.stores());
  }

  private ProcessEnd processEnd(String failure) {
    ProcessEnd how =
        end.map(
                last ->
                    switch (last.cause()) {
                      case EXITED -> ProcessEnd.exited(last.status() & 0xFF);
                      case SIGNALLED ->
                          ProcessEnd.signalled(last.status() == 0 ? -1 : last.status());
                      case REPLACED -> ProcessEnd.replaced();
                    })
            .orElse(
                ProcessEnd.cut(
                    "the stream was cut: the connection closed before the program's end was"
                        + " reported (it was killed, or the connection broke)"));
    return failure.isEmpty() ? how : how.withIncomplete(failure);
  }

  /** Frees the engine and closes the analyses. */
  @Override
  public void close() {
    if (attributor != null) {
      attributor.close();
    }
    if (engine != null) {
      engine.close();
    }
    for (AccessSink sink : opened) {
      if (sink instanceof AutoCloseable closeable) {
        try {
          closeable.close();
        } catch (Exception e) {
          LoggerFactory.getLogger(ProcessRecording.class).warn("an analysis did not close", e);
        }
      }
    }
    opened.clear();
  }
}
