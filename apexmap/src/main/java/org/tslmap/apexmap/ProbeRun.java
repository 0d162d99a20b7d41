package org.tslmap.apexmap;

import java.util.List;

/**
 * One timed run of a pattern.
 *
 * @param accesses accesses of each thread that were timed
 * @param threads what each thread's took
 */
record ProbeRun(long accesses, List<ThreadTime> threads) {

  /**
   * What a thread's accesses took, by two clocks.
   *
   * @param nanoseconds wall time
   * @param ticks of the time stamp counter
   */
  record ThreadTime(long nanoseconds, long ticks) {}

  /** Nanoseconds of one access of one thread, the mean over threads. */
  double nanoseconds() {
    return threads.stream().mapToLong(ThreadTime::nanoseconds).average().orElseThrow() / accesses;
  }

  /** Ticks of one access of one thread, the mean over threads. */
  double ticks() {
    return threads.stream().mapToLong(ThreadTime::ticks).average().orElseThrow() / accesses;
  }
}
