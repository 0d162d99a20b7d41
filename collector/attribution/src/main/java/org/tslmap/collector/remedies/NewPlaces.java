package org.tslmap.collector.remedies;

import java.util.HashMap;
import java.util.Map;
import org.tslmap.locality.layout.Layout;

/**
 * Places for blocks that get another layout, where no program has memory. A large block lies to the
 * sets of caches as it did before. What takes the place of another block of its size does so again.
 */
final class NewPlaces {
  /** Where nothing is mapped, as programs lie at the lower or the upper end. */
  private static final long REGION = 1L << 45;

  /** The sets of no cache are further apart. */
  private static final long SETS_BYTES = 1L << 22;

  private static final long LARGE = 4096;
  private static final long ALIGNMENT = 16;

  private record Old(long start, long bytes) {}

  private final Map<Old, Long> places = new HashMap<>();
  private long free = REGION;

  /** Where a block begins then. */
  long of(Layout layout, long start, long bytes) {
    if (layout.bytes(bytes) <= bytes) {
      return start;
    }
    return places.computeIfAbsent(new Old(start, bytes), old -> take(layout, old));
  }

  private long take(Layout layout, Old old) {
    long unit = old.bytes() >= LARGE ? SETS_BYTES : ALIGNMENT;
    long begin = (free + unit - 1) / unit * unit + old.start() % unit;
    free = begin + layout.bytes(old.bytes());
    return begin;
  }
}
