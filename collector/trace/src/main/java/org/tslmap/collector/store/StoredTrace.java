package org.tslmap.collector.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tslmap.collector.wire.AccessDecoder;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.EventWords;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.collector.wire.ProcessStream;
import org.tslmap.collector.wire.StreamHandler;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.AccessSink;

/**
 * A process's stored trace, any stretch of which can be read without what comes before. One stretch
 * is read at a time.
 */
public final class StoredTrace implements AutoCloseable {
  private final Path folder;
  private final TraceReader reader;
  private final TracePositions positions;
  private final Stretch stretch = new Stretch();
  private final AccessDecoder decoder = new AccessDecoder(List.of(stretch));
  private final ProcessStream stream = new ProcessStream(new Definitions());

  private StoredTrace(Path folder, TraceReader reader, TracePositions positions)
      throws IOException {
    this.folder = folder;
    this.reader = reader;
    this.positions = positions;
    for (long frame : positions.frames()) {
      reader.frameAt(frame, stream);
    }
    if (stream.hello().isEmpty()) {
      throw new IOException("expected a process's stream in a trace, found nothing");
    }
  }

  /**
   * Opens a trace and reads all its definitions.
   *
   * @param folder the trace's
   * @return nothing if the trace can only be read from its beginning, or there is none
   */
  public static Optional<StoredTrace> open(Path folder) throws IOException {
    Optional<TracePositions> positions = TracePositions.read(folder);
    if (positions.isEmpty()) {
      return Optional.empty();
    }
    TraceReader reader = TraceReader.open(folder);
    try {
      return Optional.of(new StoredTrace(folder, reader, positions.get()));
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  /** Where it is. */
  public Path folder() {
    return folder;
  }

  /** Which process it is. */
  public Hello hello() {
    return stream.hello().orElseThrow();
  }

  /** Accesses in the trace. */
  public long accesses() {
    return positions.accesses();
  }

  /** What the process defined, to its end. */
  public SymbolTables symbols() {
    return stream.symbols();
  }

  /** Memory that was mapped and unmapped, in order. */
  public List<Mapping> mappings() {
    return symbols().mappings();
  }

  /**
   * Reads a stretch.
   *
   * @param from number of its first access in the process, from 0
   * @param to number of the first access behind it; at most {@link #accesses}
   * @param sink takes the accesses
   */
  public synchronized void read(long from, long to, AccessSink sink) throws IOException {
    if (from < 0 || to < from || to > positions.accesses()) {
      throw new IllegalArgumentException(
          "expected a stretch of accesses in 0..%d, found %d to %d"
              .formatted(positions.accesses(), from, to));
    }
    if (from == to) {
      return;
    }
    TracePositions.Key key = positions.before(from);
    reader.moveTo(key);
    stretch.begin(key.accesses(), from, to, sink);
    if (key.thread() >= 0) {
      decoder.decode(new long[] {EventWords.thread(key.thread())}, 1);
    }
    Words words = new Words();
    while (!stretch.ended() && reader.next(words)) {
      decoder.flush();
    }
    stretch.begin(0, 0, 0, (thread, addresses, sites, count) -> {});
  }

  @Override
  public synchronized void close() {
    reader.close();
    decoder.close();
  }

  /** Tells the decoder of blocks; words come later, in any order. */
  private final class Definitions implements ProcessStream.Listener {
    @Override
    public Optional<AccessDecoder> begin(Hello process, SymbolTables symbols) {
      return Optional.empty();
    }

    @Override
    public void frame(Frame frame) {
      if (frame instanceof BlockDescriptor block) {
        decoder.define(block, symbols());
      }
    }
  }

  /** Takes in events, and nothing else. */
  private final class Words implements StreamHandler {
    @Override
    public void frame(FrameType type, byte[] payload) {
      // Definitions are known already.
    }

    @Override
    public void events(long[] words, int count) throws IOException {
      decoder.decode(words, count);
    }
  }

  /** Hands on the accesses of the stretch that is read, of all that are decoded. */
  private static final class Stretch implements AccessSink {
    private long position;
    private long from;
    private long to;
    private AccessSink sink = (thread, addresses, sites, count) -> {};
    private long[] cutAddresses = new long[0];
    private int[] cutSites = new int[0];

    void begin(long start, long first, long end, AccessSink taker) {
      position = start;
      from = first;
      to = end;
      sink = taker;
    }

    boolean ended() {
      return position >= to;
    }

    @Override
    public void accesses(int thread, long[] addresses, int[] sites, int count) {
      long begin = position;
      position += count;
      if (begin >= from && position <= to) {
        sink.accesses(thread, addresses, sites, count);
      } else if (begin < to && position > from) {
        int first = (int) Math.max(0, from - begin);
        int end = (int) Math.min(count, to - begin);
        if (cutAddresses.length < end - first) {
          cutAddresses = new long[addresses.length];
          cutSites = new int[addresses.length];
        }
        System.arraycopy(addresses, first, cutAddresses, 0, end - first);
        System.arraycopy(sites, first, cutSites, 0, end - first);
        sink.accesses(thread, cutAddresses, cutSites, end - first);
      }
    }
  }
}
