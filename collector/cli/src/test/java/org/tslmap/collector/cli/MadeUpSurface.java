package org.tslmap.collector.cli;

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

/** Surfaces of a machine that costs what a formula says, for tests. */
public final class MadeUpSurface {

  private static final List<Double> ALPHAS = List.of(0.001, 0.01, 0.1, 0.5, 1.0);
  private static final List<Integer> LENGTHS = List.of(1, 4, 16, 64, 256);

  private MadeUpSurface() {}

  /** Every operation and dependence from 2^9 to 2^25 words, strides 1 and more. */
  public static SurfaceFile of(Machine machine) {
    List<Surface> surfaces = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      for (Dependence dependence : Dependence.values()) {
        for (int log = 9; log <= 25; log += 4) {
          for (int stride : new int[] {1, 2, 16, 512}) {
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
    List<Integer> lengths =
        LENGTHS.stream().filter(length -> words % ((long) length * stride) == 0).toList();
    List<MeasuredCost> costs = new ArrayList<>();
    for (double alpha : ALPHAS) {
      for (int length : lengths) {
        ProbePoint point = new ProbePoint(words, length, stride, alpha);
        costs.add(new MeasuredCost(point, nanoseconds(point, setting), 0, 0.01, 5));
      }
    }
    return new Surface(setting, words, stride, ALPHAS, lengths, costs);
  }

  /** Dearer with memory, alpha, stride and dependence, cheaper with length. */
  private static double nanoseconds(ProbePoint point, ProbeSetting setting) {
    double far = Math.sqrt(point.words()) / 100 * Math.sqrt(point.alpha());
    double visit = 1 + far * (setting.dependence() == Dependence.DEPENDENT ? 4 : 1);
    return 0.3 + visit * Math.min(8, point.stride()) / point.length();
  }
}
