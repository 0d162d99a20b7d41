package org.tslmap.apexmap;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Surfaces made from formulas. */
final class Surfaces {

  static final Machine MACHINE =
      new Machine(
          "here",
          "Some Processor",
          2,
          2600.5,
          List.of(new Cache(1, "Data", 32768, 64, 1), new Cache(2, "Unified", 1 << 20, 64, 1)),
          4096,
          "madvise",
          "Linux 6.1",
          "unknown",
          16L << 30);

  private Surfaces() {}

  static SurfaceFile file(List<Surface> surfaces) {
    return new SurfaceFile(
        "tslmap test",
        Instant.parse("2026-01-02T03:04:05.678Z"),
        MACHINE,
        new Noise(5, 3693.25, 0.001, 0.25, 0.01),
        new CoreCosts(
            0.1,
            Map.of("integer", 0.05),
            Map.of("load", 1.25),
            4.5,
            0.75,
            300,
            1800,
            Map.of("load", 75.0)),
        surfaces);
  }

  static Surface surface(
      ProbeSetting setting,
      long words,
      int stride,
      List<Double> alphas,
      List<Integer> lengths,
      ToDoubleFunction<ProbePoint> nanoseconds) {
    List<MeasuredCost> costs = new ArrayList<>();
    for (double alpha : alphas) {
      for (int length : lengths) {
        ProbePoint point = new ProbePoint(words, length, stride, alpha);
        double cost = nanoseconds.applyAsDouble(point);
        costs.add(new MeasuredCost(point, cost, cost * 2.6, 0.01 / 3, 5 + length));
      }
    }
    return new Surface(setting, words, stride, alphas, lengths, costs);
  }
}
