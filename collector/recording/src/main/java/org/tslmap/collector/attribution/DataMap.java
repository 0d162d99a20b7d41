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
import org.tslmap.locality.pass.AccessPass;

/**
 * Which data object each address belongs to at the time: names the program gave come before heap
 * blocks and variables, whatever came last first; then come stacks, and at last mappings.
 */
final class DataMap {
  /** The path of memory that brk adds. */
  private static final String BREAK = "[heap]";

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

  private final DataObjects objects;
  private final DebugFiles files;
  private final StackData stackData;
  private final AccessPass pass;
  private final List<Variable> variables = new ArrayList<>();
  private final List<ThreadLocals> threadLocals = new ArrayList<>();

  /** By object, of those that are loaded later and have their blocks anywhere. */
  private final Map<Integer, ThreadLocals> laterThreadLocals = new HashMap<>();

  private final Map<Integer, List<Integer>> rangesOfThread = new HashMap<>();
  private final Map<Integer, ThreadPointer> threadPointers = new TreeMap<>();
  private final Map<Long, Integer> names = new HashMap<>();

  DataMap(DataObjects objects, DebugFiles files, StackData stackData, AccessPass pass) {
    this.objects = objects;
    this.files = files;
    this.stackData = stackData;
    this.pass = pass;
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
    pass.nothingEnds();
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
        pass.place(address, variable.bytes(), ~(variables.size() - 1));
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
      placed.add(pass.place(start + variable.address, variable.variable.bytes(), ~v));
    }
  }

  void threadEnded(int thread) {
    rangesOfThread.getOrDefault(thread, List.of()).forEach(pass::remove);
    rangesOfThread.remove(thread);
    threadPointers.remove(thread);
  }

  void mapping(Mapping mapping) {
    if (!mapping.mapped()) {
      pass.unmap(mapping.start(), mapping.bytes());
      return;
    }
    boolean isBreak = mapping.path().equals(BREAK);
    int object = isBreak ? objects.heapRest() : objects.mapped(mapping.path());
    objects.addInstance(object, mapping.bytes());
    pass.map(mapping.start(), mapping.bytes(), object, mapping.path().isEmpty());
  }

  /**
   * A heap block comes or goes.
   *
   * @param object the object of the allocation
   */
  void heap(HeapEvent event, int object) {
    if (event.kind() == HeapEvent.Kind.FREED) {
      pass.removeAt(event.address());
      return;
    }
    if (event.kind() == HeapEvent.Kind.REALLOCATED && event.previous() != 0) {
      pass.removeAt(event.previous());
    }
    objects.addInstance(object, event.bytes());
    // Memory of no file that holds a block is an allocator's.
    if (pass.isAnonymous(event.address())) {
      pass.renameMapping(event.address(), objects.heapRest());
    }
    if (event.bytes() > 0) {
      // What is left to the next multiple of 8 can belong to no other block.
      long end = event.address() + event.bytes() + 7 & -8L;
      pass.place(event.address(), end - event.address(), object);
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
      pass.remove(old);
    }
  }

  private void name(long address, long bytes, int object) {
    objects.addInstance(object, bytes);
    names.put(address, pass.place(address, bytes, object));
  }

  // --- Where an access goes ---------------------------------------------------------------------

  /** Answers the pass, which asks what an access is to. */
  void find() {
    long address = pass.askedAddress();
    int range = pass.rangeAt(address);
    if (range != 0) {
      // Of a variable that is accessed for the first time; the pass knows it from now on.
      Variable variable = variables.get(~pass.object(range));
      if (variable.number == DataObjects.NONE) {
        variable.number =
            objects.variable(variable.variable, variable.objectPath, variable.address);
      }
      pass.setObject(range, variable.number);
      return;
    }
    pass.askedSpot()
        .ifPresentOrElse(
            stackData::find,
            // Above a stack's frames.
            () -> pass.found(objects.arguments()));
  }
}
