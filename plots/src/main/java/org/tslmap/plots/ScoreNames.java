package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.util.List;
import org.knowm.xchart.internal.chartpart.Annotation;

/** The names of programs beside their dots, where there is room. */
final class ScoreNames extends Annotation {

  private static final int DOT = 11;
  private static final int GAP = 4;

  private final List<ScorePlanePlot.Mark> marks;

  ScoreNames(List<ScorePlanePlot.Mark> marks) {
    super(false);
    this.marks = List.copyOf(marks);
  }

  @Override
  public void paint(Graphics2D graphics) {
    int left = getXAxisScreenValue(0);
    int top = getYAxisScreenValue(1);
    LabelPlaces places =
        new LabelPlaces(
            new Rectangle(left, top, getXAxisScreenValue(1) - left, getYAxisScreenValue(0) - top));
    for (ScorePlanePlot.Mark mark : marks) {
      places.take(new Rectangle(x(mark) - DOT / 2, y(mark) - DOT / 2, DOT, DOT));
    }
    graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    graphics.setColor(Picture.GREY);
    graphics.setStroke(new BasicStroke(1f));
    FontMetrics metrics = graphics.getFontMetrics();
    for (ScorePlanePlot.Mark mark : marks) {
      places
          .near(x(mark), y(mark), metrics.stringWidth(mark.name()) + GAP, metrics.getHeight())
          .ifPresent(place -> paint(graphics, mark, place));
    }
  }

  private void paint(Graphics2D graphics, ScorePlanePlot.Mark mark, Rectangle place) {
    int x = Math.min(place.x + place.width, Math.max(place.x, x(mark)));
    int y = Math.min(place.y + place.height, Math.max(place.y, y(mark)));
    graphics.drawLine(x(mark), y(mark), x, y);
    FontMetrics metrics = graphics.getFontMetrics();
    graphics.drawString(mark.name(), place.x + GAP / 2, place.y + metrics.getAscent());
  }

  private int x(ScorePlanePlot.Mark mark) {
    return getXAxisScreenValue(mark.spatialLocality());
  }

  private int y(ScorePlanePlot.Mark mark) {
    return getYAxisScreenValue(mark.temporalLocality());
  }
}
