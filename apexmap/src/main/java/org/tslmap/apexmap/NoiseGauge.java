package org.tslmap.apexmap;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.stat.descriptive.rank.Max;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/** Times a fixed calculation again and again: additions that each wait for the one before. */
final class NoiseGauge {

  /** About 50 microseconds. */
  private static final long STEPS = 200_000;

  private final List<Long> times = new ArrayList<>();

  /** Times the calculation once more. */
  void sample() {
    times.add(NativeProbe.chain(STEPS));
  }

  /** What the samples say. */
  Noise noise() {
    return noise(times.stream().mapToDouble(Long::doubleValue).toArray(), STEPS);
  }

  /** For times in nanoseconds of a calculation of so many cycles. */
  static Noise noise(double[] times, long cycles) {
    if (times.length == 0) {
      return Noise.NONE;
    }
    double median = new Median().evaluate(times);
    double[] deviations = new double[times.length];
    for (int i = 0; i < times.length; i++) {
      deviations[i] = Math.abs(times[i] / median - 1);
    }
    return new Noise(
        times.length,
        cycles / median * 1000,
        new Median().evaluate(deviations),
        new Max().evaluate(deviations),
        0);
  }
}
