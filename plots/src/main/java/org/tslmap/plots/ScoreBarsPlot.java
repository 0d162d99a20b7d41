package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Annotation;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** TL, SL and SL* of programs or functions as bars, from the top downwards. */
public final class ScoreBarsPlot {

  /** Rows at most in the usual height; with more, names would not fit. */
  public static final int MOST_ROWS = 36;

  private static final double MOST_NAME = 0.25;

  /**
   * A program or a function.
   *
   * @param name what is written beside its bars
   * @param temporalLocality TL of words, 0..1
   * @param spatialLocality SL of words, 0..1
   * @param nonZero SL* of words, 0..1
   */
  public record Row(String name, double temporalLocality, double spatialLocality, double nonZero) {}

  private record Score(String name, Color color) {}

  // From dark to light, also in grey print.
  private static final List<Score> SCORES =
      List.of(
          new Score("TL: temporal locality", Look.BLUE),
          new Score("SL: spatial locality", Look.ORANGE),
          new Score("SL*: SL without accesses of stride 0", Look.YELLOW));

  private ScoreBarsPlot() {}

  /**
   * The picture.
   *
   * @param rows 1 to {@link #MOST_ROWS}
   * @param what what is shown, such as "Scores of functions"; the beginning of the title
   */
  public static Picture of(List<Row> rows, String what, Caption caption) {
    if (rows.isEmpty() || rows.size() > MOST_ROWS) {
      throw new IllegalArgumentException(
          "bars have room for 1 to %d rows, but there are %d".formatted(MOST_ROWS, rows.size()));
    }
    Legend legend = new Legend();
    SCORES.forEach(score -> legend.area(score.name(), score.color()));
    return new Picture(
        what, caption, legend, (graphics, width, height) -> paint(rows, graphics, width, height));
  }

  private static void paint(List<Row> rows, Graphics2D graphics, int width, int height) {
    double widest =
        rows.stream().mapToDouble(row -> Look.width(row.name(), Look.LABEL)).max().orElse(0);
    double room = Math.min(widest, width * MOST_NAME);
    XYChart chart = new XYChart(1, 1);
    chart.setXAxisTitle("score of words (0 to 1)");
    Look.style(chart.getStyler());
    chart
        .getStyler()
        .setPlotGridHorizontalLinesVisible(false)
        .setXAxisMin(0.0)
        .setXAxisMax(1.0)
        .setXAxisDecimalPattern("0.0")
        .setXAxisTickMarkSpacingHint(100)
        .setYAxisMin(0.0)
        .setYAxisMax((double) rows.size())
        .setYAxisTicksVisible(false)
        .setPlotContentSize(0.97);
    // XChart draws no axes without a series, and labels them where there is data.
    double[] tenths = IntStream.rangeClosed(0, 10).mapToDouble(i -> i / 10.0).toArray();
    XYSeries none = chart.addSeries("none", tenths, new double[tenths.length]);
    none.setMarker(SeriesMarkers.NONE).setLineColor(Look.INVISIBLE);
    chart.addAnnotation(new Painting(rows, room));
    Look.paint(chart, graphics, "", room + Painting.GAP, width, height);
  }

  private static final class Painting extends Annotation {
    private static final double BARS = 0.8;
    private static final double GAP = 7;
    private static final double LINE_OF_FONT = 1.2;

    private final List<Row> rows;
    private final double room;

    Painting(List<Row> rows, double room) {
      super(false);
      this.rows = rows;
      this.room = room;
    }

    @Override
    public void paint(Graphics2D graphics) {
      int left = getXAxisScreenValue(0);
      int right = getXAxisScreenValue(1);
      double top = getYAxisScreenValue(rows.size());
      double step = (getYAxisScreenValue(0) - top) / rows.size();
      float size = (float) Math.min(Look.LABEL.getSize2D(), step / LINE_OF_FONT);
      Font font = Look.LABEL.deriveFont(size);
      for (int i = 0; i < rows.size(); i++) {
        Row row = rows.get(i);
        double[] scores = {row.temporalLocality(), row.spatialLocality(), row.nonZero()};
        double high = BARS * step / scores.length;
        double y = top + i * step + (1 - BARS) / 2 * step;
        for (int k = 0; k < scores.length; k++) {
          paintBar(graphics, SCORES.get(k).color(), left, y + k * high, right, high, scores[k]);
        }
        graphics.setColor(Look.TEXT);
        String name = Look.fitted(row.name(), font, room);
        double baseline = top + (i + 0.5) * step + 0.36 * font.getSize2D();
        Look.text(graphics, name, font, left - GAP - Look.width(name, font), baseline);
      }
      graphics.setColor(Look.TEXT);
      graphics.draw(new Line2D.Double(left, top, left, top + step * rows.size()));
    }

    private static void paintBar(
        Graphics2D graphics,
        Color color,
        double left,
        double y,
        double right,
        double high,
        double score) {
      double length = (right - left) * score;
      Rectangle2D bar = new Rectangle2D.Double(left, y, length, high);
      graphics.setColor(color);
      graphics.fill(bar);
      graphics.setColor(Look.TEXT);
      graphics.setStroke(new BasicStroke(0.5f));
      graphics.draw(bar);
      if (high >= Look.ascent(Look.SMALL) - 1) {
        String text = String.format(Locale.ROOT, "%.3f", score);
        double width = Look.width(text, Look.SMALL);
        boolean inside = length > width + 2 * GAP && left + length + width + GAP > right;
        double x = inside ? left + length - width - GAP / 2 : left + length + GAP / 2;
        graphics.setColor(inside && color.equals(Look.BLUE) ? Color.WHITE : Look.TEXT);
        double baseline = y + (high + Look.ascent(Look.SMALL)) / 2 - 1;
        Look.text(graphics, text, Look.SMALL, x, baseline);
      }
    }
  }
}
