package org.tslmap.collector.cli.apex;

import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.tslmap.apexmap.SurfaceRatio;

/** How far surfaces are from one another over all their points. */
final class RatioSummary {

  private static final double PERCENT = 100;
  private static final double HALF = 50;
  private static final double NINE_OF_TEN = 90;

  private RatioSummary() {}

  /** In one line: half of the points differ by no more than so much, nine of ten, all. */
  static String of(List<SurfaceRatio> ratios) {
    DescriptiveStatistics differences = new DescriptiveStatistics();
    ratios.stream()
        .flatMap(ratio -> ratio.ratios().stream())
        .flatMap(List::stream)
        .forEach(value -> differences.addValue(Math.abs(value - 1)));
    return String.format(
        Locale.ROOT,
        "%d points differ by %.1f%% at the median, %.1f%% at nine of ten, %.1f%% at the worst",
        differences.getN(),
        PERCENT * differences.getPercentile(HALF),
        PERCENT * differences.getPercentile(NINE_OF_TEN),
        PERCENT * differences.getMax());
  }
}
