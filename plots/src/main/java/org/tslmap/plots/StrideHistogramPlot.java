package org.tslmap.plots;

import java.util.ArrayList;
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

/** How often each stride occurs, in groups that double, at each granularity. */
public final class StrideHistogramPlot {

  private StrideHistogramPlot() {}

  /** Strides first..last. */
  record Group(int first, int last) {
    String label() {
      return first == last ? Integer.toString(first) : first + "-" + last;
    }
  }

  /**
   * The plot.
   *
   * @param what what is shown, such as "Strides"
   */
  public static Plot of(Histograms histograms, MetricParameters parameters, String what) {
    List<Group> groups = groups(parameters.imax());
    List<String> labels = new ArrayList<>(groups.stream().map(Group::label).toList());
    labels.add("far");
    List<Series> series = new ArrayList<>();
    for (Granularity granularity : parameters.granularities()) {
      LocalityHistogram histogram = histograms.at(granularity);
      String name =
          String.format(
              Locale.ROOT,
              "%s, %s %.3f, %s %.3f",
              Granularities.name(granularity, parameters),
              Score.SL.heading(),
              Score.SL.of(histogram, parameters),
              Score.SL_NON_ZERO.heading(),
              Score.SL_NON_ZERO.of(histogram, parameters));
      series.add(
          Series.atPlaces(
              name, Shape.BARS, Granularities.style(granularity), shares(histogram, groups)));
    }
    return new Plot(
        what,
        Axis.places(
            "stride to the nearest of the %d accesses before, %s"
                .formatted(parameters.window(), Granularities.names(parameters)),
            labels),
        Axis.percent("share of accesses (%)"),
        series);
  }

  /** 0, 1, 2, 3-4, 5-8, ... below imax. */
  static List<Group> groups(int imax) {
    List<Group> groups = new ArrayList<>();
    groups.add(new Group(0, 0));
    groups.add(new Group(1, 1));
    for (int first = 2, last = 2; first < imax; first = last + 1, last = 2 * last) {
      groups.add(new Group(first, Math.min(last, imax - 1)));
    }
    return groups;
  }

  static double[] shares(LocalityHistogram histogram, List<Group> groups) {
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
