package org.tslmap.locality;

import java.util.List;

/**
 * Everything an engine found out about one process.
 *
 * @param threads the threads that made an access, in ascending order of their numbers
 * @param windows the consecutive time windows
 * @param wordFootprint distinct words the process touched (the union over threads)
 * @param lineFootprint distinct lines the process touched
 */
public record EngineResult(
    List<ThreadResult> threads,
    List<WindowResult> windows,
    long wordFootprint,
    long lineFootprint) {

  /** Keeps the lists unmodifiable. */
  public EngineResult {
    threads = List.copyOf(threads);
    windows = List.copyOf(windows);
  }

  /**
   * The process's histogram: the sum over its threads' sites.
   *
   * @param imax the parameter the sites were counted with
   */
  public LocalityHistogram histogram(Granularity granularity, int imax) {
    LocalityHistogram sum = new LocalityHistogram(imax);
    threads.forEach(thread -> sum.add(thread.histogram(granularity, imax)));
    return sum;
  }
}
