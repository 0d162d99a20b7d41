package org.tslmap.locality;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one thread did.
 *
 * @param thread the thread's number
 * @param footprint what the thread touched
 * @param sites what the thread's access sites did, scored against the whole history, in ascending
 *     order
 */
public record ThreadResult(int thread, Footprint footprint, Map<Integer, Histograms> sites) {

  /** Sorts the sites and keeps them unmodifiable. */
  public ThreadResult {
    sites = Collections.unmodifiableMap(new TreeMap<>(sites));
  }

  /**
   * The thread's histogram: the sum over its sites.
   *
   * @param imax the parameter the sites were counted with
   */
  public LocalityHistogram histogram(Granularity granularity, int imax) {
    LocalityHistogram sum = new LocalityHistogram(imax);
    sites.values().forEach(site -> sum.add(site.at(granularity)));
    return sum;
  }
}
