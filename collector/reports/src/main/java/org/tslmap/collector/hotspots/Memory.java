package org.tslmap.collector.hotspots;

import java.util.List;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;

/**
 * The memory that accesses are measured against.
 *
 * @param parameters what the histograms were computed with
 * @param caches the caches, smallest first
 */
record Memory(MetricParameters parameters, List<CacheLevel> caches) {

  int word() {
    return parameters.word();
  }

  int line() {
    return parameters.line();
  }

  long firstLines() {
    return caches.get(0).lines(line());
  }

  LocalityHistogram emptyHistogram() {
    return new LocalityHistogram(parameters.imax());
  }

  /** Lines of the smallest cache that a walk with this step can use, by the sets it reaches. */
  long reachableLines(long stride) {
    long sets = caches.get(0).sets(line());
    long step = Math.abs(stride);
    if (step == 0 || step % line() != 0) {
      return firstLines();
    }
    long common = gcd(step / line(), sets);
    return sets / common * caches.get(0).ways();
  }

  /**
   * Accesses of a walk that the smallest cache would keep if its lines could lie anywhere in it,
   * but does not because its steps reach too few sets. Counted only where the walk reaches a
   * quarter of the sets at most.
   */
  double conflicts(List<Cell> cells) {
    double sum = 0;
    for (Cell cell : cells) {
      long reachable = reachableLines(cell.movement().stride());
      if (4 * reachable <= firstLines()) {
        LocalityHistogram histogram = cell.access().histograms().line();
        sum +=
            histogram.accesses()
                * (histogram.missRatio(reachable) - histogram.missRatio(firstLines()));
      }
    }
    return sum;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
