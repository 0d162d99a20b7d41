package org.tslmap.collector.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Finds the range that has an address at a time. */
/*
 * Ranges are found by size: one of 2^k to 2^(k+1) bytes that has an address begins at most 2^(k+1)
 * bytes before it, and few begin there. Ranges that had one beginning one after the other are in
 * the order of time.
 */
final class RangeIndex {
  private static final int SIZES = Long.SIZE;

  private final List<NavigableMap<Long, List<MemoryRange>>> bySize = new ArrayList<>();

  /** An index of ranges in the order of time, no two of which are at one place at one time. */
  RangeIndex(List<MemoryRange> ranges) {
    for (int i = 0; i < SIZES; i++) {
      bySize.add(new TreeMap<>());
    }
    for (MemoryRange range : ranges) {
      if (range.bytes() > 0) {
        bySize
            .get(SIZES - 1 - Long.numberOfLeadingZeros(range.bytes()))
            .computeIfAbsent(range.start(), start -> new ArrayList<>(1))
            .add(range);
      }
    }
  }

  Optional<MemoryRange> at(long address, long access) {
    for (int size = 0; size < SIZES - 2; size++) {
      NavigableMap<Long, List<MemoryRange>> ranges = bySize.get(size);
      if (!ranges.isEmpty()) {
        for (List<MemoryRange> after :
            ranges.subMap(address - (2L << size), false, address, true).values()) {
          Optional<MemoryRange> found =
              begun(after, access).filter(range -> range.holds(address) && range.isLiveAt(access));
          if (found.isPresent()) {
            return found;
          }
        }
      }
    }
    return Optional.empty();
  }

  /** The last of some ranges that had begun by then. */
  private static Optional<MemoryRange> begun(List<MemoryRange> ranges, long access) {
    int low = 0;
    int high = ranges.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ranges.get(middle).from() <= access) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? Optional.empty() : Optional.of(ranges.get(low - 1));
  }
}
