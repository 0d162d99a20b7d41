package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.tslmap.collector.debuginfo.DebugInformation;
import org.tslmap.collector.debuginfo.StaticVariable;
import org.tslmap.collector.debuginfo.ThreadLocalBlock;
import org.tslmap.collector.wire.DataName;
import org.tslmap.collector.wire.HeapEvent;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.ThreadBlock;
import org.tslmap.collector.wire.ThreadPointer;
import org.tslmap.collector.wire.WatchedVariable;

/**
 * Which data object each address belongs to at the time: names the program gave come before heap
 * blocks and variables, whatever came last first; then come stacks, and at last mappings.
 */
final class DataMap {
  private static final long PAGE = 4096;

  /** The path of memory that brk adds. */
  private static final String BREAK = "[heap]";

  /** How far the first thread's stack may grow below what is mapped when it starts. */
  private static final long STACK_GROWTH = 64L << 20;

  /** How far above and below the first call of a thread its stack reaches, unless mapped. */
  private static final long STACK_ABOVE = 1 << 20;

  /** A variable of a program or shared object; it becomes an object when it is accessed. */
  private static final class Variable {
    private final StaticVariable variable;
    private final String objectPath;
    private final long address;
    private int number = DataObjects.NONE;

    Variable(StaticVariable variable, String objectPath, long address) {
      this.variable = variable;
      this.objectPath = objectPath;
      this.address = address;
    }
  }

  /** Variables that each thread has, of one object. */
  private record ThreadLocals(ThreadLocalBlock block, int first, int end) {}

  /**
   * A stack.
   *
   * @param low its lowest address
   * @param frames where its frames end; what the program was given to start with is above
   * @param high its highest address
   */
  private record Stack(long low, long frames, long high, CallStack calls) {}

  private final DataObjects objects;
  private final DebugFiles files;
  private final StackData stackData;
  private final LiveRanges ranges;
  private final MemoryMap memory;
  private final TreeMap<Long, Integer> mappings = new TreeMap<>();
  private final List<Variable> variables = new ArrayList<>();
  private final List<ThreadLocals> threadLocals = new ArrayList<>();

  /** By object, of those that are loaded later and have their blocks anywhere. */
  private final Map<Integer, ThreadLocals> laterThreadLocals = new HashMap<>();

  private final Map<Integer, List<Integer>> rangesOfThread = new HashMap<>();
  private final Map<Integer, ThreadPointer> threadPointers = new TreeMap<>();
  private final Map<Long, Integer> names = new HashMap<>();
  private final List<Stack> stacks = new ArrayList<>();

  DataMap(DataObjects objects, DebugFiles files, StackData stackData, LiveRanges ranges) {
    this.objects = objects;
    this.files = files;
    this.stackData = stackData;
    this.ranges = ranges;
    this.memory = new MemoryMap(ranges);
  }

  // --- What there is ----------------------------------------------------------------------------

  /**
   * A file's variables are there from now on.
   *
   * @param atStart whether the program starts with it, so that the place of its thread-local
   *     variables is known
   */
  void loaded(ObjectFile object, boolean atStart) {
    Optional<DebugInformation> file = files.of(object);
    if (file.isEmpty()) {
      return;
    }
    ranges.end(LiveRanges.NOTHING);
    int firstLocal = DataObjects.NONE;
    for (StaticVariable variable : file.get().statics()) {
      if (variable.bytes() <= 0) {
        continue;
      }
      if (variable.threadLocal() && firstLocal == DataObjects.NONE) {
        firstLocal = variables.size();
      }
      long address =
          variable.threadLocal() ? variable.address() : object.bias() + variable.address();
      variables.add(new Variable(variable, object.path(), address));
      if (!variable.threadLocal()) {
        put(address, variable.bytes(), ~(variables.size() - 1));
      }
    }
    Optional<ThreadLocalBlock> block = file.get().threadLocalBlock();
    if (block.isEmpty()) {
      return;
    }
    ThreadLocals locals =
        firstLocal == DataObjects.NONE
            ? new ThreadLocals(block.get(), 0, 0)
            : new ThreadLocals(block.get(), firstLocal, variables.size());
    if (atStart) {
      threadLocals.add(locals);
      List.copyOf(threadPointers.values()).forEach(this::threadPointer);
    } else {
      laterThreadLocals.put(object.id(), locals);
    }
  }

