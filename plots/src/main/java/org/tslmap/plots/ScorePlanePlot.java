package org.tslmap.plots;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Programs by their two scores: spatial locality to the right, temporal locality upwards. Those of
 * one kind have one colour, and their names beside them where there is room.
 */
public final class ScorePlanePlot {

  // Okabe and Ito's palette without its yellow, which is too light for dots on white, and a grey.
  private static final List<Color> COLOURS =
      List.of(
          Picture.BLUE,
          Picture.VERMILION,
          new Color(0x00, 0x9E, 0x73),
          new Color(0xCC, 0x79, 0xA7),
          Picture.ORANGE,
          new Color(0x56, 0xB4, 0xE9),
          Color.BLACK,
          new Color(0x88, 0x88, 0x88));

  private static final int DOT = 11;

  /**
   * A program.
   *
   * @param name what is written beside it
   * @param kind what decides its colour
   * @param temporalLocality TL, 0..1
   * @param spatialLocality SL, 0..1
   */
  public record Mark(String name, String kind, double temporalLocality, double spatialLocality) {}

  private ScorePlanePlot() {}

  /**
   * Draws, 1200 x 800 pixels; both axes from 0 to 1.
   *
   * @throws IOException if the file cannot be written
   */
  public static void write(List<Mark> marks, Caption caption, Path file) throws IOException {
    XYChart chart = new XYChart(Picture.WIDTH, Picture.CHART_HEIGHT);
    chart.setTitle(Picture.title("Temporal and spatial locality", caption));
    chart.setXAxisTitle("SL: spatial locality, words");
    chart.setYAxisTitle("TL: temporal locality, words");
    Picture.style(chart.getStyler());
    chart
        .getStyler()
        .setDefaultSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter)
        .setXAxisMin(0.0)
        .setXAxisMax(1.0)
        .setYAxisMin(0.0)
        .setYAxisMax(1.0)
        .setXAxisDecimalPattern("0.0")
        .setYAxisDecimalPattern("0.0")
        .setXAxisTickMarkSpacingHint(100)
        .setPlotContentSize(1.0)
        .setMarkerSize(DOT);
    Map<String, List<Mark>> kinds = new LinkedHashMap<>();
    marks.forEach(m -> kinds.computeIfAbsent(m.kind(), k -> new ArrayList<>()).add(m));
    int number = 0;
    for (Map.Entry<String, List<Mark>> kind : kinds.entrySet()) {
      XYSeries series =
          chart.addSeries(
              kind.getKey(),
              kind.getValue().stream().mapToDouble(Mark::spatialLocality).toArray(),
              kind.getValue().stream().mapToDouble(Mark::temporalLocality).toArray());
      series.setMarker(SeriesMarkers.CIRCLE).setMarkerColor(COLOURS.get(number++ % COLOURS.size()));
    }
    chart.addAnnotation(new ScoreNames(marks));
    Picture.write(chart, caption, file);
  }
}
