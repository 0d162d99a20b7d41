package org.tslmap.collector.wire;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The largest heap blocks of a process; where one took the place of another, the later one. What
 * was freed stays until something else large lies there.
 */
final class LargestBlocks {
  /** Blocks at most. */
  static final int MOST = 64;

  /** Smaller blocks are not kept, in bytes. */
  static final long LEAST = 4096;

  private record Numbered(HeapEvent block, long number) {
    long end() {
      return block.address() + block.bytes();
    }
  }

  private final TreeMap<Long, Numbered> blocks = new TreeMap<>(Long::compareUnsigned);
  private long events;

  void add(HeapEvent event) {
    events++;
    if (event.kind() == HeapEvent.Kind.REALLOCATED) {
      blocks.remove(event.previous());
    }
    if (event.kind() == HeapEvent.Kind.FREED || event.bytes() < LEAST) {
      return;
    }
    Numbered added = new Numbered(event, events);
    Map.Entry<Long, Numbered> below = blocks.lowerEntry(added.end());
    while (below != null && Long.compareUnsigned(below.getValue().end(), event.address()) > 0) {
      blocks.remove(below.getKey());
      below = blocks.lowerEntry(added.end());
    }
    blocks.put(event.address(), added);
    if (blocks.size() > MOST) {
      blocks.values().stream()
          .min(Comparator.comparingLong(one -> one.block().bytes()))
          .ifPresent(least -> blocks.remove(least.block().address()));
    }
  }

  /** In the order in which they were allocated. */
  List<HeapEvent> list() {
    return blocks.values().stream()
        .sorted(Comparator.comparingLong(Numbered::number))
        .map(Numbered::block)
        .toList();
  }
}
