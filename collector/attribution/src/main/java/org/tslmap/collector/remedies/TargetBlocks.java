package org.tslmap.collector.remedies;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.tslmap.collector.memory.MemoryRange;
import org.tslmap.locality.layout.Remedy;
import org.tslmap.locality.profile.DataClass;

/** The blocks of one data object that are there at the time. */
final class TargetBlocks {
  /** Says where a block goes. */
  @FunctionalInterface
  interface Mover {
    /**
     * A block that begins.
     *
     * @param number which of the object's blocks it is, in the order of allocation, from 0
     */
    Block move(int number, long start, long bytes);
  }

  private final Remedy.Target target;
  private final Mover mover;
  private final NavigableMap<Long, Block> live = new TreeMap<>(Long::compareUnsigned);
  private Optional<Block> last = Optional.empty();
  private int allocated;

  TargetBlocks(Remedy.Target target, Mover mover) {
    this.target = target;
    this.mover = mover;
    if (target.address() != 0) {
      begin(target.address(), target.bytes());
    }
  }

  void placed(MemoryRange range) {
    if (range.kind() == DataClass.HEAP
        && target.address() == 0
        && range.dataObject() == target.object()) {
      begin(range.start(), Math.max(1, range.bytes()));
    }
  }

  private void begin(long start, long bytes) {
    live.put(start, mover.move(allocated, start, bytes));
    allocated++;
    last = Optional.empty();
  }

  void freed(long address) {
    if (live.remove(address) != null) {
      last = Optional.empty();
    }
  }

  /** The block that an address is in. */
  Optional<Block> at(long address) {
    if (last.isPresent() && last.get().holds(address)) {
      return last;
    }
    Map.Entry<Long, Block> below = live.floorEntry(address);
    if (below == null || !below.getValue().holds(address)) {
      return Optional.empty();
    }
    last = Optional.of(below.getValue());
    return last;
  }

  /** How many blocks there were. */
  int allocated() {
    return allocated;
  }
}
