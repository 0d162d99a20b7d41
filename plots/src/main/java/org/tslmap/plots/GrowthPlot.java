package org.tslmap.plots;

import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;

/** How quantities grow: panels side by side and below each other, each over an axis of decades. */
public final class GrowthPlot {

  private static final int COLUMNS = 2;
  private static final String[] UNITS = {"", "k", "M", "G", "T", "P", "E"};

  /**
   * A line through points.
   *
   * @param name what the legend calls it; the same name looks the same in all panels
   * @param x above 0, ascending
   * @param y 0 or more, one for each x
   */
  public record Line(String name, List<Double> x, List<Double> y) {}

  /**
   * One of the charts.
   *
   * @param xTitle what grows
   * @param yTitle what is shown of it
   * @param lines with at least one point altogether
   */
  public record Panel(String xTitle, String yTitle, List<Line> lines) {}

  private GrowthPlot() {}

  /**
   * The picture, with two panels in a row.
   *
   * @param what what is shown; the beginning of the title
   */
  public static Picture of(List<Panel> panels, String what, Caption caption) {
    Map<String, Plot.Style> styles = new LinkedHashMap<>();
    List<XYChart> charts = new ArrayList<>();
    for (Panel panel : panels) {
      charts.add(chart(panel, styles));
    }
    return new Picture(
        what,
        caption,
        new Legend().kinds(styles),
        (graphics, width, height) -> paint(charts, graphics, width, height));
  }

  private static void paint(List<XYChart> charts, Graphics2D graphics, int width, int height) {
    int rows = (charts.size() + COLUMNS - 1) / COLUMNS;
    for (int i = 0; i < charts.size(); i++) {
      Graphics2D moved = (Graphics2D) graphics.create();
      moved.translate(i % COLUMNS * width / COLUMNS, i / COLUMNS * height / rows);
      charts.get(i).paint(moved, width / COLUMNS, height / rows);
      moved.dispose();
    }
  }

  private static XYChart chart(Panel panel, Map<String, Plot.Style> styles) {
    double least = Double.MAX_VALUE;
    double most = 1;
    double highest = 0;
    for (Line line : panel.lines()) {
      for (double x : line.x()) {
        least = Math.min(least, x);
        most = Math.max(most, x);
      }
      for (double y : line.y()) {
        highest = Math.max(highest, y);
      }
    }
    int first = (int) Math.floor(Math.log10(least) + 1e-9);
    int last = Math.max(first + 1, (int) Math.ceil(Math.log10(most) - 1e-9));
    XYChart chart = new XYChart(1, 1);
    chart.setXAxisTitle(panel.xTitle());
    chart.setYAxisTitle(panel.yTitle());
    Look.style(chart.getStyler());
    chart
        .getStyler()
        .setXAxisMin(-0.2)
        .setXAxisMax(last - first + 0.2)
        .setYAxisMin(0.0)
        .setYAxisMax(highest > 0 ? highest * 1.05 : 1)
        .setYAxisDecimalPattern(highest < 10 ? "0.0" : "#,##0")
        .setMarkerSize(9)
        .setPlotContentSize(0.99);
    for (Line line : panel.lines()) {
      Plot.Style style =
          styles.computeIfAbsent(line.name(), name -> Plot.Style.ofKind(styles.size()));
      List<Double> places = line.x().stream().map(x -> Math.log10(x) - first).toList();
      XYSeries series = chart.addSeries(line.name(), places, line.y());
      series.setMarker(Look.marker(style.marker())).setMarkerColor(Look.color(style.hue()));
      series.setLineColor(Look.color(style.hue()));
    }
    List<String> labels = new ArrayList<>();
    for (int exponent = first; exponent <= last; exponent++) {
      labels.add(Math.round(Math.pow(10, Math.floorMod(exponent, 3))) + UNITS[exponent / 3]);
    }
    PlaceLabels.add(chart, labels);
    return chart;
  }
}
