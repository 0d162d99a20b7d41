package org.tslmap.plots;

import java.awt.Graphics2D;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * What an access costs over spatial locality (L, to the right) and temporal locality (alpha,
 * upwards when low), as colours with lines of equal cost, and programs at their places on it.
 */
public final class SurfaceHeatMap {

  private static final int SCALE_WIDTH = 96;

  /**
   * A program or function on the surface.
   *
   * @param name what is written beside it
   * @param alpha its temporal locality, greater than 0
   * @param length its spatial locality in words, greater than 0
   */
  public record Mark(String name, double alpha, double length) {}

  private SurfaceHeatMap() {}

  /**
   * The picture. Marks outside of the grid are drawn at its border, and said to be.
   *
   * @param marks the programs on it
   */
  public static Picture of(CostGrid grid, List<Mark> marks, Caption caption) {
    XYChart chart = new XYChart(1, 1);
    chart.setXAxisTitle("L (spatial locality grows to the right)");
    chart.setYAxisTitle("alpha (temporal locality grows downwards)");
    Look.style(chart.getStyler());
    chart
        .getStyler()
        .setPlotGridLinesVisible(false)
        .setXAxisMin(grid.leastX())
        .setXAxisMax(grid.greatestX())
        .setYAxisMin(grid.leastY())
        .setYAxisMax(grid.greatestY())
        .setXAxisTickLabelsColor(Look.INVISIBLE)
        .setXAxisTickMarksColor(Look.INVISIBLE)
        .setYAxisTickLabelsColor(Look.INVISIBLE)
        .setYAxisTickMarksColor(Look.INVISIBLE)
        .setYAxisDecimalPattern("0.0000")
        .setPlotContentSize(1.0);
    // XChart draws no axes without a series.
    double[] xs = {grid.leastX(), grid.greatestX()};
    double[] ys = {grid.leastY(), grid.greatestY()};
    XYSeries corners = chart.addSeries("corners", xs, ys);
    corners.setMarker(SeriesMarkers.NONE).setLineColor(Look.INVISIBLE);
    chart.addAnnotation(new HeatPainting(grid, marks));
    return new Picture(
        "Cost of an access",
        caption,
        new Legend(),
        (graphics, width, height) -> {
          chart.paint(graphics, width - SCALE_WIDTH, height);
          paintScale(graphics, grid, width - SCALE_WIDTH + 8, height);
        });
  }

  private static void paintScale(Graphics2D graphics, CostGrid grid, int left, int chartHeight) {
    int top = chartHeight / 10;
    int height = chartHeight - 2 * top;
    int width = 22;
    for (int y = 0; y < height; y++) {
      graphics.setColor(HeatPalette.at(1 - y / (height - 1.0)));
      graphics.fillRect(left, top + y, width, 1);
    }
    graphics.setColor(Look.TEXT);
    Look.text(graphics, grid.unit(), Look.LABEL, left, top - 10);
    double least = Math.log10(grid.leastCost());
    double greatest = Math.log10(grid.greatestCost());
    for (double level : ContourLines.levels(grid.leastCost(), grid.greatestCost())) {
      double share = (Math.log10(level) - least) / (greatest - least);
      int y = (int) Math.round(top + (1 - share) * (height - 1));
      graphics.drawLine(left + width, y, left + width + 5, y);
      Look.text(graphics, HeatPainting.cost(level), Look.LABEL, left + width + 8, y + 5);
    }
  }
}
