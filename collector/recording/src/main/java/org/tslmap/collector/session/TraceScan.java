package org.tslmap.collector.session;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.tslmap.collector.analysis.SinkFactory;
import org.tslmap.collector.store.DamagedTraceException;
import org.tslmap.collector.store.TraceReader;
import org.tslmap.collector.wire.AccessDecoder;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.ProcessStream;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.WireException;
import org.tslmap.locality.AccessSink;

/** Reads the stored traces of a run for one kind of sink, without scoring them. */
public final class TraceScan implements ProcessStream.Listener {

  private final SinkFactory factory;
  private AccessSink sink;
  private AccessDecoder decoder;

  private TraceScan(SinkFactory factory) {
    this.factory = factory;
  }

  /**
   * Reads the trace of every process of a run.
   *
   * @param runFolder the folder a recorder wrote
   * @param sink one instance of it takes the accesses of each process
   * @param notices takes what needs saying, one line each, such as a trace that stops at its limit
   * @throws IOException if there is no trace, or it is damaged; names file and position
   */
  public static void scan(Path runFolder, SinkFactory sink, Consumer<String> notices)
      throws IOException {
    for (Path trace : Replay.traces(runFolder)) {
      new TraceScan(sink).read(trace, notices);
    }
  }

  private void read(Path trace, Consumer<String> notices) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      ProcessStream stream = new ProcessStream(this);
      while (reader.next(stream)) {
        // All is done while it reads.
      }
      if (decoder == null) {
        throw new WireException("expected a process's stream, found nothing");
      }
      stream.finish();
      sink.end();
      if (reader.limited()) {
        notices.accept(
            "the trace %s %s: it holds the first %,d accesses"
                .formatted(trace, reader.limit(), reader.accesses()));
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

  @Override
  public Optional<AccessDecoder> begin(Hello process, SymbolTables symbols) {
    sink = factory.begin(process, symbols);
    decoder = new AccessDecoder(List.of(sink));
    return Optional.of(decoder);
  }

  @Override
  public void frame(Frame frame) {
    // A sink reads definitions from the tables.
  }
}
