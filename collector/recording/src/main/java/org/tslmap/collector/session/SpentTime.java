package org.tslmap.collector.session;

import java.time.Duration;

/**
 * Processor time of this Java virtual machine during a run, shared out to the processes that ask
 * for it: each has what was spent since the last one asked, so that together they have all of it.
 *
 * <p>Safe for use by several threads.
 */
final class SpentTime {
  private Duration told = now();

  private static Duration now() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** What was spent since the last call, or since the run began. */
  synchronized Duration sinceLast() {
    Duration before = told;
    told = now();
    return told.minus(before);
  }
}
