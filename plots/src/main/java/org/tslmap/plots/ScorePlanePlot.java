package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Programs or functions by their two scores: spatial locality to the right, temporal locality
 * upwards. The larger the mark, the more accesses; those of one kind have one colour and shape, and
 * their names are beside them where there is room.
 */
public final class ScorePlanePlot {

  /** How the marks of one kind look. */
  record Style(Color color, Marker marker) {}

  // Colours that are alike in grey have shapes that are not; after eight, each colour comes again
  // with another shape.
  static final List<Style> STYLES =
      List.of(
          new Style(Look.BLUE, SeriesMarkers.CIRCLE),
          new Style(Look.VERMILION, SeriesMarkers.SQUARE),
          new Style(Look.GREEN, SeriesMarkers.DIAMOND),
          new Style(Look.PURPLE, SeriesMarkers.TRIANGLE_UP),
          new Style(Look.ORANGE, SeriesMarkers.TRIANGLE_DOWN),
          new Style(Look.SKY, SeriesMarkers.CIRCLE),
          new Style(Color.BLACK, SeriesMarkers.SQUARE),
          new Style(Look.YELLOW, SeriesMarkers.DIAMOND),
          new Style(Look.BLUE, SeriesMarkers.TRIANGLE_UP),
          new Style(Look.VERMILION, SeriesMarkers.CIRCLE),
          new Style(Look.GREEN, SeriesMarkers.TRIANGLE_DOWN),
          new Style(Look.PURPLE, SeriesMarkers.SQUARE),
          new Style(Look.ORANGE, SeriesMarkers.DIAMOND),
          new Style(Look.SKY, SeriesMarkers.TRIANGLE_UP),
          new Style(Color.BLACK, SeriesMarkers.TRIANGLE_DOWN),
          new Style(Look.YELLOW, SeriesMarkers.SQUARE));

  /**
   * A program or a function.
   *
   * @param name what is written beside it; empty for nothing
   * @param kind what decides its colour and shape; empty if all are of one kind
   * @param temporalLocality TL, 0..1
   * @param spatialLocality SL, 0..1
   * @param accesses what decides its size, at least 1
   */
  public record Mark(
      String name, String kind, double temporalLocality, double spatialLocality, long accesses) {}

  private ScorePlanePlot() {}

  /**
   * The picture; both axes from 0 to 1.
   *
   * @param what what is shown, such as "Functions by their locality"; the beginning of the title
   */
  public static Picture of(List<Mark> marks, String what, Caption caption) {
    XYChart chart = new XYChart(1, 1);
    chart.setXAxisTitle("SL: spatial locality of words");
    chart.setYAxisTitle("TL: temporal locality of words");
    Look.style(chart.getStyler());
    chart
        .getStyler()
        .setXAxisMin(0.0)
        .setXAxisMax(1.0)
        .setYAxisMin(0.0)
        .setYAxisMax(1.0)
        .setXAxisDecimalPattern("0.0")
        .setYAxisDecimalPattern("0.0")
        .setXAxisTickMarkSpacingHint(100)
        .setPlotContentSize(0.97);
    // XChart draws no axes without a series, and labels them where there is data.
    double[] tenths = IntStream.rangeClosed(0, 10).mapToDouble(i -> i / 10.0).toArray();
    XYSeries corners = chart.addSeries("corners", tenths, tenths);
    corners.setMarker(SeriesMarkers.NONE).setLineColor(Look.INVISIBLE);
    Map<String, Style> kinds = new TreeMap<>();
    for (Mark mark : marks) {
      kinds.computeIfAbsent(mark.kind(), kind -> STYLES.get(kinds.size() % STYLES.size()));
    }
    chart.addAnnotation(new ScoreMarks(marks, kinds));
    return new Picture(what, caption, legend(kinds), chart);
  }

  private static Legend legend(Map<String, Style> kinds) {
    return kinds(kinds)
        .add(
            "larger: more accesses (area)",
            (graphics, width, height) -> {
              graphics.setColor(Look.TEXT);
              graphics.setStroke(new BasicStroke(1f));
              graphics.drawOval(-12, -2, 4, 4);
              graphics.drawOval(-4, -7, 14, 14);
            });
  }

  /** What marks of named kinds look like. */
  static Legend kinds(Map<String, Style> kinds) {
    Legend legend = new Legend();
    List<String> names = new ArrayList<>(kinds.keySet());
    names.removeIf(String::isEmpty);
    for (String name : names) {
      legend.add(
          name,
          (graphics, width, height) -> {
            graphics.setStroke(new BasicStroke(1f));
            graphics.setColor(kinds.get(name).color());
            kinds.get(name).marker().paint(graphics, 0, 0, 11);
          });
    }
    return legend;
  }
}
