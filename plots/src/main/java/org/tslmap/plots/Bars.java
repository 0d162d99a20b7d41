package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;

/**
 * Charts whose bars are shares of accesses, those of words, lines and pages side by side, with room
 * for curves over them. The bars of a series are drawn as one area that goes up and down, since
 * XChart's own bars make room for curves as if they were bars too.
 */
final class Bars {

  /** Of all bars at a place. */
  private static final double BARS = 0.8;

  private static final int POINTS_PER_BAR = 4;
  private static final float WIDTH = 2.5f;
  private static final BasicStroke SOLID = new BasicStroke(WIDTH);
  private static final BasicStroke DASHED =
      new BasicStroke(
          WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, new float[] {9, 5}, 0);
  private static final BasicStroke DOTTED =
      new BasicStroke(
          WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, new float[] {2.5f, 4}, 0);

  /* How granularities look, indexed by them. */

  private static final List<Color> COLORS = List.of(Look.BLUE, Look.ORANGE, Look.GREEN);
  private static final List<BasicStroke> STROKES = List.of(SOLID, DASHED, DOTTED);
  private static final List<Marker> MARKERS =
      List.of(SeriesMarkers.CIRCLE, SeriesMarkers.DIAMOND, SeriesMarkers.SQUARE);

  private final int granularities;
  private final XYChart chart = new XYChart(1, 1);
  private final Legend legend = new Legend();

  /**
   * A chart with one label for each place on the x axis.
   *
   * @param granularities how many bars there are at each
   */
  Bars(List<String> labels, int granularities) {
    this.granularities = granularities;
    Look.style(chart.getStyler());
    chart
        .getStyler()
        .setXAxisMin(-0.7)
        .setXAxisMax(labels.size() - 0.3)
        .setYAxisMin(0.0)
        .setYAxisMax(100.0)
        .setYAxisTickMarkSpacingHint(60)
        .setYAxisDecimalPattern("0")
        .setPlotContentSize(0.99);
    PlaceLabels.add(chart, labels);
  }

  XYChart chart() {
    return chart;
  }

  Legend legend() {
    return legend;
  }

  /** As in "word 8 B". */
  static String name(Granularity granularity, MetricParameters parameters) {
    return granularity.name().toLowerCase(Locale.ROOT)
        + " "
        + (1 << parameters.shift(granularity))
        + " B";
  }

  /** As in "words, lines or pages". */
  static String units(MetricParameters parameters) {
    String units =
        parameters.granularities().stream()
            .map(granularity -> granularity.key() + "s")
            .collect(Collectors.joining(", "));
    int last = units.lastIndexOf(", ");
    return units.substring(0, last) + " or " + units.substring(last + 2);
  }

  /** The colour of a granularity. */
  static Color color(Granularity granularity) {
    return COLORS.get(granularity.ordinal());
  }

  /** The stroke of a granularity's curves. */
  static BasicStroke stroke(Granularity granularity) {
    return STROKES.get(granularity.ordinal());
  }

  /** The points of a granularity's curves. */
  static Marker marker(Granularity granularity) {
    return MARKERS.get(granularity.ordinal());
  }

  /** Adds a bar at each place. */
  void add(String name, Granularity granularity, double[] shares) {
    double width = BARS / granularities;
    double[] x = new double[POINTS_PER_BAR * shares.length];
    double[] y = new double[POINTS_PER_BAR * shares.length];
    for (int place = 0; place < shares.length; place++) {
      double left = place + (granularity.ordinal() - granularities / 2.0) * width;
      int at = POINTS_PER_BAR * place;
      x[at] = left;
      x[at + 1] = left;
      y[at + 1] = shares[place];
      x[at + 2] = left + width;
      y[at + 2] = shares[place];
      x[at + 3] = left + width;
    }
    XYSeries series = chart.addSeries(name, x, y);
    series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Area);
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(Look.INVISIBLE).setFillColor(color(granularity));
    legend.area(name, color(granularity));
  }

  /** Adds a curve through the first places. */
  void addCurve(String name, Granularity granularity, double[] shares) {
    double[] x = IntStream.range(0, shares.length).asDoubleStream().toArray();
    Color color = color(granularity).darker();
    XYSeries series = chart.addSeries(name, x, shares);
    series.setMarker(marker(granularity)).setMarkerColor(color);
    series.setLineColor(color).setLineStyle(stroke(granularity));
    legend.line(name, color, stroke(granularity));
  }
}
