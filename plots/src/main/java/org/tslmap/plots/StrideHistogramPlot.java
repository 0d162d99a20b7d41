package org.tslmap.plots;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.XYChart;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.Histograms;

/** How often each stride occurs, in groups that double, for words and lines. */
public final class StrideHistogramPlot {

  private StrideHistogramPlot() {}

  /** Strides first..last. */
  private record Group(int first, int last) {
    String label() {
      return first == last ? Integer.toString(first) : first + "-" + last;
    }
  }

  /**
   * Draws, 1200 x 800 pixels.
   *
   * @throws IOException if the file cannot be written
   */
  public static void write(
      Histograms histograms, MetricParameters parameters, Caption caption, Path file)
      throws IOException {
    List<Group> groups = groups(parameters.imax());
    List<String> labels = new ArrayList<>(groups.stream().map(Group::label).toList());
    labels.add("far");
    XYChart chart = Bars.chart(Picture.title("Strides", caption), labels);
    chart.setXAxisTitle(
        "smallest stride to one of the previous %d accesses, in words or lines (far: none below %d)"
            .formatted(parameters.window(), parameters.imax()));
    chart.setYAxisTitle("share of accesses (%)");
    for (Granularity granularity : Granularity.values()) {
      LocalityHistogram histogram = histograms.at(granularity);
      String name =
          String.format(
              Locale.ROOT,
              "%s, SL %.3f, SL* %.3f",
              Bars.name(granularity, parameters),
              histogram.spatialLocality(),
              histogram.spatialLocalityNonZero());
      Bars.add(chart, name, granularity, shares(histogram, groups));
    }
    Picture.write(chart, caption, file);
  }

  /** 0, 1, 2, 3-4, 5-8, ... below imax. */
  private static List<Group> groups(int imax) {
    List<Group> groups = new ArrayList<>();
    groups.add(new Group(0, 0));
    groups.add(new Group(1, 1));
    for (int first = 2, last = 2; first < imax; first = last + 1, last = 2 * last) {
      groups.add(new Group(first, Math.min(last, imax - 1)));
    }
    return groups;
  }

  private static double[] shares(LocalityHistogram histogram, List<Group> groups) {
    long[] strides = histogram.strides();
    double percent = 100.0 / Math.max(1, histogram.accesses());
    double[] shares = new double[groups.size() + 1];
    for (int place = 0; place < groups.size(); place++) {
      Group group = groups.get(place);
      for (int stride = group.first();
          stride <= group.last() && stride < histogram.imax();
          stride++) {
        shares[place] += strides[stride] * percent;
      }
    }
    shares[groups.size()] = strides[histogram.imax()] * percent;
    return shares;
  }
}
