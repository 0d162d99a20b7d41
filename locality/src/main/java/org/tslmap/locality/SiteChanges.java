package org.tslmap.locality;

import java.util.Arrays;

/** What has been added to one thread's sites since it was read last, at word granularity. */
final class SiteChanges {

  private final double[] entryWeights;
  private final double[] strideWeights;

  private long[] accesses = new long[64];
  private long[] cold = new long[64];
  private double[] temporal = new double[64];
  private double[] spatial = new double[64];

  /** Sites whose accesses are not 0, in the order of their first one. */
  private int[] changed = new int[64];

  private int count;

  SiteChanges(MetricParameters parameters) {
    int log2n = Long.numberOfTrailingZeros(parameters.n());
    entryWeights = new double[LocalityHistogram.REUSE_BINS];
    entryWeights[0] = 1;
    for (int bin = 0; bin < Math.min(log2n, entryWeights.length - 1); bin++) {
      entryWeights[1 + bin] = (double) (log2n - bin) / log2n;
    }
    strideWeights = new double[parameters.imax() + 1];
    for (int stride = 1; stride < parameters.imax(); stride++) {
      strideWeights[stride] = 1.0 / stride;
    }
  }

  /** Adds what was counted so far. */
  void addAll(SiteCounters counters) {
    counters.each((site, counts) -> addSite(site, counts.word()));
  }

  private void addSite(int site, LocalityHistogram counts) {
    if (site >= accesses.length) {
      grow(site);
    }
    changed[count++] = site;
    accesses[site] = counts.accesses();
    cold[site] = counts.cold();
    long[] reuse = counts.reuse();
    for (int entry = 0; entry < reuse.length; entry++) {
      temporal[site] += reuse[entry] * entryWeights[entry];
    }
    counts.eachStride((stride, number) -> spatial[site] += number * strideWeights[stride]);
  }

  /** Adds accesses whose entries and strides a history has just found. */
  void add(int[] sites, int from, History found, int number) {
    for (int i = 0; i < number; i++) {
      int site = sites[from + i];
      if (site >= accesses.length) {
        grow(site);
      }
      if (accesses[site]++ == 0) {
        changed[count++] = site;
      }
      int entry = found.wordEntries[i];
      if (entry < 0) {
        cold[site]++;
      } else {
        temporal[site] += entryWeights[entry];
      }
      spatial[site] += strideWeights[found.wordStrides[i]];
    }
  }

  /** Hands everything over, latest first, and begins anew. */
  void give(int thread, LocalityEngine.ChangeVisitor visitor) {
    while (count > 0) {
      int site = changed[--count];
      visitor.change(thread, site, accesses[site], cold[site], temporal[site], spatial[site]);
      accesses[site] = 0;
      cold[site] = 0;
      temporal[site] = 0;
      spatial[site] = 0;
    }
  }

  private void grow(int site) {
    int length = Math.max(Integer.highestOneBit(site) * 2, 2 * accesses.length);
    accesses = Arrays.copyOf(accesses, length);
    cold = Arrays.copyOf(cold, length);
    temporal = Arrays.copyOf(temporal, length);
    spatial = Arrays.copyOf(spatial, length);
    changed = Arrays.copyOf(changed, length);
  }
}
