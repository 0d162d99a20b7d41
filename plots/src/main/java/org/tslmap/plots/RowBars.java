package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.internal.chartpart.Annotation;
import org.tslmap.plots.Plot.Point;
import org.tslmap.plots.Plot.Series;

/** Bars that lie below each other, a row of them for each place of the y axis, with their names. */
final class RowBars extends Annotation {

  static final double GAP = 7;

  private static final double BARS = 0.8;
  private static final double LINE_OF_FONT = 1.2;

  private final List<String> rows;
  private final List<Series> series;
  private final double room;

  /** Bars with so much room for names. */
  RowBars(Plot plot, double room) {
    super(false);
    this.rows = plot.y().places();
    this.series = plot.series();
    this.room = room;
  }

  @Override
  public void paint(Graphics2D graphics) {
    int left = getXAxisScreenValue(0);
    int right = getXAxisScreenValue(1);
    double top = getYAxisScreenValue(rows.size());
    double step = (getYAxisScreenValue(0) - top) / rows.size();
    double high = BARS * step / series.size();
    for (int k = 0; k < series.size(); k++) {
      Color color = Look.color(series.get(k).style().hue());
      for (Point point : series.get(k).points()) {
        double y = top + point.y() * step + (1 - BARS) / 2 * step;
        paintBar(graphics, color, left, y + k * high, right, high, point.x());
      }
    }
    float size = (float) Math.min(Look.LABEL.getSize2D(), step / LINE_OF_FONT);
    Font font = Look.LABEL.deriveFont(size);
    graphics.setColor(Look.TEXT);
    for (int i = 0; i < rows.size(); i++) {
      String name = Look.fitted(rows.get(i), font, room);
      double baseline = top + (i + 0.5) * step + 0.36 * font.getSize2D();
      Look.text(graphics, name, font, left - GAP - Look.width(name, font), baseline);
    }
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