  void threadPointer(ThreadPointer thread) {
    threadEnded(thread.thread());
    List<Long> distances =
        ThreadLocalBlock.distances(threadLocals.stream().map(ThreadLocals::block).toList());
    for (int i = 0; i < threadLocals.size(); i++) {
      place(thread.thread(), threadLocals.get(i), thread.pointer() - distances.get(i));
    }
    threadPointers.put(thread.thread(), thread);
  }

  /** A thread has got a block for the thread-local variables of an object. */
  void threadBlock(ThreadBlock block) {
    ThreadLocals locals = laterThreadLocals.get(block.object());
    if (locals != null) {
      place(block.thread(), locals, block.start());
    }
  }

  private void place(int thread, ThreadLocals locals, long start) {
    List<Integer> placed = rangesOfThread.computeIfAbsent(thread, any -> new ArrayList<>());
    for (int v = locals.first(); v < locals.end(); v++) {
      Variable variable = variables.get(v);
      placed.add(put(start + variable.address, variable.variable.bytes(), ~v));
    }
  }

  void threadEnded(int thread) {
    for (int range : rangesOfThread.getOrDefault(thread, List.of())) {
      memory.remove(range);
      ranges.release(range);
    }
    rangesOfThread.remove(thread);
    threadPointers.remove(thread);
  }

  void mapping(Mapping mapping) {
    long end = mapping.start() + mapping.bytes();
    ranges.end(LiveRanges.NOTHING);
    cutMappings(mapping.start(), end);
    if (mapping.mapped()) {
      int object =
          mapping.path().equals(BREAK) ? objects.heapRest() : objects.mapped(mapping.path());
      objects.addInstance(object, mapping.bytes());
      mappings.put(mapping.start(), ranges.add(mapping.start(), mapping.bytes(), object));
    } else {
      memory.clear(mapping.start(), end);
    }
  }

  /** Ends the parts of mappings that lie in a range of addresses. */
  private void cutMappings(long start, long end) {
    Map.Entry<Long, Integer> at = mappings.floorEntry(start);
    if (at == null || mappingEnd(at.getValue()) <= start) {
      at = mappings.higherEntry(start);
    }
    while (at != null && at.getKey() < end) {
      int old = at.getValue();
      long oldStart = at.getKey();
      long oldEnd = mappingEnd(old);
      int object = ranges.object(old);
      mappings.remove(oldStart);
      if (oldStart < start) {
        mappings.put(oldStart, ranges.add(oldStart, start - oldStart, object));
      }
      if (oldEnd > end) {
        mappings.put(end, ranges.add(end, oldEnd - end, object));
      }
      ranges.release(old);
      at = mappings.higherEntry(Math.max(start, oldStart));
    }
  }

  private long mappingEnd(int range) {
    return ranges.start(range) + ranges.bytes(range);
  }

  /**
   * A heap block comes or goes.
   *
   * @param object the object of the allocation
   */
  void heap(HeapEvent event, int object) {
    if (event.kind() == HeapEvent.Kind.FREED) {
      free(event.address());
      return;
    }
    if (event.kind() == HeapEvent.Kind.REALLOCATED && event.previous() != 0) {
      free(event.previous());
    }
    objects.addInstance(object, event.bytes());
    heapAround(event.address());
    if (event.bytes() > 0) {
      // What is left to the next multiple of 8 can belong to no other block.
      long end = event.address() + event.bytes() + 7 & -8L;
      put(event.address(), end - event.address(), object);
    }
  }

  /** Memory of no file that holds a block is an allocator's. */
  private void heapAround(long address) {
    Map.Entry<Long, Integer> at = mappings.floorEntry(address);
    if (at != null
        && mappingEnd(at.getValue()) > address
        && objects.isAnonymous(ranges.object(at.getValue()))) {
      ranges.setObject(at.getValue(), objects.heapRest());
      ranges.end(at.getValue());
    }
  }

  private void free(long address) {
    int range = memory.at(address);
    if (range != 0 && ranges.start(range) == address) {
      memory.remove(range);
      ranges.release(range);
    }
  }

