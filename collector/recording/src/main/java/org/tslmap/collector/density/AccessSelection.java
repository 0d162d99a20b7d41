package org.tslmap.collector.density;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * Which accesses a picture of addresses over time shows; time goes on for the others too.
 *
 * @param sites the access sites that are shown, such as those of one function
 * @param memory pairs of a first address and the address after the last one; empty for all memory
 * @param thread the thread that is shown, or {@link #ALL_THREADS}
 * @param times pairs of the number of a first access, from 0, and of the access after the last one;
 *     ascending, at least one pair
 */
public record AccessSelection(IntPredicate sites, long[] memory, int thread, long[] times) {

  /** Stands for every thread. */
  public static final int ALL_THREADS = -1;

  /** Stands for all memory. */
  public static final long[] ALL_MEMORY = {};

  /** Every access. */
  public static final AccessSelection ALL =
      new AccessSelection(site -> true, ALL_MEMORY, ALL_THREADS, allTime());

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a stretch of time holds no access, or begins before the end
   *     of the one before it
   */
  public AccessSelection {
    Objects.requireNonNull(sites, "sites");
    memory = memory.clone();
    if (memory.length % 2 != 0) {
      throw new IllegalArgumentException(
          "expected pairs of addresses, found " + Arrays.toString(memory));
    }
    times = times.clone();
    if (times.length == 0 || times.length % 2 != 0) {
      throw new IllegalArgumentException(
          "expected pairs of a first access and one after the last, found "
              + Arrays.toString(times));
    }
    long before = 0;
    for (int i = 0; i < times.length; i += 2) {
      if (times[i] < before || times[i + 1] <= times[i]) {
        throw new IllegalArgumentException(
            "a stretch of time begins at access %d or later and ends after its beginning, but %d to %d was asked for"
                .formatted(before, times[i], times[i + 1]));
      }
      before = times[i + 1];
    }
  }

  /** The whole run as a pair of times. */
  public static long[] allTime() {
    return new long[] {0, Long.MAX_VALUE};
  }

  /** Number of the first access that is shown. */
  long from() {
    return times[0];
  }

  /** Number of the access after the last one that is shown. */
  long to() {
    return times[times.length - 1];
  }

  /** Whether an address is in the memory that is shown. */
  boolean holds(long address) {
    for (int i = 0; i < memory.length; i += 2) {
      if (Long.compareUnsigned(address, memory[i]) >= 0
          && Long.compareUnsigned(address, memory[i + 1]) < 0) {
        return true;
      }
    }
    return memory.length == 0;
  }
}
