package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.collector.store.TraceReader;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.StreamHandler;

/** How much of a run is on disk while it is recorded. */
final class StoredAccesses {

  private StoredAccesses() {}

  /** Accesses that can be read in a run's first trace; 0 while there is none. */
  static long in(Path run) throws IOException {
    List<Path> traces = new RunFolder(run).storedTraces();
    return traces.isEmpty() ? 0 : read(traces.get(0));
  }

  private static long read(Path trace) {
    try (TraceReader reader = TraceReader.open(trace)) {
      StreamHandler nobody =
          new StreamHandler() {
            @Override
            public void frame(FrameType type, byte[] payload) {
              // Only the number of accesses is of interest.
            }

            @Override
            public void events(long[] words, int count) {
              // Likewise.
            }
          };
      while (reader.next(nobody)) {
        // On to the end.
      }
      return reader.accesses();
    } catch (IOException e) {
      return 0; // it is still being made
    }
  }
}
