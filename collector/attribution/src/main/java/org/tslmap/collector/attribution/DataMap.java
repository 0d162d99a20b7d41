package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.tslmap.collector.memory.MemoryListener;
import org.tslmap.collector.memory.MemoryRange;
import org.tslmap.collector.memory.Origin;
import org.tslmap.locality.pass.AccessPass;
import org.tslmap.locality.profile.DataClass;

/**
 * Tells the pass which data object each address belongs to at the time: names the program gave come
 * before heap blocks and variables, whatever came last first; then come stacks, and at last
 * mappings.
 */
final class DataMap implements MemoryListener {
  /** The path of memory that brk adds. */
  private static final String BREAK = "[heap]";

  /** A variable of a program or shared object; it becomes an object when it is accessed. */
  private static final class Variable {
    private final MemoryRange first;
    private int number = DataObjects.NONE;

    Variable(MemoryRange first) {
      this.first = first;
    }
  }

  private final DataObjects objects;
  private final StackData stackData;
  private final AccessPass pass;
  private final ToIntFunction<MemoryRange> allocation;
  private final List<Variable> variables = new ArrayList<>();

  /**
   * Thread-local variables are one object in all threads, and those of a file each time that it is
   * loaded.
   */
  private final IdentityHashMap<Origin, Integer> ofOrigins = new IdentityHashMap<>();

  /** What may end: the pass's numbers of names and thread-local variables. */
  private final Map<MemoryRange, Integer> numbers = new HashMap<>();

  /**
   * An empty map.
   *
   * @param allocation tells the data object of a heap block that has just been allocated
   */
  DataMap(
      DataObjects objects,
      StackData stackData,
      AccessPass pass,
      ToIntFunction<MemoryRange> allocation) {
    this.objects = objects;
    this.stackData = stackData;
    this.pass = pass;
    this.allocation = allocation;
  }

  // --- What there is ----------------------------------------------------------------------------

  @Override
  public void placed(MemoryRange range) {
    Origin origin = range.origin();
    switch (range.kind()) {
      case HEAP -> allocated(range);
      case STATIC, THREAD_LOCAL ->
          place(range, ofOrigins.computeIfAbsent(origin, any -> variable(range)));
      case NAMED, STACK_VARIABLE -> place(range, instance(range, objects.shared(range)));
      case MAPPED -> mapped(range);
      default -> throw new IllegalArgumentException("no range is a " + range.kind());
    }
  }

  private int variable(MemoryRange range) {
    variables.add(new Variable(range));
    return ~(variables.size() - 1);
  }

  private void place(MemoryRange range, int object) {
    if (range.bytes() > 0) {
      int number = pass.place(range.start(), range.bytes(), object);
      if (range.kind() != DataClass.STATIC) {
        numbers.put(range, number);
      }
    }
  }

  private int instance(MemoryRange range, int object) {
    objects.addInstance(object, range.bytes());
    return object;
  }

  private void mapped(MemoryRange range) {
    String path = range.origin().object();
    int object = path.equals(BREAK) ? objects.heapRest() : objects.shared(range);
    pass.map(range.start(), range.bytes(), instance(range, object), path.isEmpty());
  }

  private void allocated(MemoryRange block) {
    int object = instance(block, allocation.applyAsInt(block));
    block.belongsTo(object);
    // Memory of no file that holds a block is an allocator's.
    if (pass.isAnonymous(block.start())) {
      pass.renameMapping(block.start(), objects.heapRest());
    }
    if (block.bytes() > 0) {
      // What is left to the next multiple of 8 can belong to no other block.
      long end = block.start() + block.bytes() + 7 & -8L;
      pass.place(block.start(), end - block.start(), object);
    }
  }

  @Override
  public void removed(MemoryRange range, long now) {
    Integer number = numbers.remove(range);
    if (number != null) {
      pass.remove(number);
    }
  }

  @Override
  public void freed(long address, long now) {
    pass.removeAt(address);
  }

  @Override
  public void unmapped(long start, long bytes, long now) {
    pass.unmap(start, bytes);
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
        variable.number = objects.variable(variable.first);
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
