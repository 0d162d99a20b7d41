package org.tslmap.locality;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything an engine found out about one process.
 *
 * @param threads the threads that made an access, in ascending order of their numbers
 * @param contexts the contexts that had an access, in ascending order; summed over threads
 * @param windows the consecutive time windows, fewer than {@value #MOST_WINDOWS} finished ones.
 *     They have {@code timeWindow} accesses each, and twice as many whenever there would be more
 * @param footprint what the process touched (the union over threads)
 */
public record EngineResult(
    List<ThreadResult> threads,
    Map<Integer, Histograms> contexts,
    List<WindowResult> windows,
    Footprint footprint) {

  /**
   * Finished time windows are joined two by two when there are as many as this, so that memory does
   * not grow with the length of a run. The engine in C has the same number.
   */
  public static final int MOST_WINDOWS = 1024;

  /** Sorts the contexts and keeps everything unmodifiable. */
  public EngineResult {
    threads = List.copyOf(threads);
    contexts = Collections.unmodifiableMap(new TreeMap<>(contexts));
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