  void named(DataName name) {
    unname(name.address());
    if (name.bytes() > 0) {
      name(name.address(), name.bytes(), objects.named(name.name(), name.address()));
    }
  }

  /** A variable of a stack frame that may be the only one whose accesses come. */
  void watched(WatchedVariable variable) {
    unname(variable.address());
    name(variable.address(), variable.bytes(), stackData.watched(variable));
  }

  private void unname(long address) {
    Integer old = names.remove(address);
    if (old != null) {
      memory.remove(old);
      ranges.release(old);
    }
  }

  private void name(long address, long bytes, int object) {
    objects.addInstance(object, bytes);
    names.put(address, put(address, bytes, object));
  }

  private int put(long address, long bytes, int reference) {
    int range = ranges.add(address, bytes, reference);
    memory.put(range);
    for (long at = address; ; ) {
      Map.Entry<Long, Integer> mapping = mappings.floorEntry(at);
      if (mapping != null && mappingEnd(mapping.getValue()) > at) {
        ranges.end(mapping.getValue());
      }
      Long next = mappings.higherKey(at);
      if (next == null || next >= address + bytes) {
        break;
      }
      at = next;
    }
    ranges.end(LiveRanges.NOTHING);
    return range;
  }

  /**
   * A thread's first call tells where its stack is.
   *
   * @param address of the return address
   * @param starts whether the program starts with it
   */
  void stackOf(CallStack calls, long address, boolean starts) {
    Map.Entry<Long, Integer> mapping = mappings.floorEntry(address);
    long low = address - STACK_GROWTH;
    long high = (address + STACK_ABOVE) & -PAGE;
    if (mapping != null && mappingEnd(mapping.getValue()) > address) {
      boolean first = stacks.isEmpty();
      high = mappingEnd(mapping.getValue());
      Map.Entry<Long, Integer> below = mappings.lowerEntry(mapping.getKey());
      low =
          first
              ? Math.max(low, below == null ? 0 : mappingEnd(below.getValue()))
              : mapping.getKey();
    }
    stacks.removeIf(stack -> stack.calls == calls);
    stacks.add(new Stack(low, starts ? address + 8 : high, high, calls));
    ranges.end(LiveRanges.NOTHING);
    if (mapping != null) {
      ranges.end(mapping.getValue());
    }
  }

  /** A thread has ended, and with it its stack. */
  void stackGone(CallStack calls) {
    stacks.removeIf(stack -> stack.calls == calls);
  }

  // --- Where an access goes ---------------------------------------------------------------------

  /** Finds what an address belongs to, for a thread's access. */
  void find(long address, int site, CallStack running, Place place) {
    int range = memory.at(address);
    if (range != 0) {
      int reference = ranges.object(range);
      int object = reference >= 0 ? reference : number(range, variables.get(~reference));
      if (ranges.covered(range)) {
        place.set(object, address, 1, range);
      } else {
        place.set(object, ranges.start(range), ranges.bytes(range), range);
      }
      return;
    }
    for (Stack stack : stacks) {
      if (address >= stack.frames && address < stack.high) {
        place.set(objects.arguments(), address, 1, LiveRanges.NOTHING);
        return;
      }
      if (address >= stack.low && address < stack.high) {
        stackData.find(address, stack.calls, stack.calls == running, site, place);
        return;
      }
    }
    Map.Entry<Long, Integer> entry = mappings.floorEntry(address);
    boolean mapped = entry != null && mappingEnd(entry.getValue()) > address;
    int below = mapped ? entry.getValue() : LiveRanges.NOTHING;
    place.set(ranges.object(below), address, 1, below);
    if (memory.isUniform(address)) {
      place.low = address & -PAGE;
      place.bytes = PAGE;
      if (mapped) {
        place.low = Math.max(place.low, entry.getKey());
        place.bytes = Math.min((address & -PAGE) + PAGE, mappingEnd(below)) - place.low;
      }
    }
  }

  private int number(int range, Variable variable) {
    if (variable.number == DataObjects.NONE) {
      variable.number = objects.variable(variable.variable, variable.objectPath, variable.address);
    }
    ranges.setObject(range, variable.number);
    return variable.number;
  }
}
