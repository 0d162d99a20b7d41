package org.tslmap.apexmap;

import java.io.IOException;

/** Surfaces and their ratios as comma-separated values, one line for each point. */
public final class SurfaceCsv {

  private static final String POINT = "words,stride,operation,dependence,threads,shared,huge_pages";

  private SurfaceCsv() {}

  /**
   * Writes all surfaces of a file under one heading. Costs are in nanoseconds, and ticks of the
   * time stamp counter, of one access of one thread.
   */
  public static void write(SurfaceFile file, Appendable out) throws IOException {
    out.append(POINT).append(",alpha,length,nanoseconds,cycles,spread,repeats\n");
    for (Surface surface : file.surfaces()) {
      for (MeasuredCost cost : surface.costs()) {
        out.append(
            "%s,%s,%d,%s,%s,%s,%d%n"
                .formatted(
                    of(surface),
                    cost.point().alpha(),
                    cost.point().length(),
                    cost.nanoseconds(),
                    cost.cycles(),
                    cost.spread(),
                    cost.repeats()));
      }
    }
  }

  /** Writes a comparison; words, stride and setting are those of the first surface. */
  public static void write(Iterable<SurfaceRatio> ratios, Appendable out) throws IOException {
    out.append(POINT).append(",alpha,length,ratio\n");
    for (SurfaceRatio ratio : ratios) {
      for (int row = 0; row < ratio.alphas().size(); row++) {
        for (int column = 0; column < ratio.lengths().size(); column++) {
          out.append(
              "%s,%s,%d,%s%n"
                  .formatted(
                      of(ratio.first()),
                      ratio.alphas().get(row),
                      ratio.lengths().get(column),
                      ratio.ratios().get(row).get(column)));
        }
      }
    }
  }

  private static String of(Surface surface) {
    ProbeSetting setting = surface.setting();
    return "%d,%d,%s,%s,%d,%s,%s"
        .formatted(
            surface.words(),
            surface.stride(),
            setting.operation(),
            setting.dependence(),
            setting.threads(),
            setting.shared(),
            setting.hugePages());
  }
}
