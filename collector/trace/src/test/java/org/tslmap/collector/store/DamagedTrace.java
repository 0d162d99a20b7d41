package org.tslmap.collector.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tslmap.collector.wire.AccessDecoder;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.ProcessStream;
import org.tslmap.collector.wire.SymbolTables;

/** A trace that may hold anything: it is read to its end, or refused in one line. */
final class DamagedTrace {
  private DamagedTrace() {}

  static void isReadOrRefused(Path trace) {
    try {
      read(trace);
    } catch (IOException e) {
      assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    }
  }

  /**
   * Reads it to its end.
   *
   * @return why it is not whole; empty if it is
   */
  static String read(Path trace) throws IOException {
    try (TraceReader reader = TraceReader.open(trace);
        AccessDecoder decoder = new AccessDecoder(List.of())) {
      ProcessStream stream = new ProcessStream(new Decoded(decoder));
      while (reader.next(stream)) {
        // All is done while it reads.
      }
      stream.finish();
      return reader.failure();
    }
  }

  /** Has words decoded, and nothing else. */
  private record Decoded(AccessDecoder decoder) implements ProcessStream.Listener {
    @Override
    public Optional<AccessDecoder> begin(Hello process, SymbolTables symbols) {
      return Optional.of(decoder);
    }

    @Override
    public void frame(Frame frame) {
      // Checked by the stream.
    }
  }
}
