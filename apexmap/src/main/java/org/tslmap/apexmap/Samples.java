package org.tslmap.apexmap;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/** What the repeats of one pattern took, in nanoseconds and ticks of an access. */
final class Samples {

  private final List<Double> nanoseconds = new ArrayList<>();
  private final List<Double> ticks = new ArrayList<>();

  void add(ProbeRun run) {
    nanoseconds.add(run.nanoseconds());
    ticks.add(run.ticks());
  }

  void addAll(Samples others) {
    nanoseconds.addAll(others.nanoseconds);
    ticks.addAll(others.ticks);
  }

  int count() {
    return nanoseconds.size();
  }

  /** Nanoseconds of an access. */
  double median() {
    return new Median().evaluate(array(nanoseconds));
  }

  /** Half of the interquartile range over the median. */
  double spread() {
    return spread(array(nanoseconds));
  }

  static double spread(double[] values) {
    Percentile percentile = new Percentile();
    percentile.setData(values);
    return (percentile.evaluate(75) - percentile.evaluate(25)) / 2 / percentile.evaluate(50);
  }

  MeasuredCost cost(ProbePoint point) {
    return new MeasuredCost(
        point, median(), new Median().evaluate(array(ticks)), spread(), nanoseconds.size());
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
