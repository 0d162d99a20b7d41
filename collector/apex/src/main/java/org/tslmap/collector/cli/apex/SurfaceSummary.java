package org.tslmap.collector.cli.apex;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.tslmap.apexmap.MeasuredCost;
import org.tslmap.apexmap.Noise;
import org.tslmap.apexmap.Surface;
import org.tslmap.apexmap.SurfaceFile;

/** How far apart the corners of surfaces are, and how steady the measurement was. */
final class SurfaceSummary {

  private static final double PERCENT = 100;

  private SurfaceSummary() {}

  /** Noise and spread of the whole file. */
  static void print(SurfaceFile file, PrintWriter out) {
    Noise noise = file.noise();
    DescriptiveStatistics spreads = new DescriptiveStatistics();
    file.surfaces().stream()
        .flatMap(surface -> surface.costs().stream())
        .mapToDouble(MeasuredCost::spread)
        .forEach(spreads::addValue);
    out.println(
        String.format(
            Locale.ROOT,
            "noise: a fixed calculation varied by %.1f%% at the median, %.1f%% at worst (%d samples)",
            PERCENT * noise.medianDeviation(),
            PERCENT * noise.worstDeviation(),
            noise.samples()));
    noise
        .disturbance()
        .ifPresent(
            disturbance ->
                out.println(
                    "DISTURBED: %s; these costs are marked as doubtful: measure again with nothing else running"
                        .formatted(disturbance)));
    out.println(
        String.format(
            Locale.ROOT,
            "spread of a point's repeats: %.1f%% at the median, %.1f%% at worst (%d points)",
            PERCENT * spreads.getPercentile(50),
            PERCENT * spreads.getMax(),
            spreads.getN()));
    out.println(file.core().describe());
  }

  /**
   * A table of the surfaces of stride 1 and their corners: what an access without locality costs,
   * and how many times less it is with spatial, with temporal, and with both.
   */
  static void printCorners(List<Surface> surfaces, PrintWriter out) {
    out.println(
        String.format("%-42s %10s %9s %9s %9s", "", "neither ns", "spatial", "temporal", "both"));
    for (Surface surface : surfaces) {
      int lastAlpha = surface.alphas().size() - 1;
      int lastLength = surface.lengths().size() - 1;
      if (surface.stride() == 1 && lastAlpha > 0 && lastLength > 0) {
        double neither = surface.at(lastAlpha, 0).nanoseconds();
        out.println(
            String.format(
                Locale.ROOT,
                "%-42s %10.2f %8.1fx %8.1fx %8.1fx",
                SurfaceNames.withMemory(surface),
                neither,
                neither / surface.at(lastAlpha, lastLength).nanoseconds(),
                neither / surface.at(0, 0).nanoseconds(),
                neither / surface.at(0, lastLength).nanoseconds()));
      }
    }
  }
}
