package org.tslmap.plots;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * Which accesses a picture of addresses over time shows; time goes on for the others too.
 *
 * @param sites the access sites that are shown, such as those of one function
 * @param memory pairs of a first address and the address after the last one; empty for all memory
 * @param thread the thread that is shown, or {@link #ALL_THREADS}
 * @param from number of the first access that is shown, from 0
 * @param to number of the access after the last one that is shown
 */
public record AccessSelection(IntPredicate sites, long[] memory, int thread, long from, long to) {

  /** Stands for every thread. */
  public static final int ALL_THREADS = -1;

  /** Stands for all memory. */
  public static final long[] ALL_MEMORY = {};

  /** Every access. */
  public static final AccessSelection ALL =
      new AccessSelection(site -> true, ALL_MEMORY, ALL_THREADS, 0, Long.MAX_VALUE);

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if it holds no access
   */
  public AccessSelection {
    Objects.requireNonNull(sites, "sites");
    memory = memory.clone();
    if (memory.length % 2 != 0) {
      throw new IllegalArgumentException(
          "expected pairs of addresses, found " + Arrays.toString(memory));
    }
    if (from < 0 || to <= from) {
      throw new IllegalArgumentException(
          "a stretch of time begins at access 0 or later and ends after it, but %d to %d was asked for"
              .formatted(from, to));
    }
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
