package org.tslmap.collector.lookup;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.tslmap.collector.debuginfo.DataType;
import org.tslmap.collector.debuginfo.DebugInformation;
import org.tslmap.collector.debuginfo.DebugInformationException;
import org.tslmap.collector.debuginfo.LocalVariable;
import org.tslmap.collector.debuginfo.Member;
import org.tslmap.collector.debuginfo.StaticVariable;
import org.tslmap.collector.debuginfo.ThreadLocalBlock;
import org.tslmap.collector.store.TraceReader;
import org.tslmap.collector.wire.AccessDecoder;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.DataName;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.HeapEvent;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.ProcessStream;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.ThreadBlock;
import org.tslmap.collector.wire.ThreadChange;
import org.tslmap.collector.wire.ThreadPointer;
import org.tslmap.collector.wire.WatchedVariable;
import org.tslmap.collector.wire.WireException;
import org.tslmap.locality.profile.DataClass;

/**
 * Finds data in a stored trace by its definitions alone: mappings, heap blocks, names the program
 * gave, and the variables of its programs and shared objects. Events are passed over, so times are
 * those of the frames of events between which a definition stands.
 */
public final class TraceLookup implements ProcessStream.Listener, AutoCloseable {

  private final DataQuery query;
  private final List<LiveRange> found = new ArrayList<>();
  private final Map<String, Optional<DebugInformation>> open = new HashMap<>();
  private final TreeMap<Long, LiveRange> mappings = new TreeMap<>();
  private final Map<Long, LiveRange> blocks = new HashMap<>();
  private final Map<Long, LiveRange> names = new HashMap<>();
  private final Map<Integer, List<LiveRange>> ofThreads = new HashMap<>();
  private final Map<Integer, Long> pointers = new TreeMap<>();
  private final List<ThreadLocals> threadLocals = new ArrayList<>();

  /** By object, of those that are loaded later. */
  private final Map<Integer, List<LiveRange>> loadedLocals = new HashMap<>();

  private final ProcessStream stream = new ProcessStream(this);
  private final SymbolTables symbols = stream.symbols();
  private LongSupplier clock = () -> 0;
  private long now;

  /** The object that runs first: the dynamic linker, if there is one. */
  private int loader = -1;

  /** Whether another object has run; what is loaded from then on came by dlopen. */
  private boolean started;

  /** Parts of a variable, while its debug information is open. */
  private record VariableParts(DebugInformation file, DataType type) implements LiveRange.Parts {
    @Override
    public Optional<Member> at(long offset) {
      return file.member(type.id(), offset);
    }

    @Override
    public long elementBytes() {
      return type.elementBytes();
    }
  }

  /** The thread-local variables of one object. */
  private record ThreadLocals(ThreadLocalBlock block, List<LiveRange> variables) {}

