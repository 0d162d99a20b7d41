package org.tslmap.collector.lookup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.tslmap.collector.attribution.DebugFiles;
import org.tslmap.collector.memory.AddressSpace;
import org.tslmap.collector.memory.MemoryHistory;
import org.tslmap.collector.memory.MemoryRange;
import org.tslmap.collector.store.TraceReader;
import org.tslmap.collector.wire.AccessDecoder;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.ProcessStream;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.WireException;

/**
 * Finds data in a stored trace by its definitions alone: mappings, heap blocks, names the program
 * gave, and the variables of its programs and shared objects. Events are passed over, so times are
 * those of the frames of events between which a definition stands.
 */
public final class TraceLookup implements ProcessStream.Listener, AutoCloseable {

  private final ProcessStream stream = new ProcessStream(this);
  private final DebugFiles files = new DebugFiles(stream.symbols());
  private final AddressSpace space = new AddressSpace(stream.symbols(), files::of);
  private final MemoryHistory history;
  private LongSupplier clock = () -> 0;

  private TraceLookup(DataQuery query) {
    history = new MemoryHistory(range -> query.wants(range.name(), range.start(), range.bytes()));
    space.listen(history);
  }

  /**
   * Reads a trace.
   *
   * @param trace the trace's folder
   * @throws IOException if there is none, or it is damaged
   */
  public static TraceLookup read(Path trace, DataQuery query) throws IOException {
    TraceLookup lookup = new TraceLookup(query);
    try (TraceReader reader = TraceReader.open(trace)) {
      lookup.clock = reader::accesses;
      while (reader.next(lookup.stream)) {
        // All is done while it reads.
      }
      return lookup;
    } catch (WireException e) {
      lookup.close();
      throw new IOException("trace " + trace + ": " + e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      lookup.close();
      throw e;
    }
  }

  /** The process the trace is of. */
  public Optional<Hello> process() {
    return stream.hello();
  }

  /** What was found, variables and blocks before mappings, by time and address. */
  public List<MemoryRange> found() {
    return history.all();
  }

  /** Gives debug information back; what was found has no parts any more. */
  @Override
  public void close() {
    files.close();
  }

  @Override
  public Optional<AccessDecoder> begin(Hello process, SymbolTables tables) {
    return Optional.empty();
  }

  @Override
  public void frame(Frame frame) {
    if (frame instanceof BlockDescriptor block) {
      space.define(block);
    } else {
      space.frame(frame, clock.getAsLong());
    }
  }
}
