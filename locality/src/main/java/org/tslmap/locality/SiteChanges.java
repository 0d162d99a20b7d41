package org.tslmap.locality;

import java.util.Arrays;

/**
 * What has been added to one thread's sites since it was read last, at word granularity. Weights
 * are whole numbers, so that their sums do not depend on the order: those of reuse distances in
 * parts of log2 N, those of strides in parts of 2^32.
 */
final class SiteChanges {

  private static final long STRIDE_ONE = 1L << 32;

  private final int log2n;
  private final long[] entryWeights;
  private final long[] strideWeights;

  private long[] accesses = new long[64];
  private long[] cold = new long[64];
  private long[] temporal = new long[64];
  private long[] spatial = new long[64];

  /** Sites whose accesses are not 0. */
  private int[] changed = new int[64];

  private int count;

  SiteChanges(MetricParameters parameters) {
    log2n = Long.numberOfTrailingZeros(parameters.n());
    entryWeights = new long[LocalityHistogram.REUSE_BINS];
    entryWeights[0] = log2n;
    for (int bin = 0; bin < Math.min(log2n, entryWeights.length - 1); bin++) {
      entryWeights[1 + bin] = log2n - bin;
    }
    strideWeights = new long[parameters.imax() + 1];
    for (int stride = 1; stride < parameters.imax(); stride++) {
      strideWeights[stride] = (STRIDE_ONE + stride / 2) / stride;
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

  /** Hands everything over, in ascending order of sites, and begins anew. */
  void give(int thread, LocalityEngine.ChangeVisitor visitor) {
    Arrays.sort(changed, 0, count);
    for (int i = 0; i < count; i++) {
      int site = changed[i];
      visitor.change(
          thread,
          site,
          accesses[site],
          cold[site],
          (double) temporal[site] / log2n,
          (double) spatial[site] / STRIDE_ONE);
      accesses[site] = 0;
      cold[site] = 0;
      temporal[site] = 0;
      spatial[site] = 0;
    }
    count = 0;
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
