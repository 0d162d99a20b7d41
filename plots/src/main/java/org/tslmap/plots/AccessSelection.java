package org.tslmap.plots;

import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * Which accesses a picture of addresses over time shows; time goes on for the others too.
 *
 * @param sites the access sites that are shown, such as those of one function
 * @param thread the thread that is shown, or {@link #ALL_THREADS}
 * @param from number of the first access that is shown, from 0
 * @param to number of the access after the last one that is shown
 */
public record AccessSelection(IntPredicate sites, int thread, long from, long to) {

  /** Stands for every thread. */
  public static final int ALL_THREADS = -1;

  /** Every access. */
  public static final AccessSelection ALL =
      new AccessSelection(site -> true, ALL_THREADS, 0, Long.MAX_VALUE);

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if it holds no access
   */
  public AccessSelection {
    Objects.requireNonNull(sites, "sites");
    if (from < 0 || to <= from) {
      throw new IllegalArgumentException(
          "a stretch of time begins at access 0 or later and ends after it, but %d to %d was asked for"
              .formatted(from, to));
    }
  }
}
