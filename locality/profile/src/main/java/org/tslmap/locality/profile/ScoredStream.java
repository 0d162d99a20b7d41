package org.tslmap.locality.profile;

import java.util.List;
import java.util.function.Supplier;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;

/**
 * What reports show of one process, or of several processes added together. Functions and data
 * objects are added up when somebody asks for them, since there may be many. Safe for all threads.
 */
public final class ScoredStream {
  private final MetricParameters parameters;
  private final AccessTotals totals;
  private final Footprint footprint;
  private final Histograms histograms;
  private final Supplier<List<FunctionProfile>> functions;
  private final Supplier<List<DataProfile>> data;
  private List<FunctionProfile> addedFunctions;
  private List<DataProfile> addedData;

  /**
   * The sums of a stream.
   *
   * @param parameters what the metrics were computed with
   * @param totals how much was counted
   * @param footprint distinct words and lines touched; memories of separate processes add
   * @param histograms reuse distances and strides of all accesses
   * @param functions adds the same accesses up by function; called at most once
   * @param data adds them up by data object; called at most once
   */
  public ScoredStream(
      MetricParameters parameters,
      AccessTotals totals,
      Footprint footprint,
      Histograms histograms,
      Supplier<List<FunctionProfile>> functions,
      Supplier<List<DataProfile>> data) {
    this.parameters = parameters;
    this.totals = totals;
    this.footprint = footprint;
    this.histograms = histograms;
    this.functions = functions;
    this.data = data;
  }

  /** What the metrics were computed with. */
  public MetricParameters parameters() {
    return parameters;
  }

  /** How much was counted. */
  public AccessTotals totals() {
    return totals;
  }

  /** Distinct words and lines touched; memories of separate processes add. */
  public Footprint footprint() {
    return footprint;
  }

  /** Reuse distances and strides of all accesses. */
  public Histograms histograms() {
    return histograms;
  }

  /** The same accesses by function, most accesses first; they add up to the whole. */
  public synchronized List<FunctionProfile> functions() {
    if (addedFunctions == null) {
      addedFunctions = List.copyOf(functions.get());
    }
    return addedFunctions;
  }

  /**
   * The same accesses by data object, most accesses first; they add up to the whole of the
   * processes whose accesses were attributed to data, and are empty when none were.
   */
  public synchronized List<DataProfile> data() {
    if (addedData == null) {
      addedData = List.copyOf(data.get());
    }
    return addedData;
  }
}
