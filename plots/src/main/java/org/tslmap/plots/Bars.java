package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;

/** Charts whose bars are shares of accesses, words beside lines. */
final class Bars {

  private static final float CURVE_WIDTH = 2.5f;

  private Bars() {}

  static CategoryChart chart(String title) {
    CategoryChart chart = new CategoryChart(Picture.WIDTH, Picture.CHART_HEIGHT);
    chart.setTitle(title);
    Picture.style(chart.getStyler());
    chart
        .getStyler()
        .setAvailableSpaceFill(0.8)
        .setXAxisLabelRotation(45)
        .setPlotGridVerticalLinesVisible(false)
        .setYAxisMin(0.0)
        .setYAxisMax(100.0)
        .setYAxisDecimalPattern("0");
    return chart;
  }

  /** "word 8 B" or "line 64 B". */
  static String name(Granularity granularity, MetricParameters parameters) {
    return granularity.name().toLowerCase(Locale.ROOT)
        + " "
        + (1 << parameters.shift(granularity))
        + " B";
  }

  static void add(
      CategoryChart chart,
      String name,
      Granularity granularity,
      List<String> labels,
      List<Double> shares) {
    Color color = color(granularity);
    CategorySeries series = chart.addSeries(name, labels, shares);
    series.setLineColor(color);
    series.setFillColor(color);
  }

  static void addCurve(
      CategoryChart chart,
      String name,
      Granularity granularity,
      List<String> labels,
      List<Double> shares) {
    CategorySeries series = chart.addSeries(name, labels, shares);
    series.setChartCategorySeriesRenderStyle(CategorySeries.CategorySeriesRenderStyle.Line);
    series
        .setMarker(granularity == Granularity.WORD ? SeriesMarkers.CIRCLE : SeriesMarkers.DIAMOND)
        .setMarkerColor(color(granularity).darker())
        .setLineColor(color(granularity).darker())
        .setLineStyle(new BasicStroke(CURVE_WIDTH));
  }

  private static Color color(Granularity granularity) {
    return granularity == Granularity.WORD ? Picture.BLUE : Picture.ORANGE;
  }
}
