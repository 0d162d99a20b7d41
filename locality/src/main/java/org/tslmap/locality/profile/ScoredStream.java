package org.tslmap.locality.profile;

import java.util.List;
import org.tslmap.locality.MetricParameters;

/**
 * What reports show of one process, or of several processes added together.
 *
 * @param parameters what the metrics were computed with
 * @param totals how much was counted
 * @param footprint distinct words and lines touched; memories of separate processes add
 * @param histograms reuse distances and strides of all accesses
 * @param functions the same accesses by function, most accesses first; they add up to the whole
 */
public record ScoredStream(
    MetricParameters parameters,
    AccessTotals totals,
    Footprint footprint,
    Histograms histograms,
    List<FunctionProfile> functions) {

  /** Keeps the list unmodifiable. */
  public ScoredStream {
    functions = List.copyOf(functions);
  }
}
