package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;

/**
 * Charts whose bars are shares of accesses, words beside lines, with room for curves over them. The
 * bars of a series are drawn as one area that goes up and down, since XChart's own bars make room
 * for curves as if they were bars too.
 */
final class Bars {

  private static final double BAR = 0.4;
  private static final float CURVE_WIDTH = 2.5f;
  private static final int POINTS_PER_BAR = 4;

  private Bars() {}

  /** A chart with one label for each place on the x axis. */
  static XYChart chart(String title, List<String> labels) {
    XYChart chart = new XYChart(Picture.WIDTH, Picture.CHART_HEIGHT);
    chart.setTitle(title);
    Picture.style(chart.getStyler());
    chart
        .getStyler()
        .setPlotGridVerticalLinesVisible(false)
        .setXAxisMin(-1.0)
        .setXAxisMax((double) labels.size())
        .setXAxisTickMarkSpacingHint((Picture.WIDTH - 400) / (labels.size() + 2))
        .setXAxisTickLabelsFormattingFunction(x -> label(labels, x))
        .setYAxisMin(0.0)
        .setYAxisMax(100.0)
        .setYAxisTickMarkSpacingHint(60)
        .setYAxisDecimalPattern("0")
        .setPlotContentSize(0.99);
    return chart;
  }

  /** XChart wants every label to differ, so the places at both ends have different empty ones. */
  private static String label(List<String> labels, double x) {
    int place = (int) Math.rint(x);
    return place < 0 ? "" : place < labels.size() ? labels.get(place) : " ";
  }

  /** "word 8 B" or "line 64 B". */
  static String name(Granularity granularity, MetricParameters parameters) {
    return granularity.name().toLowerCase(Locale.ROOT)
        + " "
        + (1 << parameters.shift(granularity))
        + " B";
  }

  /** Adds a bar at each place. */
  static void add(XYChart chart, String name, Granularity granularity, double[] shares) {
    double[] x = new double[POINTS_PER_BAR * shares.length];
    double[] y = new double[POINTS_PER_BAR * shares.length];
    for (int place = 0; place < shares.length; place++) {
      double left = granularity == Granularity.WORD ? place - BAR : place;
      int at = POINTS_PER_BAR * place;
      x[at] = left;
      x[at + 1] = left;
      y[at + 1] = shares[place];
      x[at + 2] = left + BAR;
      y[at + 2] = shares[place];
      x[at + 3] = left + BAR;
    }
    XYSeries series = chart.addSeries(name, x, y);
    series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Area);
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(color(granularity));
    series.setFillColor(color(granularity));
  }

  /** Adds a curve through the first places. */
  static void addCurve(XYChart chart, String name, Granularity granularity, double[] shares) {
    double[] x = IntStream.range(0, shares.length).asDoubleStream().toArray();
    XYSeries series = chart.addSeries(name, x, shares);
    series.setMarker(
        granularity == Granularity.WORD ? SeriesMarkers.CIRCLE : SeriesMarkers.DIAMOND);
    series.setMarkerColor(color(granularity).darker());
    series.setLineColor(color(granularity).darker());
    series.setLineStyle(new BasicStroke(CURVE_WIDTH));
  }

  private static Color color(Granularity granularity) {
    return granularity == Granularity.WORD ? Picture.BLUE : Picture.ORANGE;
  }
}
