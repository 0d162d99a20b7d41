package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.FunctionInfo;

/** The quantities that stacks of a run have: accesses, loads, stores, first touches, misses, ... */
final class StackMetrics {

  private final List<StackMetric> metrics = new ArrayList<>();
  private final List<ToDoubleFunction<Accesses>> values = new ArrayList<>();
  private final Optional<StackWeight> weight;

  /**
   * Some accesses.
   *
   * @param loads how many loads
   * @param stores how many stores
   * @param bytes what they moved, where their sizes are known
   * @param histograms their reuse distances and strides
   */
  record Accesses(long loads, long stores, long bytes, Histograms histograms) {}

  /**
   * Quantities of one run.
   *
   * @param sizes whether the sizes of accesses are known
   * @param weight one that functions and objects have besides, the last of the metrics
   */
  StackMetrics(
      MetricParameters parameters,
      List<CacheSize> caches,
      boolean sizes,
      Optional<StackWeight> weight) {
    this.weight = weight;
    add("accesses", "count", "loads and stores", a -> a.loads() + a.stores());
    add("loads", "count", "loads", Accesses::loads);
    add("stores", "count", "stores", Accesses::stores);
    if (sizes) {
      add("bytes", "bytes", "bytes loaded and stored", Accesses::bytes);
    }
    for (Granularity granularity : parameters.granularities()) {
      add(
          Column.fullKey("cold", granularity),
          "count",
          "first touches of " + granularity.key() + "s",
          a -> a.histograms().at(granularity).cold());
    }
    for (CacheSize cache : caches) {
      add(
          "misses" + cache.label(),
          "count",
          "misses of lines in an LRU cache of " + Quantities.bytes(cache.bytes()),
          a -> a.histograms().at(Granularity.LINE).misses(cache.lines(parameters)));
    }
    weight.ifPresent(one -> metrics.add(one.metric()));
  }

  private void add(String key, String unit, String about, ToDoubleFunction<Accesses> value) {
    metrics.add(new StackMetric(key, unit, about));
    values.add(value);
  }

  /** What there is, in the order of values. */
  List<StackMetric> metrics() {
    return metrics;
  }

  /** The values of some accesses of a function. */
  double[] of(FunctionInfo function, long loads, long stores, long bytes, Histograms histograms) {
    return values(
        new Accesses(loads, stores, bytes, histograms),
        weight.map(one -> one.of(function, loads + stores, histograms)));
  }

  /** The values of accesses of a function whose sizes are not known. */
  double[] of(FunctionInfo function, Tally tally) {
    return of(function, tally.loads(), tally.stores(), 0, tally.histograms());
  }

  /** The values of accesses whose sizes are not known, and their weight. */
  double[] of(Tally tally, double weighed) {
    return values(
        new Accesses(tally.loads(), tally.stores(), 0, tally.histograms()),
        weight.map(one -> weighed));
  }

  private double[] values(Accesses accesses, Optional<Double> weighed) {
    return DoubleStream.concat(
            values.stream().mapToDouble(value -> value.applyAsDouble(accesses)),
            weighed.stream().mapToDouble(value -> value))
        .toArray();
  }

  /** Values of nothing. */
  double[] none() {
    return new double[metrics.size()];
  }

  /** Adds values to a sum. */
  static void add(double[] more, double[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += more[i];
    }
  }
}
