package org.tslmap.collector.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.tslmap.collector.debuginfo.DataType;
import org.tslmap.collector.debuginfo.DebugInformation;
import org.tslmap.collector.debuginfo.LocalVariable;
import org.tslmap.collector.debuginfo.StaticVariable;
import org.tslmap.collector.debuginfo.ThreadLocalBlock;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.DataName;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.HeapEvent;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.ThreadBlock;
import org.tslmap.collector.wire.ThreadChange;
import org.tslmap.collector.wire.ThreadPointer;
import org.tslmap.collector.wire.WatchedVariable;
import org.tslmap.locality.profile.DataClass;

/**
 * What a process's frames say of its memory: variables of the files it loads, thread-local ones of
 * each thread, heap blocks, names the program gives, and mappings. Each change is told to the
 * listeners as a {@link MemoryRange} that begins or ends.
 */
/*
 * The rules. What a file defines is there from the moment it is loaded until it is unmapped, and
 * again when it is mapped where it was: it is defined only once then. Its thread-local variables
 * lie at a distance from each thread's pointer if the program starts with it; what comes by dlopen,
 * after the first code that is not the dynamic linker's, has a block of its own in each thread that
 * asks for one. A thread that ends, or gets another pointer, loses all of them. A block that is
 * reallocated ends where it was, also if it stays there. A name takes the place of the one that was
 * given to the same address. Heap blocks are not kept here, since there may be very many: whoever
 * needs to know them (MemoryHistory, or the pass in C) does that.
 */
public final class AddressSpace {
  private static final int NO_OBJECT = -1;

  /** Static variables of one file, lowest address first, and whether they are gone. */
  private static final class Statics {
    private final List<MemoryRange> variables;
    private boolean unloaded;

    Statics(List<MemoryRange> variables) {
      this.variables =
          variables.stream()
              .sorted(Comparator.comparing(MemoryRange::start, Long::compareUnsigned))
              .toList();
    }

    boolean beginIn(Mapping mapping) {
      long distance = variables.get(0).start() - mapping.start();
      return Long.compareUnsigned(distance, mapping.bytes()) < 0;
    }
  }

  /** Thread-local variables of one file; their addresses are offsets. */
  private record ThreadLocals(ThreadLocalBlock block, List<MemoryRange> variables) {}

  private final SymbolTables symbols;
  private final Function<ObjectFile, Optional<DebugInformation>> files;
  private final List<MemoryListener> listeners = new ArrayList<>();
  private final List<ThreadLocals> threadLocals = new ArrayList<>();

  /** By object, of those that are loaded later and have their blocks anywhere. */
  private final Map<Integer, ThreadLocals> laterThreadLocals = new HashMap<>();

  /** By path; a file that is loaded in several places has several. */
  private final Map<String, List<Statics>> statics = new HashMap<>();

  private final Map<Integer, List<MemoryRange>> ofThreads = new HashMap<>();
  private final Map<Integer, Long> pointers = new TreeMap<>();
  private final Map<Long, MemoryRange> names = new HashMap<>();
  private final Map<Integer, Origin> allocators = new HashMap<>();

  /** The object that runs first: the dynamic linker, if there is one. */
  private int loader = NO_OBJECT;

  /** Objects that are there when the first other one runs. */
  private int objectsAtStart = Integer.MAX_VALUE;

  /**
   * An empty address space.
   *
   * @param symbols what the process has defined, always ahead of what comes here
   * @param files debug information of an object, as far as it is there
   */
  public AddressSpace(
      SymbolTables symbols, Function<ObjectFile, Optional<DebugInformation>> files) {
    this.symbols = symbols;
    this.files = files;
  }

  /** Has somebody told what comes and goes from now on, after those who came before. */
  public void listen(MemoryListener listener) {
    listeners.add(listener);
  }

  /** Takes a block of code that the tables know, which may tell that the program has started. */
  public void define(BlockDescriptor block) {
    if (objectsAtStart == Integer.MAX_VALUE && !block.accesses().isEmpty()) {
      int function = symbols.site(block.accesses().get(0).site()).function();
      int object = symbols.function(function).object();
      if (loader == NO_OBJECT) {
        loader = object;
      } else if (object != loader) {
        objectsAtStart = symbols.objectCount();
      }
    }
  }

  /**
   * Takes a frame that the tables have accepted. What says nothing of memory is passed over.
   *
   * @param now how many accesses the process had made
   */
  public void frame(Frame frame, long now) {
    if (frame instanceof HeapEvent event) {
      heap(event, now);
    } else if (frame instanceof ObjectFile object) {
      loaded(object, now);
    } else if (frame instanceof Mapping mapping) {
      mapping(mapping, now);
    } else if (frame instanceof DataName name) {
      unname(name.address(), now);
      if (name.bytes() > 0) {
        name(Origin.plain(DataClass.NAMED, name.name(), "", 0), name.address(), name.bytes(), now);
      }
    } else if (frame instanceof WatchedVariable variable) {
      unname(variable.address(), now);
      name(origin(variable), variable.address(), variable.bytes(), now);
    } else if (frame instanceof ThreadPointer pointer) {
      threadPointer(pointer, now);
    } else if (frame instanceof ThreadBlock block) {
      ThreadLocals locals = laterThreadLocals.get(block.object());
      if (locals != null) {
        place(block.thread(), locals, block.start(), now);
      }
    } else if (frame instanceof ThreadChange change && !change.starts()) {
      threadEnds(change.thread(), now);
    }
  }

  /**
   * A thread has made its first call.
   *
   * @param address where in its stack the return address is
   */
  public void stack(int thread, long address) {
    listeners.forEach(listener -> listener.stack(thread, address));
  }

