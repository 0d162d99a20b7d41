package org.tslmap.collector.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.tslmap.collector.attribution.HeapListener;
import org.tslmap.collector.density.AddressMap;
import org.tslmap.collector.wire.HeapEvent;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.locality.profile.DataObject;

/**
 * Which heap blocks a process had at which time and who allocated them, and where its threads'
 * stacks are.
 */
/*
 * Blocks are found by size: one of 2^k to 2^(k+1) bytes that has an address begins at most 2^(k+1)
 * bytes before it, and few begin there. Blocks that had one beginning one after the other are in the
 * order of time.
 */
final class HeapBlocks implements HeapListener {
  /** From so many blocks on, only those that take at least a page are kept. */
  private static final int MOST_SMALL = 1 << 20;

  private static final long PAGE = 4096;
  private static final int SIZES = Long.SIZE;
  private static final int MOST_PARTS = 300;

  /** How far a first thread's stack may reach below its first call. */
  private static final long STACK_GROWTH = 64L << 20;

  /**
   * A heap block.
   *
   * @param start its first address
   * @param bytes its size
   * @param from how many accesses came before it
   * @param until how many came before its end
   * @param object number of its data object
   */
  record Block(long start, long bytes, long from, long until, int object) {
    boolean holds(long address, long access) {
      return address - start < bytes && from <= access && access < until;
    }

    Block ended(long now) {
      return new Block(start, bytes, from, now, object);
    }
  }

  private final List<NavigableMap<Long, List<Block>>> bySize = new ArrayList<>();
  private final Map<Long, Block> live = new HashMap<>();
  private final Map<Integer, Long> stacks = new TreeMap<>();
  private List<DataObject> objects = List.of();
  private int kept;

  HeapBlocks() {
    for (int i = 0; i < SIZES; i++) {
      bySize.add(new TreeMap<>());
    }
  }

  @Override
  public void heap(HeapEvent event, int object, long accesses) {
    boolean moved = event.kind() == HeapEvent.Kind.REALLOCATED;
    if (moved || event.kind() == HeapEvent.Kind.FREED) {
      Block ended = live.remove(moved ? event.previous() : event.address());
      if (ended != null) {
        keep(ended.ended(accesses));
      }
    }
    if (event.kind() != HeapEvent.Kind.FREED && event.bytes() > 0) {
      live.put(
          event.address(),
          new Block(event.address(), event.bytes(), accesses, Long.MAX_VALUE, object));
    }
  }

  @Override
  public void stack(int thread, long address) {
    stacks.put(thread, address);
  }

  /** Nothing more comes. */
  void end(List<DataObject> allObjects) {
    objects = allObjects;
    live.values().forEach(this::keep);
    live.clear();
  }

  private void keep(Block block) {
    if (block.from() < block.until() && (block.bytes() >= PAGE || kept < MOST_SMALL)) {
      kept++;
      bySize
          .get(size(block.bytes()))
          .computeIfAbsent(block.start(), start -> new ArrayList<>(1))
          .add(block);
    }
  }

  private static int size(long bytes) {
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes);
  }

  /** The block that an address was in when the process had made so many accesses. */
  Optional<Block> find(long address, long access) {
    for (int size = 0; size < SIZES - 2; size++) {
      NavigableMap<Long, List<Block>> blocks = bySize.get(size);
      if (!blocks.isEmpty()) {
        for (List<Block> after :
            blocks.subMap(address - (2L << size), false, address, true).values()) {
          Optional<Block> found = at(after, access).filter(block -> block.holds(address, access));
          if (found.isPresent()) {
            return found;
          }
        }
      }
    }
    return Optional.empty();
  }

  /** The last of some blocks that had begun by then. */
  private static Optional<Block> at(List<Block> blocks, long access) {
    int low = 0;
    int high = blocks.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (blocks.get(middle).from() <= access) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? Optional.empty() : Optional.of(blocks.get(low - 1));
  }

  /** What the blocks of an allocation are called. */
  DataObject object(Block block) {
    return objects.get(block.object());
  }

  /** What an address in a block is called: the allocation, and the element of it. */
  String name(Block block, long address, int accessBytes) {
    DataObject object = object(block);
    long offset = address - block.start();
    long element = object.elementBytes() > 0 ? object.elementBytes() : Math.max(1, accessBytes);
    String rest = offset % element == 0 ? "" : " + %,d B".formatted(offset % element);
    return "%s, block of %,d B at 0x%x: element [%d] of %d B%s"
        .formatted(object.name(), block.bytes(), block.start(), offset / element, element, rest);
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
  List<Part> parts(AddressMap map, List<Mapping> mappings) {
    List<Part> parts = new ArrayList<>();
    for (NavigableMap<Long, List<Block>> blocks : bySize.subList(size(PAGE), SIZES)) {
      for (List<Block> list : blocks.values()) {
        for (Block block : list) {
          double from = map.place(block.start());
          double to = map.place(block.start() + block.bytes() - 1);
          parts.add(new Part(object(block).name(), from, to, block.from(), block.until()));
        }
      }
    }
    parts.sort(Comparator.comparingDouble(part -> part.from() - part.to()));
    List<Part> shown = new ArrayList<>(parts.subList(0, Math.min(MOST_PARTS, parts.size())));
    boolean first = true;
    for (Map.Entry<Integer, Long> stack : stacks.entrySet()) {
      shown.addAll(stack(map, mappings, stack.getKey(), stack.getValue(), first));
      first = false;
    }
    return shown;
  }

  /** The first thread's stack grows into what is not mapped; others are mapped in one piece. */
  private static List<Part> stack(
      AddressMap map, List<Mapping> mappings, int thread, long address, boolean grows) {
    long low = grows ? address - STACK_GROWTH : Long.MIN_VALUE;
    long high = Long.MAX_VALUE;
    for (Mapping mapping : mappings) {
      long end = mapping.start() + mapping.bytes();
      if (mapping.mapped() && mapping.start() <= address && address < end) {
        low = grows ? low : mapping.start();
        high = end;
      }
    }
    List<Part> parts = new ArrayList<>();
    for (AddressMap.Region region : map.regions()) {
      long from = Math.max(low, region.start());
      long to = Math.min(high, region.end());
      boolean own = region.start() <= address && address < region.end();
      if (from < to && (own || grows && isFree(mappings, from, to, address))) {
        String name = grows ? "stack" : "stack of thread " + thread;
        parts.add(new Part(name, map.place(from), map.place(to - 1), 0, Long.MAX_VALUE));
      }
    }
    return parts;
  }

  /** Whether nothing is mapped there, but for what has the address. */
  private static boolean isFree(List<Mapping> mappings, long from, long to, long address) {
    return mappings.stream()
        .filter(mapping -> mapping.start() < to && mapping.start() + mapping.bytes() > from)
        .allMatch(
            mapping -> mapping.start() <= address && address < mapping.start() + mapping.bytes());
  }
}
