package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.geom.Line2D;
import java.util.List;
import org.knowm.xchart.internal.chartpart.Annotation;
import org.tslmap.plots.Plot.Mark;

/** Upright lines, named at their upper ends. */
final class MarkLines extends Annotation {

  private static final BasicStroke STROKE =
      new BasicStroke(
          1.4f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 10, new float[] {4, 4}, 0);
  private static final int GAP = 6;

  private final List<Mark> marks;
  private final double highest;

  /** Lines up to a value. */
  MarkLines(List<Mark> marks, double highest) {
    super(false);
    this.marks = marks;
    this.highest = highest;
  }

  @Override
  public void paint(Graphics2D graphics) {
    int bottom = getYAxisScreenValue(0);
    int top = getYAxisScreenValue(highest);
    LabelPlaces places = new LabelPlaces(new Rectangle(0, top, chart.getWidth(), bottom - top));
    for (Mark mark : marks) {
      places.take(new Rectangle(getXAxisScreenValue(mark.x()), top, 1, bottom - top));
    }
    for (Mark mark : marks) {
      int x = getXAxisScreenValue(mark.x());
      graphics.setColor(Look.TEXT);
      graphics.setStroke(STROKE);
      graphics.draw(new Line2D.Double(x, top, x, bottom));
      int width = (int) Look.width(mark.name(), Look.LABEL) + GAP;
      int height = (int) Look.height(Look.LABEL);
      for (int y = top; y + height < bottom; y += height) {
        Rectangle right = new Rectangle(x + 2, y, width, height);
        Rectangle left = new Rectangle(x - 2 - width, y, width, height);
        boolean onRight = places.takeIfFree(right);
        if (onRight || places.takeIfFree(left)) {
          Rectangle place = onRight ? right : left;
          double baseline = y + Look.ascent(Look.LABEL);
          Look.text(graphics, mark.name(), Look.LABEL, place.x + GAP / 2.0, baseline);
          break;
        }
      }
    }
  }
}
