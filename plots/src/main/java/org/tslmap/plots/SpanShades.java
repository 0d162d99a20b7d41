package org.tslmap.plots;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.util.List;
import org.knowm.xchart.internal.chartpart.Annotation;
import org.tslmap.plots.Plot.Axis;
import org.tslmap.plots.Plot.Span;

/**
 * Every second stretch is a little darker; names are at the top, below each other if narrow, and on
 * a light ground, since curves may run there.
 */
final class SpanShades extends Annotation {

  private static final Color SHADE = new Color(0, 0, 0, 22);
  private static final Color GROUND = new Color(255, 255, 255, 215);
  private static final int GAP = 6;

  private final List<Span> spans;
  private final Axis axis;
  private final AccessUnit unit;

  SpanShades(List<Span> spans, Axis axis, AccessUnit unit) {
    super(false);
    this.spans = spans;
    this.axis = axis;
    this.unit = unit;
  }

  @Override
  public void paint(Graphics2D graphics) {
    int top = getYAxisScreenValue(1);
    int bottom = getYAxisScreenValue(0);
    int left = x(axis.min());
    int right = x(axis.max());
    LabelPlaces places = new LabelPlaces(new Rectangle(left, top, right - left, bottom - top));
    int height = (int) Look.height(Look.LABEL);
    for (int i = 0; i < spans.size(); i++) {
      Span span = spans.get(i);
      int from = x(span.from());
      int to = x(span.to());
      if (i % 2 == 0) {
        graphics.setColor(SHADE);
        graphics.fillRect(from, top, to - from, bottom - top);
      }
      String name = Look.fitted(span.name(), Look.LABEL, (right - left) / 4.0);
      int width = (int) Look.width(name, Look.LABEL) + GAP;
      int x = Math.max(left, Math.min((from + to - width) / 2, right - width));
      for (int y = top + 2; y + height < top + (bottom - top) / 3; y += height) {
        if (places.takeIfFree(new Rectangle(x, y, width, height))) {
          graphics.setColor(GROUND);
          graphics.fillRect(x, y, width, height);
          graphics.setColor(Look.TEXT);
          double baseline = y + Look.ascent(Look.LABEL);
          Look.text(graphics, name, Look.LABEL, x + GAP / 2.0, baseline);
          break;
        }
      }
    }
  }

  private int x(double access) {
    return getXAxisScreenValue(access / unit.accesses());
  }
}
