package org.tslmap.locality;

/** Sums up what has been added to a site since its changes were read last, at word granularity. */
final class Increment {

  private final int imax;
  private final int log2n;
  private long accesses;
  private long cold;
  private double temporal;
  private double spatial;

  Increment(MetricParameters parameters) {
    imax = parameters.imax();
    log2n = Long.numberOfTrailingZeros(parameters.n());
  }

  void addCold(long count) {
    cold += count;
  }

  /** Adds accesses of an entry as {@link LocalityHistogram#addReuse} takes it. */
  void addReuse(int entry, long count) {
    if (entry == 0) {
      temporal += count;
    } else if (entry <= log2n) {
      temporal += (double) count * (log2n - (entry - 1)) / log2n;
    }
  }

  /** Adds accesses of a stride as {@link LocalityHistogram#addStride} takes it. */
  void addStride(int stride, long count) {
    accesses += count;
    if (stride > 0 && stride < imax) {
      spatial += (double) count / stride;
    }
  }

  /** Hands the sums over, if there is anything, and begins anew. */
  void give(int thread, int site, LocalityEngine.ChangeVisitor visitor) {
    if (accesses > 0) {
      visitor.change(thread, site, accesses, cold, temporal, spatial);
    }
    accesses = 0;
    cold = 0;
    temporal = 0;
    spatial = 0;
  }
}
