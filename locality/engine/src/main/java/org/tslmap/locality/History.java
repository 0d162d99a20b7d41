package org.tslmap.locality;

import java.util.Set;

/** The stream that accesses are compared with, a thread's or the process's, at one granularity. */
final class History {
  private final int shift;
  private final ReuseDistances distances = new ReuseDistances();
  private final StrideWindow window;
  private int distance;
  private int stride;

  History(MetricParameters parameters, Granularity granularity) {
    shift = parameters.shift(granularity);
    window = new StrideWindow(parameters.window(), parameters.imax());
  }

  /** Takes the next access. */
  void access(long address) {
    distance = distances.access(address >>> shift);
    stride = window.access(address >>> shift);
  }

  /** Counts the access that was taken last. */
  void countIn(LocalityHistogram histogram) {
    if (distance == ReuseDistances.COLD) {
      histogram.addCold(1);
    } else {
      histogram.addReuse(entry(), 1);
    }
    histogram.addStride(stride, 1);
  }

  /** Whether the access that was taken last touched its place for the first time. */
  boolean isCold() {
    return distance == ReuseDistances.COLD;
  }

  /** Its entry in a reuse histogram, unless it is cold. */
  int entry() {
    return Integer.SIZE - Integer.numberOfLeadingZeros(distance);
  }

  /** Its stride. */
  int stride() {
    return stride;
  }

  /** The places that were touched. */
  Set<Long> places() {
    return distances.places();
  }
}
