package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.tslmap.plots.Plot.Axis;
import org.tslmap.plots.Plot.Point;
import org.tslmap.plots.Plot.Scale;
import org.tslmap.plots.Plot.Series;
import org.tslmap.plots.Plot.Shape;

/** Draws descriptions of plots with XChart. */
final class PlotPainter {

  private static final double BARS = 0.8;
  private static final int POINTS_PER_BAR = 4;
  private static final double MOST_NAME = 0.25;

  private final Plot plot;
  private final XYChart chart = new XYChart(1, 1);
  private final Legend legend = new Legend();

  /** Numbers of accesses are divided by this. */
  private final AccessUnit unit;

  /** Whether XChart has a series. */
  private boolean drawn;

  PlotPainter(Plot plot) {
    this.plot = plot;
    this.unit =
        plot.x().scale() == Scale.ACCESSES
            ? AccessUnit.of((long) plot.x().max())
            : new AccessUnit(1, "");
    Look.style(chart.getStyler());
    xAxis(plot.x());
    yAxis(plot.y());
    for (Series series : plot.series()) {
      switch (series.shape()) {
        case BARS -> bars(series);
        case LINE, STEPS -> line(series);
        case POINTS -> {} // all together, below
      }
    }
    points();
    if (!drawn) {
      empty();
    }
    if (!plot.spans().isEmpty()) {
      chart.addAnnotation(new SpanShades(plot.spans(), plot.x(), unit));
    }
    if (!plot.marks().isEmpty()) {
      chart.addAnnotation(new MarkLines(plot.marks(), plot.y().max()));
    }
    plot.notes().forEach(legend::note);
  }

  Legend legend() {
    return legend;
  }

  void paint(Graphics2D graphics, int width, int height) {
    if (!lies()) {
      chart.paint(graphics, width, height);
      return;
    }
    double widest =
        plot.y().places().stream().mapToDouble(n -> Look.width(n, Look.LABEL)).max().orElse(0);
    double room = Math.min(widest, width * MOST_NAME);
    chart.addAnnotation(new RowBars(plot, room));
    Look.paint(chart, graphics, "", room + RowBars.GAP, width, height);
  }

  /** Whether bars go to the right, one row for each place of the y axis. */
  private boolean lies() {
    return plot.y().scale() == Scale.PLACES;
  }

  private void xAxis(Axis x) {
    chart.setXAxisTitle(x.title());
    boolean bars = plot.series().stream().anyMatch(series -> series.shape() == Shape.BARS);
    switch (x.scale()) {
      case PLACES -> {
        double before = bars ? 0.7 : 0.3;
        chart
            .getStyler()
            .setXAxisMin(x.min() - before)
            .setXAxisMax(x.max() + before)
            .setMarkerSize(7)
            .setPlotContentSize(0.99);
        PlaceLabels.add(chart, x.places());
      }
      case ACCESSES -> {
        chart.getStyler().setPlotGridVerticalLinesVisible(false).setPlotContentSize(0.97);
        TimeAxis.add(chart, (long) x.min(), (long) x.max(), unit, plot.y().min());
      }
      case SCORE, PERCENT ->
          chart
              .getStyler()
              .setXAxisMin(x.min())
              .setXAxisMax(x.max())
              .setXAxisDecimalPattern(pattern(x))
              .setXAxisTickMarkSpacingHint(100)
              .setPlotContentSize(0.97);
    }
  }

  private void yAxis(Axis y) {
    chart.setYAxisTitle(y.title());
    if (lies()) {
      chart
          .getStyler()
          .setPlotGridHorizontalLinesVisible(false)
          .setYAxisMin(0.0)
          .setYAxisMax((double) y.places().size())
          .setYAxisTicksVisible(false);
      return;
    }
    chart.getStyler().setYAxisMin(y.min()).setYAxisMax(y.max()).setYAxisDecimalPattern(pattern(y));
    if (y.scale() == Scale.PERCENT) {
      chart.getStyler().setYAxisTickMarkSpacingHint(60);
    }
  }

  private static String pattern(Axis axis) {
    return axis.scale() == Scale.SCORE ? "0.0" : "0";
  }

  /**
   * The bars of a series are drawn as one area that goes up and down, since XChart's own bars make
   * room for curves as if they were bars too.
   */
  private void bars(Series series) {
    Color color = Look.color(series.style().hue());
    legend.area(series.name(), color);
    if (lies()) {
      return; // RowBars draws them
    }
    List<Series> all = plot.series().stream().filter(s -> s.shape() == Shape.BARS).toList();
    double width = BARS / all.size();
    double before = -BARS / 2 + width * all.indexOf(series);
    double[] x = new double[POINTS_PER_BAR * series.points().size()];
    double[] y = new double[x.length];
    int at = 0;
    for (Point point : series.points()) {
      double left = point.x() + before;
      x[at] = left;
      x[at + 1] = left;
      y[at + 1] = point.y();
      x[at + 2] = left + width;
      y[at + 2] = point.y();
      x[at + 3] = left + width;
      at += POINTS_PER_BAR;
    }
    XYSeries area = chart.addSeries(series.name(), x, y);
    area.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Area);
    area.setMarker(SeriesMarkers.NONE);
    area.setLineColor(Look.INVISIBLE).setFillColor(color);
    drawn = true;
  }

  private void line(Series series) {
    boolean steps = series.shape() == Shape.STEPS;
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (Point point : series.points()) {
      x.add(point.x() / unit.accesses());
      y.add(point.y());
      if (steps) {
        x.add(point.end() / unit.accesses());
        y.add(point.y());
      }
    }
    Color hue = Look.color(series.style().hue());
    Color color = steps ? hue : hue.darker();
    BasicStroke stroke = Look.stroke(series.style().dash());
    legend.line(series.name(), color, stroke);
    if (x.isEmpty()) {
      return;
    }
    XYSeries line = chart.addSeries(series.name(), x, y);
    line.setMarker(steps ? SeriesMarkers.NONE : Look.marker(series.style().marker()));
    line.setMarkerColor(color).setLineColor(color).setLineStyle(stroke);
    drawn = true;
  }

  private void points() {
    List<Series> all =
        plot.series().stream().filter(series -> series.shape() == Shape.POINTS).toList();
    if (all.isEmpty()) {
      return;
    }
    chart.addAnnotation(new ScoreMarks(all));
    Map<String, Plot.Style> kinds = new LinkedHashMap<>();
    all.forEach(series -> kinds.put(series.name(), series.style()));
    legend.kinds(kinds);
    legend.add(
        "larger: more accesses (area)",
        (graphics, width, height) -> {
          graphics.setColor(Look.TEXT);
          graphics.setStroke(new BasicStroke(1f));
          graphics.drawOval(-12, -2, 4, 4);
          graphics.drawOval(-4, -7, 14, 14);
        });
  }

  /** XChart draws no axes without a series, and labels them where there is data. */
  private void empty() {
    Axis x = plot.x();
    double from = x.min() / unit.accesses();
    double step = (x.max() - x.min()) / unit.accesses() / 10;
    double[] tenths = IntStream.rangeClosed(0, 10).mapToDouble(i -> from + i * step).toArray();
    double[] heights =
        lies()
            ? new double[tenths.length]
            : IntStream.rangeClosed(0, 10).mapToDouble(i -> plot.y().max() * i / 10).toArray();
    XYSeries none = chart.addSeries("none", tenths, heights);
    none.setMarker(SeriesMarkers.NONE).setLineColor(Look.INVISIBLE);
  }
}
