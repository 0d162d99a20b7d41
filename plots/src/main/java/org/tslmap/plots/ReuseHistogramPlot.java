package org.tslmap.plots;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.score.Score;
import org.tslmap.plots.Plot.Axis;
import org.tslmap.plots.Plot.Series;
import org.tslmap.plots.Plot.Shape;

/**
 * How often each reuse distance occurs, at each granularity, and as curves the share of accesses
 * that are at most that far from their last use: what an ideal cache of that size would hit.
 */
public final class ReuseHistogramPlot {

  private static final int SHORTEST_AXIS = 8;

  private ReuseHistogramPlot() {}

  /**
   * The plot.
   *
   * @param what what is shown, such as "Reuse distances"
   */
  public static Plot of(Histograms histograms, MetricParameters parameters, String what) {
    List<Granularity> granularities = parameters.granularities();
    int entries = SHORTEST_AXIS;
    for (Granularity granularity : granularities) {
      entries = Math.max(entries, histograms.at(granularity).reuse().length);
    }
    List<Series> series = new ArrayList<>();
    for (Granularity granularity : granularities) {
      LocalityHistogram histogram = histograms.at(granularity);
      String name =
          String.format(
              Locale.ROOT,
              "%s, %s %.3f",
              Granularities.name(granularity, parameters),
              Score.TL.heading(),
              Score.TL.of(histogram, parameters));
      series.add(
          Series.atPlaces(
              name, Shape.BARS, Granularities.style(granularity), shares(histogram, entries)));
    }
    for (Granularity granularity : granularities) {
      series.add(
          Series.atPlaces(
              granularity.key() + "s, added up from the left",
              Shape.LINE,
              Granularities.style(granularity),
              cumulative(histograms.at(granularity), entries)));
    }
    return new Plot(
        what,
        Axis.places(
            "reuse distance in %s, at least".formatted(Granularities.names(parameters)),
            labels(entries)),
        Axis.percent("share of accesses (%)"),
        series,
        "Distance: other places touched since the last access to the same one; first: none.");
  }

  private static List<String> labels(int entries) {
    List<String> labels = new ArrayList<>();
    labels.add("0");
    for (int bin = 0; bin + 1 < entries; bin++) {
      labels.add(powerOfTwo(bin));
    }
    labels.add("first");
    return labels;
  }

  private static String powerOfTwo(int exponent) {
    String[] units = {"", "K", "M", "G", "T"};
    return (1L << exponent % 10) + units[exponent / 10];
  }

  static double[] shares(LocalityHistogram histogram, int entries) {
    long[] reuse = histogram.reuse();
    double percent = 100.0 / Math.max(1, histogram.accesses());
    double[] shares = new double[entries + 1];
    for (int entry = 0; entry < reuse.length; entry++) {
      shares[entry] = reuse[entry] * percent;
    }
    shares[entries] = histogram.cold() * percent;
    return shares;
  }

  /** Without first touches: no cache hits these. */
  static double[] cumulative(LocalityHistogram histogram, int entries) {
    double[] sums = Arrays.copyOf(shares(histogram, entries), entries);
    Arrays.parallelPrefix(sums, Double::sum);
    return sums;
  }
}