  private TraceLookup(DataQuery query) {
    this.query = query;
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
      lookup.end();
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
  public List<LiveRange> found() {
    return found;
  }

  /** Gives debug information back; what was found has no parts any more. */
  @Override
  public void close() {
    open.values().forEach(file -> file.ifPresent(DebugInformation::close));
    open.clear();
  }

  @Override
  public Optional<AccessDecoder> begin(Hello process, SymbolTables tables) {
    return Optional.empty();
  }

  @Override
  public void frame(Frame frame) {
    now = clock.getAsLong();
    if (frame instanceof ObjectFile object) {
      loaded(object);
    } else if (frame instanceof BlockDescriptor block) {
      runs(block);
    } else if (frame instanceof Mapping mapping) {
      mapping(mapping);
    } else if (frame instanceof HeapEvent event) {
      heap(event);
    } else if (frame instanceof DataName name) {
      named(name);
    } else if (frame instanceof WatchedVariable variable) {
      watched(variable);
    } else if (frame instanceof ThreadPointer pointer) {
      threadPointer(pointer);
    } else if (frame instanceof ThreadBlock block) {
      threadBlock(block);
    } else if (frame instanceof ThreadChange change && !change.starts()) {
      endOf(change.thread());
    }
  }

  private void runs(BlockDescriptor block) {
    if (!started && !block.accesses().isEmpty()) {
      int function = symbols.site(block.accesses().get(0).site()).function();
      int object = symbols.function(function).object();
      started = loader >= 0 && object != loader;
      loader = loader < 0 ? object : loader;
    }
  }

  private void loaded(ObjectFile object) {
    Optional<DebugInformation> file = information(object);
    if (file.isEmpty()) {
      return;
    }
    List<LiveRange> locals = new ArrayList<>();
    for (StaticVariable variable : file.get().statics()) {
      long start = variable.threadLocal() ? variable.address() : object.bias() + variable.address();
      LiveRange range = range(variable, file.get(), object.path(), start);
      if (variable.threadLocal()) {
        locals.add(range);
      } else if (query.wants(variable.name(), start, variable.bytes())) {
        found.add(range);
      }
    }
    Optional<ThreadLocalBlock> block = file.get().threadLocalBlock();
    if (block.isPresent() && !started) {
      threadLocals.add(new ThreadLocals(block.get(), locals));
      int last = threadLocals.size() - 1;
      pointers.forEach((thread, pointer) -> place(thread, pointer, last));
    } else {
      loadedLocals.put(object.id(), locals);
    }
  }

  private LiveRange range(
      StaticVariable variable, DebugInformation file, String object, long start) {
    return new LiveRange(
        variable.threadLocal() ? DataClass.THREAD_LOCAL : DataClass.STATIC,
        variable.name(),
        variable.type().text(),
        variable.function(),
        variable.file(),
        variable.line(),
        object,
        -1,
        start,
        variable.bytes(),
        now,
        LiveRange.TO_THE_END,
        new VariableParts(file, variable.type()));
  }

  private Optional<DebugInformation> information(ObjectFile object) {
    return open.computeIfAbsent(object.path(), TraceLookup::opened);
  }

  private static Optional<DebugInformation> opened(String path) {
    if (path.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(DebugInformation.open(Path.of(path)));
    } catch (DebugInformationException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  private void threadPointer(ThreadPointer thread) {
    endOf(thread.thread());
    pointers.put(thread.thread(), thread.pointer());
    for (int i = 0; i < threadLocals.size(); i++) {
      place(thread.thread(), thread.pointer(), i);
    }
  }

  /** Blocks that the program starts with have their places below the thread pointer. */
  private void place(int thread, long pointer, int number) {
    List<Long> distances =
        ThreadLocalBlock.distances(threadLocals.stream().map(ThreadLocals::block).toList());
    place(thread, threadLocals.get(number).variables(), pointer - distances.get(number));
  }

  private void threadBlock(ThreadBlock block) {
    place(block.thread(), loadedLocals.getOrDefault(block.object(), List.of()), block.start());
  }

  private void place(int thread, List<LiveRange> locals, long blockStart) {
    for (LiveRange local : locals) {
      long start = blockStart + local.start();
      if (query.wants(local.name(), start, local.bytes())) {
        ofThreads
            .computeIfAbsent(thread, any -> new ArrayList<>())
            .add(ofThread(local, thread, start));
      }
    }
  }

  private LiveRange ofThread(LiveRange local, int thread, long start) {
    return new LiveRange(
        local.kind(),
        local.name(),
        local.type(),
        local.function(),
        local.file(),
        local.line(),
        local.object(),
        thread,
        start,
        local.bytes(),
        now,
        LiveRange.TO_THE_END,
        local.parts());
  }

  private void endOf(int thread) {
    pointers.remove(thread);
    List<LiveRange> ended = ofThreads.remove(thread);
    if (ended != null) {
      ended.forEach(range -> found.add(range.ended(now)));
    }
  }

  private void mapping(Mapping mapping) {
    long end = mapping.start() + mapping.bytes();
    Map.Entry<Long, LiveRange> below = mappings.lowerEntry(end);
    while (below != null && below.getKey() + below.getValue().bytes() > mapping.start()) {
      LiveRange old = below.getValue();
      mappings.remove(old.start());
      report(old.ended(now));
      if (old.start() + old.bytes() > end) {
        mappings.put(end, old.cut(end, old.start() + old.bytes() - end, now));
      }
      if (old.start() < mapping.start()) {
        mappings.put(old.start(), old.cut(old.start(), mapping.start() - old.start(), now));
      }
      below = mappings.lowerEntry(mapping.start());
    }
    if (mapping.mapped()) {
      String name = mapping.path().isEmpty() ? LiveRange.ANONYMOUS : mapping.path();
      mappings.put(
          mapping.start(),
          LiveRange.plain(DataClass.MAPPED, name, mapping.start(), mapping.bytes(), now));
    }
  }

  private void report(LiveRange range) {
    if (range.from() < range.until() && query.wants(range.name(), range.start(), range.bytes())) {
      found.add(range);
    }
  }

  private void heap(HeapEvent event) {
    if (event.kind() != HeapEvent.Kind.ALLOCATED) {
      boolean moved = event.kind() == HeapEvent.Kind.REALLOCATED;
      LiveRange old = blocks.remove(moved ? event.previous() : event.address());
      if (old != null) {
        found.add(old.ended(now));
      }
    }
    if (event.kind() != HeapEvent.Kind.FREED) {
      String name = symbols.function(event.function()).name();
      if (query.wants(name, event.address(), event.bytes())) {
        blocks.put(
            event.address(),
            LiveRange.plain(DataClass.HEAP, name, event.address(), event.bytes(), now));
      }
    }
  }

  private void watched(WatchedVariable watched) {
    unname(watched.address());
    ObjectFile object = symbols.object(watched.object());
    Optional<DebugInformation> file = information(object);
    file.flatMap(known -> known.frame(watched.function() - object.bias()))
        .flatMap(layout -> layout.watched(watched.name(), watched.cfaOffset(), watched.bytes()))
        .filter(variable -> query.wants(variable.name(), watched.address(), watched.bytes()))
        .map(variable -> range(watched, variable, object, file.get()))
        .ifPresent(range -> names.put(watched.address(), range));
  }

  private LiveRange range(
      WatchedVariable watched, LocalVariable variable, ObjectFile object, DebugInformation file) {
    return new LiveRange(
        DataClass.STACK_VARIABLE,
        variable.name(),
        variable.type().text(),
        variable.function(),
        variable.file(),
        variable.line(),
        object.path(),
        -1,
        watched.address(),
        watched.bytes(),
        now,
        LiveRange.TO_THE_END,
        new VariableParts(file, variable.type()));
  }

  private void unname(long address) {
    LiveRange old = names.remove(address);
    if (old != null) {
      found.add(old.ended(now));
    }
  }

  private void named(DataName name) {
    unname(name.address());
    if (name.bytes() > 0 && query.wants(name.name(), name.address(), name.bytes())) {
      names.put(
          name.address(),
          LiveRange.plain(DataClass.NAMED, name.name(), name.address(), name.bytes(), now));
    }
  }

  private void end() {
    found.addAll(names.values());
    found.addAll(blocks.values());
    ofThreads.values().forEach(found::addAll);
    mappings.values().forEach(this::report);
    found.sort(
        java.util.Comparator.comparing((LiveRange range) -> range.kind() == DataClass.MAPPED)
            .thenComparingLong(LiveRange::from)
            .thenComparing(LiveRange::start, Long::compareUnsigned));
  }
}
