package org.tslmap.npb.cli;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.tslmap.apexmap.Dependence;
import org.tslmap.apexmap.Machine;
import org.tslmap.apexmap.MeasuredCost;
import org.tslmap.apexmap.Noise;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.apexmap.ProbeSetting;
import org.tslmap.apexmap.Surface;
import org.tslmap.apexmap.SurfaceFile;

/** Surfaces on which an access costs a nanosecond, and more with memory and alpha. */
final class MadeUpSurface {

  private static final List<Double> ALPHAS = List.of(0.001, 0.03, 1.0);

  private MadeUpSurface() {}

  static SurfaceFile of(Machine machine) {
    List<Surface> surfaces = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      for (Dependence dependence : Dependence.values()) {
        for (int log = 9; log <= 25; log += 8) {
          for (int stride : new int[] {1, 16}) {
            surfaces.add(
                surface(ProbeSetting.DEFAULT.with(operation, dependence), 1L << log, stride));
          }
        }
      }
    }
    return new SurfaceFile(
        "made up", Instant.EPOCH, machine, new Noise(3, 3000, 0.01, 0.02, 0), surfaces);
  }

  private static Surface surface(ProbeSetting setting, long words, int stride) {
    List<Integer> lengths = stride == 1 ? List.of(1, 16, 512) : List.of(1, 32);
    List<MeasuredCost> costs = new ArrayList<>();
    for (double alpha : ALPHAS) {
      for (int length : lengths) {
        costs.add(
            new MeasuredCost(
                new ProbePoint(words, length, stride, alpha),
                1 + 1e-6 * words * alpha / length,
                0,
                0.01,
                5));
      }
    }
    return new Surface(setting, words, stride, ALPHAS, lengths, costs);
  }
}
