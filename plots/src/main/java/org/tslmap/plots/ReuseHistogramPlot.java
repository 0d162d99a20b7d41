package org.tslmap.plots;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;

/**
 * How often each reuse distance occurs, for words and lines, and as curves the share of accesses
 * that are at most that far from their last use: what an ideal cache of that size would hit.
 */
public final class ReuseHistogramPlot {

  private static final int SHORTEST_AXIS = 8;

  private ReuseHistogramPlot() {}

  /**
   * The picture.
   *
   * @param what what is shown, such as "Reuse distances"; the beginning of the title
   */
  public static Picture of(
      Histograms histograms, MetricParameters parameters, String what, Caption caption) {
    int entries = SHORTEST_AXIS;
    for (LocalityHistogram histogram : histograms.of()) {
      entries = Math.max(entries, histogram.reuse().length);
    }
    List<String> labels = labels(entries);
    Bars bars = new Bars(labels, parameters.granularities().size());
    bars.chart().setXAxisTitle("reuse distance in %s, at least".formatted(Bars.units(parameters)));
    bars.chart().setYAxisTitle("share of accesses (%)");
    for (Granularity granularity : parameters.granularities()) {
      LocalityHistogram histogram = histograms.at(granularity);
      String name =
          String.format(
              Locale.ROOT,
              "%s, TL %.3f",
              Bars.name(granularity, parameters),
              histogram.temporalLocality(parameters.n()));
      bars.add(name, granularity, shares(histogram, entries));
    }
    for (Granularity granularity : parameters.granularities()) {
      LocalityHistogram histogram = histograms.at(granularity);
      String unit = granularity.name().toLowerCase(Locale.ROOT);
      bars.addCurve(
          unit + "s, added up from the left", granularity, cumulative(histogram, entries));
    }
    return new Picture(what, caption, bars.legend(), bars.chart());
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
