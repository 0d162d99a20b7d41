package org.tslmap.collector.wire;

import java.util.List;

/**
 * What a thread's code did that is counted and not recorded, since the last such frame.
 *
 * @param position event words before
 * @param thread the thread's number
 * @param sites accesses by site, for each site that has made any
 * @param calls calls by function, for each function that was called
 */
public record CountedCode(
    long position, int thread, List<SiteCounts.Count> sites, List<Calls> calls)
    implements PlacedFrame {

  /** Keeps the lists unmodifiable. */
  public CountedCode {
    sites = List.copyOf(sites);
    calls = List.copyOf(calls);
  }

  /** How often a function was called. */
  public record Calls(int function, long calls) {}
}