  private MemoryRange place(Origin origin, int thread, long start, long bytes, long now) {
    MemoryRange range = new MemoryRange(origin, thread, start, bytes, now);
    for (MemoryListener listener : listeners) {
      listener.placed(range);
    }
    return range;
  }

  private void remove(MemoryRange range, long now) {
    listeners.forEach(listener -> listener.removed(range, now));
  }

  // --- Heap blocks, mappings, names -------------------------------------------------------------

  private void heap(HeapEvent event, long now) {
    boolean freed = event.kind() == HeapEvent.Kind.FREED;
    long old = freed ? event.address() : event.previous();
    if (freed || event.kind() == HeapEvent.Kind.REALLOCATED && old != 0) {
      for (MemoryListener listener : listeners) {
        listener.freed(old, now);
      }
    }
    if (!freed) {
      Origin allocator =
          allocators.computeIfAbsent(
              event.function(),
              function ->
                  Origin.plain(DataClass.HEAP, symbols.function(function).name(), "", function));
      place(allocator, event.thread(), event.address(), event.bytes(), now);
    }
  }

  private void mapping(Mapping mapping, long now) {
    if (mapping.mapped()) {
      place(Origin.of(mapping), MemoryRange.ALL_THREADS, mapping.start(), mapping.bytes(), now);
      for (Statics file : statics.getOrDefault(mapping.path(), List.of())) {
        if (file.unloaded && file.beginIn(mapping)) {
          file.unloaded = false;
          file.variables.forEach(v -> place(v.origin(), v.thread(), v.start(), v.bytes(), now));
        }
      }
    } else {
      listeners.forEach(listener -> listener.unmapped(mapping.start(), mapping.bytes(), now));
      for (List<Statics> files : statics.values()) {
        files.stream().filter(file -> file.beginIn(mapping)).forEach(f -> f.unloaded = true);
      }
    }
  }

  private void name(Origin origin, long address, long bytes, long now) {
    names.put(address, place(origin, MemoryRange.ALL_THREADS, address, bytes, now));
  }

  private void unname(long address, long now) {
    MemoryRange old = names.remove(address);
    if (old != null) {
      remove(old, now);
    }
  }

  /** What is known of a watched variable; its name alone without debug information. */
  private Origin origin(WatchedVariable watched) {
    ObjectFile object = symbols.object(watched.object());
    Optional<DebugInformation> file = files.apply(object);
    LocalVariable variable =
        file.flatMap(known -> known.frame(watched.function() - object.bias()))
            .flatMap(layout -> layout.watched(watched.name(), watched.cfaOffset(), watched.bytes()))
            .orElseGet(() -> unknown(watched));
    return Origin.of(variable, variable.function(), object.path(), watched.function(), file);
  }

  private static LocalVariable unknown(WatchedVariable watched) {
    int at = watched.name().indexOf('@');
    return new LocalVariable(
        at < 0 ? watched.name() : watched.name().substring(0, at),
        watched.name().substring(at + 1),
        watched.cfaOffset(),
        watched.bytes(),
        DataType.UNKNOWN,
        false,
        "",
        0,
        List.of());
  }

  // --- Variables --------------------------------------------------------------------------------

  private void loaded(ObjectFile object, long now) {
    Optional<DebugInformation> file = files.apply(object);
    if (file.isEmpty()) {
      return;
    }
    List<MemoryRange> locals = new ArrayList<>();
    List<MemoryRange> placed = new ArrayList<>();
    for (StaticVariable variable : file.get().statics()) {
      Origin origin = Origin.of(variable, object.path(), file.get());
      if (variable.threadLocal()) {
        locals.add(
            new MemoryRange(
                origin, MemoryRange.ALL_THREADS, variable.address(), variable.bytes(), now));
      } else {
        long start = object.bias() + variable.address();
        placed.add(place(origin, MemoryRange.ALL_THREADS, start, variable.bytes(), now));
      }
    }
    if (!placed.isEmpty()) {
      statics.computeIfAbsent(object.path(), path -> new ArrayList<>()).add(new Statics(placed));
    }
    Optional<ThreadLocalBlock> block = file.get().threadLocalBlock();
    if (block.isPresent()) {
      ThreadLocals added = new ThreadLocals(block.get(), locals);
      if (object.id() >= objectsAtStart) {
        laterThreadLocals.put(object.id(), added);
      } else {
        threadLocals.add(added);
        pointers.forEach((thread, pointer) -> place(thread, pointer, threadLocals.size() - 1, now));
      }
    }
  }

  private void threadPointer(ThreadPointer thread, long now) {
    threadEnds(thread.thread(), now);
    pointers.put(thread.thread(), thread.pointer());
    place(thread.thread(), thread.pointer(), 0, now);
  }

  /** Blocks that the program starts with, from one on, have places below the thread pointer. */
  private void place(int thread, long pointer, int first, long now) {
    List<Long> distances =
        ThreadLocalBlock.distances(threadLocals.stream().map(ThreadLocals::block).toList());
    for (int i = first; i < threadLocals.size(); i++) {
      place(thread, threadLocals.get(i), pointer - distances.get(i), now);
    }
  }

  private void place(int thread, ThreadLocals locals, long block, long now) {
    List<MemoryRange> placed = ofThreads.computeIfAbsent(thread, any -> new ArrayList<>());
    for (MemoryRange local : locals.variables()) {
      placed.add(place(local.origin(), thread, block + local.start(), local.bytes(), now));
    }
  }

  private void threadEnds(int thread, long now) {
    pointers.remove(thread);
    List<MemoryRange> ended = ofThreads.remove(thread);
    if (ended != null) {
      ended.forEach(range -> remove(range, now));
    }
  }
}
