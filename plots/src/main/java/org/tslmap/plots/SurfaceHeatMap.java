package org.tslmap.plots;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * What an access costs over spatial locality (L, to the right) and temporal locality (alpha,
 * upwards when low), as colours with lines of equal cost, and programs at their places on it.
 */
public final class SurfaceHeatMap {

  private static final int SCALE_WIDTH = 110;
  private static final int CHART_WIDTH = Picture.WIDTH - SCALE_WIDTH;

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
   * Draws, 1200 x 800 pixels. Marks outside of the grid are drawn at its border, and said to be.
   *
   * @throws IOException if the file cannot be written
   */
  public static void write(CostGrid grid, List<Mark> marks, Caption caption, Path file)
      throws IOException {
    XYChart chart = new XYChart(CHART_WIDTH, Picture.CHART_HEIGHT);
    chart.setTitle(Picture.title("Cost of an access", caption));
    chart.setXAxisTitle("L: consecutive words of a visit (spatial locality grows to the right)");
    chart.setYAxisTitle("alpha of the visits (temporal locality grows downwards)");
    Picture.style(chart.getStyler());
    Color invisible = new Color(0, true);
    chart
        .getStyler()
        .setPlotGridLinesVisible(false)
        .setXAxisMin(grid.leastX())
        .setXAxisMax(grid.greatestX())
        .setYAxisMin(grid.leastY())
        .setYAxisMax(grid.greatestY())
        .setXAxisTickLabelsColor(invisible)
        .setXAxisTickMarksColor(invisible)
        .setYAxisTickLabelsColor(invisible)
        .setYAxisTickMarksColor(invisible)
        .setYAxisDecimalPattern("0.0000")
        .setPlotContentSize(1.0)
        .setChartTitlePadding(12)
        .setLegendVisible(false);
    // XChart draws no axes without a series.
    double[] xs = {grid.leastX(), grid.greatestX()};
    double[] ys = {grid.leastY(), grid.greatestY()};
    XYSeries corners = chart.addSeries("corners", xs, ys);
    corners.setMarker(SeriesMarkers.NONE).setLineColor(invisible);
    chart.addAnnotation(new HeatPainting(grid, marks));
    Picture.write(
        graphics -> {
          paintScale(graphics, grid);
          chart.paint(graphics, CHART_WIDTH, Picture.CHART_HEIGHT);
        },
        caption,
        file);
  }

  private static void paintScale(Graphics2D graphics, CostGrid grid) {
    int left = CHART_WIDTH + 8;
    int top = 90;
    int height = Picture.CHART_HEIGHT - 2 * top;
    int width = 22;
    for (int y = 0; y < height; y++) {
      graphics.setColor(HeatPalette.at(1 - y / (height - 1.0)));
      graphics.fillRect(left, top + y, width, 1);
    }
    graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    graphics.setColor(Picture.GREY);
    graphics.drawString(grid.unit(), left, top - 10);
    double least = Math.log10(grid.leastCost());
    double greatest = Math.log10(grid.greatestCost());
    for (double level : ContourLines.levels(grid.leastCost(), grid.greatestCost())) {
      double share = (Math.log10(level) - least) / (greatest - least);
      int y = (int) Math.round(top + (1 - share) * (height - 1));
      graphics.drawLine(left + width, y, left + width + 5, y);
      graphics.drawString(HeatPainting.cost(level), left + width + 8, y + 5);
    }
  }
}
