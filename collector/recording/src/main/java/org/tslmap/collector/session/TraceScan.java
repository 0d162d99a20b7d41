package org.tslmap.collector.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.tslmap.collector.store.DamagedTraceException;
import org.tslmap.collector.store.TraceReader;
import org.tslmap.collector.wire.AccessDecoder;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.FrameDecoder;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.WireException;
import org.tslmap.locality.AccessSink;

/** Reads the stored traces of a run for one analysis, without scoring them. */
public final class TraceScan {

  private final AccessSinkFactory analysis;
  private final SymbolTables symbols = new SymbolTables();
  private AccessSink sink;
  private AccessDecoder decoder;

  private TraceScan(AccessSinkFactory analysis) {
    this.analysis = analysis;
  }

  /**
   * Reads the trace of every process of a run.
   *
   * @param runFolder the folder a recorder wrote
   * @param analysis one instance of it takes the accesses of each process
   * @param notices takes what needs saying, one line each, such as a trace that stops at its limit
   * @throws IOException if there is no trace, or it is damaged; names file and position
   */
  public static void scan(Path runFolder, AccessSinkFactory analysis, Consumer<String> notices)
      throws IOException {
    for (Path trace : Replay.traces(runFolder)) {
      new TraceScan(analysis).read(trace, notices);
    }
  }

  private void read(Path trace, Consumer<String> notices) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      Feeder feeder = new Feeder();
      while (reader.next(feeder)) {
        // All is done while it reads.
      }
      if (decoder == null) {
        throw new WireException("expected a process's stream, found nothing");
      }
      decoder.flush();
      close();
      if (reader.limited()) {
        notices.accept(
            "the trace %s stops at its size limit: it holds the first %,d accesses"
                .formatted(trace, reader.accesses()));
      }
    } catch (WireException e) {
      throw new DamagedTraceException(
          "trace %s: %s; record the run again".formatted(trace, e.getMessage()));
    } finally {
      if (decoder != null) {
        decoder.close();
      }
    }
  }

  private void close() throws IOException {
    if (sink instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (IOException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException("an analysis did not close: " + e.getMessage(), e);
      }
    }
  }

  private final class Feeder implements TraceReader.Handler {
    @Override
    public void frame(int type, ByteBuffer payload) throws IOException {
      byte[] bytes = new byte[payload.remaining()];
      payload.get(bytes);
      FrameType known =
          FrameType.of(type)
              .orElseThrow(
                  () -> new WireException("expected a frame of a known type, found " + type));
      Frame frame = FrameDecoder.decode(known, bytes);
      if (frame instanceof Hello hello) {
        sink = analysis.open(hello, symbols);
        decoder = new AccessDecoder(List.of(sink));
        return;
      }
      if (decoder == null) {
        throw new WireException("expected a HELLO frame first, found " + known);
      }
      symbols.define(frame);
      if (frame instanceof BlockDescriptor block) {
        decoder.define(block, symbols);
      }
    }

    @Override
    public void events(long[] words, int count) throws IOException {
      if (decoder == null) {
        throw new WireException("expected a HELLO frame first, found EVENTS");
      }
      decoder.decode(words, count);
    }
  }
}
