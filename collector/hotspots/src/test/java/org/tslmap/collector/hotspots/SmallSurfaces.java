package org.tslmap.collector.hotspots;

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

/** Surfaces with every walk that hotspots have costs of, for tests. */
public final class SmallSurfaces {
  private SmallSurfaces() {}

  /** A surface that costs so much for single words, and half for long visits. */
  static Surface surface(Dependence dependence, long words, int stride, double cost) {
    return surface(Operation.READ, dependence, words, stride, cost);
  }

  /** The same of any operation. */
  static Surface surface(
      Operation operation, Dependence dependence, long words, int stride, double cost) {
    ProbeSetting setting =
        new ProbeSetting(Operation.READ, Dependence.INDEPENDENT, 1, false, false)
            .with(operation, dependence);
    int longest = (int) (words / stride);
    List<MeasuredCost> costs = new ArrayList<>();
    costs.add(new MeasuredCost(new ProbePoint(words, 1, stride, 1), cost, 0, 0, 1));
    costs.add(new MeasuredCost(new ProbePoint(words, longest, stride, 1), cost / 2, 0, 0, 1));
    return new Surface(setting, words, stride, List.of(1.0), List.of(1, longest), costs);
  }

  /** Those of a machine that is no other. */
  public static SurfaceFile file(List<Surface> surfaces) {
    return new SurfaceFile(
        "test",
        Instant.EPOCH,
        new Machine("h", "p", 1, 0, List.of(), 4096, "never", "k", "g", 1),
        new Noise(1, 0, 0, 0, 0),
        surfaces);
  }

  /** Memories of 4 KiB and 4 MiB that cost 1 and 16 ns. */
  public static List<Surface> surfaces() {
    List<Surface> surfaces = new ArrayList<>();
    for (int stride : List.of(1, 8, 512, 520)) {
      surfaces.add(surface(Dependence.INDEPENDENT, 520 * 512, stride, 1));
      surfaces.add(surface(Dependence.INDEPENDENT, 1024L * 520 * 512, stride, 16));
    }
    surfaces.add(surface(Dependence.DEPENDENT, 520 * 512, 1, 2));
    surfaces.add(surface(Dependence.DEPENDENT, 1024L * 520 * 512, 1, 200));
    return surfaces;
  }
}
