package org.tslmap.locality.profile;

import java.util.List;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;

/**
 * What reports show of one process, or of several processes added together.
 *
 * @param parameters what the metrics were computed with
 * @param totals how much was counted
 * @param footprint distinct words and lines touched; memories of separate processes add
 * @param histograms reuse distances and strides of all accesses
 * @param functions the same accesses by function, most accesses first; they add up to the whole
 * @param data the same accesses by data object, most accesses first; they add up to the whole of
 *     the processes whose accesses were attributed to data, and are empty when none were
 */
public record ScoredStream(
    MetricParameters parameters,
    AccessTotals totals,
    Footprint footprint,
    Histograms histograms,
    List<FunctionProfile> functions,
    List<DataProfile> data) {

  /** Keeps the lists unmodifiable. */
  public ScoredStream {
    functions = List.copyOf(functions);
    data = List.copyOf(data);
  }
}
