package org.tslmap.locality;

import java.util.Map;
import java.util.TreeMap;

/**
 * What has been added to one thread's sites since it was read last, at word granularity. Weights
 * are whole numbers, so that their sums do not depend on the order: those of reuse distances in
 * parts of log2 N, those of strides in parts of 2^32.
 */
final class SiteChanges {

  private static final long STRIDE_ONE = 1L << 32;

  private static final class Sum {
    private long accesses;
    private long cold;
    private long temporal;
    private long spatial;
  }

  private final int log2n;
  private final int imax;
  private final Map<Integer, Sum> sums = new TreeMap<>();

  SiteChanges(MetricParameters parameters) {
    log2n = Long.numberOfTrailingZeros(parameters.n());
    imax = parameters.imax();
  }

  /** Adds what was counted so far. */
  void addAll(Map<Integer, Histograms> counts) {
    counts.forEach(
        (site, histograms) -> {
          Sum sum = sums.computeIfAbsent(site, s -> new Sum());
          LocalityHistogram words = histograms.word();
          sum.accesses += words.accesses();
          sum.cold += words.cold();
          long[] reuse = words.reuse();
          for (int entry = 0; entry < reuse.length; entry++) {
            sum.temporal += reuse[entry] * temporalWeight(entry);
          }
          words.eachStride((stride, number) -> sum.spatial += number * spatialWeight(stride));
        });
  }

  /** Adds the access that a history of words has just taken. */
  void add(int site, History words) {
    Sum sum = sums.computeIfAbsent(site, s -> new Sum());
    sum.accesses++;
    if (words.isCold()) {
      sum.cold++;
    } else {
      sum.temporal += temporalWeight(words.entry());
    }
    sum.spatial += spatialWeight(words.stride());
  }

  /** Hands everything over, in ascending order of sites, and begins anew. */
  void give(int thread, LocalityEngine.ChangeVisitor visitor) {
    sums.forEach(
        (site, sum) ->
            visitor.change(
                thread,
                site,
                sum.accesses,
                sum.cold,
                (double) sum.temporal / log2n,
                (double) sum.spatial / STRIDE_ONE));
    sums.clear();
  }

  private long temporalWeight(int entry) {
    return entry == 0 ? log2n : Math.max(0, log2n - (entry - 1));
  }

  private long spatialWeight(int stride) {
    return stride == 0 || stride == imax ? 0 : (STRIDE_ONE + stride / 2) / stride;
  }
}
