package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Annotation;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;

/**
 * Charts whose bars are shares of accesses, words beside lines, with room for curves over them. The
 * bars of a series are drawn as one area that goes up and down, since XChart's own bars make room
 * for curves as if they were bars too; labels are drawn here too, since XChart picks places for
 * them that are none.
 */
final class Bars {

  private static final double BAR = 0.4;
  private static final float CURVE_WIDTH = 2.5f;
  private static final int POINTS_PER_BAR = 4;
  private static final int LABEL_SIZE = 12;
  private static final int LABEL_SPACE = 8;
  private static final Color INVISIBLE = new Color(0, true);

  private Bars() {}

  /** A chart with one label for each place on the x axis. */
  static XYChart chart(String title, List<String> labels) {
    XYChart chart = new XYChart(Picture.WIDTH, Picture.CHART_HEIGHT);
    chart.setTitle(title);
    Picture.style(chart.getStyler());
    chart
        .getStyler()
        .setPlotGridVerticalLinesVisible(false)
        .setXAxisMin(-0.7)
        .setXAxisMax(labels.size() - 0.3)
        .setXAxisTickLabelsColor(INVISIBLE)
        .setXAxisTickMarksColor(INVISIBLE)
        .setYAxisMin(0.0)
        .setYAxisMax(100.0)
        .setYAxisTickMarkSpacingHint(60)
        .setYAxisDecimalPattern("0")
        .setPlotContentSize(0.99);
    chart.addAnnotation(new PlaceLabels(labels));
    return chart;
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

  /** A label below each place, or below every second one, and so on, where they are too long. */
  private static final class PlaceLabels extends Annotation {
    private final List<String> labels;

    PlaceLabels(List<String> labels) {
      super(false);
      this.labels = labels;
    }

    @Override
    public void paint(Graphics2D graphics) {
      graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, LABEL_SIZE));
      graphics.setColor(Picture.GREY);
      FontMetrics metrics = graphics.getFontMetrics();
      int widest = labels.stream().mapToInt(metrics::stringWidth).max().orElse(0);
      int room = getXAxisScreenValue(1) - getXAxisScreenValue(0);
      int step = (widest + LABEL_SPACE) / Math.max(1, room) + 1;
      int baseline = getYAxisScreenValue(0) + LABEL_SPACE + metrics.getAscent();
      for (int place = 0; place < labels.size(); place += step) {
        String label = labels.get(place);
        int x = getXAxisScreenValue(place) - metrics.stringWidth(label) / 2;
        graphics.drawString(label, x, baseline);
      }
    }
  }
}
