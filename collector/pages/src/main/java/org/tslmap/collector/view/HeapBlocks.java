package org.tslmap.collector.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.tslmap.collector.density.AddressMap;
import org.tslmap.collector.memory.MemoryHistory;
import org.tslmap.collector.memory.MemoryRange;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;

/**
 * What heap blocks of a process are called at which time, and which parts of memory are its largest
 * blocks and its threads' stacks.
 */
final class HeapBlocks {
  /** From so many blocks on, only those that take at least a page are kept. */
  private static final int MOST_SMALL = 1 << 20;

  private static final long PAGE = 4096;
  private static final int MOST_PARTS = 300;

  /** How far a first thread's stack may reach below its first call. */
  private static final long STACK_GROWTH = 64L << 20;

  private final MemoryHistory history;
  private final List<DataObject> objects;

  /**
   * Heap blocks of a history.
   *
   * @param objects the data objects that they belong to
   */
  HeapBlocks(MemoryHistory history, List<DataObject> objects) {
    this.history = history;
    this.objects = objects;
  }

  /** A history that nothing is told yet, of what is asked for here. */
  static MemoryHistory history() {
    return new MemoryHistory(
        range ->
            range.kind() == DataClass.MAPPED
                || range.kind() == DataClass.HEAP && range.dataObject() != 0,
        MOST_SMALL);
  }

  /** What the blocks of an allocation are called. */
  private DataObject object(MemoryRange block) {
    return objects.get(block.dataObject());
  }

  /**
   * What an address in a block is called: the allocation, and the element of it.
   *
   * @param access how many accesses came before
   */
  Optional<String> name(long address, long access, int accessBytes) {
    return history
        .at(DataClass.HEAP, address, access)
        .map(block -> name(block, address, accessBytes));
  }

  private String name(MemoryRange block, long address, int accessBytes) {
    DataObject object = object(block);
    long offset = address - block.start();
    long element = object.elementBytes() > 0 ? object.elementBytes() : Math.max(1, accessBytes);
    return "%s, block of %,d B at 0x%x%s"
        .formatted(object.name(), block.bytes(), block.start(), DataNames.element(offset, element));
  }

  /**
   * Something that was in memory for a time.
   *
   * @param from where it begins on the address map's line
   * @param to where it ends there
   * @param first number of the first access while it was there
   * @param end number of the access behind the last one; {@link Long#MAX_VALUE} if to the end
   */
  record Part(String name, double from, double to, long first, long end) {}

  /** The largest blocks, and the stacks, each where it is on the map. */
  List<Part> parts(AddressMap map) {
    List<Part> parts = new ArrayList<>();
    List<MemoryRange> mappings = new ArrayList<>();
    for (MemoryRange range : history.all()) {
      if (range.kind() == DataClass.MAPPED) {
        mappings.add(range);
      } else if (range.bytes() >= PAGE && range.from() < range.until()) {
        double from = map.place(range.start());
        double to = map.place(range.start() + range.bytes() - 1);
        parts.add(new Part(object(range).name(), from, to, range.from(), range.until()));
      }
    }
    parts.sort(
        Comparator.comparingDouble((Part part) -> part.from() - part.to())
            .thenComparingDouble(Part::from));
    List<Part> shown = new ArrayList<>(parts.subList(0, Math.min(MOST_PARTS, parts.size())));
    boolean first = true;
    for (MemoryHistory.Stack stack : history.stacks()) {
      shown.addAll(stack(map, mappings, stack, first));
      first = false;
    }
    return shown;
  }

  /** The first thread's stack grows into what is not mapped; others are mapped as a whole. */
  private static List<Part> stack(
      AddressMap map, List<MemoryRange> mappings, MemoryHistory.Stack stack, boolean grows) {
    long address = stack.address();
    long low =
        grows
            ? address - STACK_GROWTH
            : stack.mapping().map(MemoryRange::start).orElse(Long.MIN_VALUE);
    long high = stack.mapping().map(MemoryRange::end).orElse(Long.MAX_VALUE);
    List<Part> parts = new ArrayList<>();
    for (AddressMap.Region region : map.regions()) {
      long from = Math.max(low, region.start());
      long to = Math.min(high, region.end());
      boolean own = region.start() <= address && address < region.end();
      if (from < to && (own || grows && isFree(mappings, from, to, address))) {
        String name = grows ? "stack" : "stack of thread " + stack.thread();
        parts.add(new Part(name, map.place(from), map.place(to - 1), 0, Long.MAX_VALUE));
      }
    }
    return parts;
  }

  /** Whether nothing is mapped there, but for what has the address. */
  private static boolean isFree(List<MemoryRange> mappings, long from, long to, long address) {
    return mappings.stream()
        .filter(mapping -> mapping.start() < to && mapping.end() > from)
        .allMatch(mapping -> mapping.holds(address));
  }
}
