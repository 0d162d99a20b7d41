package org.tslmap.apexmap.placement;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;

/**
 * Reuse distances and strides of patterns, each calculated once: dictionaries of several operations
 * have most patterns in common, and to calculate them takes longer than all else. Used by any
 * number of threads.
 */
public final class PatternShares {

  private record Key(Order order, ProbePoint point, Granularity granularity) {}

  private final MetricParameters parameters;
  private final Map<Key, LocalityShares> known = new ConcurrentHashMap<>();

  /** None yet, for profiles that were measured with these parameters. */
  public PatternShares(MetricParameters parameters) {
    this.parameters = parameters;
  }

  MetricParameters parameters() {
    return parameters;
  }

  LocalityShares of(ProbePattern pattern, Granularity granularity) {
    return known.computeIfAbsent(
        new Key(pattern.order(), pattern.point(), granularity),
        key -> pattern.shares(parameters, granularity));
  }
}
