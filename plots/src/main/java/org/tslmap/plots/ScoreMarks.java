package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.geom.Line2D;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.internal.chartpart.Annotation;

/** Programs or functions on the plane of scores, and their names where there is room. */
final class ScoreMarks extends Annotation {

  private static final int LEAST = 7;
  private static final int LARGEST = 44;
  private static final int GAP = 4;
  private static final double MOST_NAME = 230;
  private static final int FILLING = 190;
  private static final Color GROUND = new Color(255, 255, 255, 200);

  private final List<ScorePlanePlot.Mark> marks;
  private final Map<String, ScorePlanePlot.Style> styles;
  private final long most;

  ScoreMarks(List<ScorePlanePlot.Mark> marks, Map<String, ScorePlanePlot.Style> styles) {
    super(false);
    // Small ones are drawn over large ones, and names of large ones are placed first.
    this.marks =
        marks.stream()
            .sorted(Comparator.comparingLong(ScorePlanePlot.Mark::accesses).reversed())
            .toList();
    this.styles = styles;
    this.most = this.marks.isEmpty() ? 1 : Math.max(1, this.marks.get(0).accesses());
  }

  @Override
  public void paint(Graphics2D graphics) {
    int left = getXAxisScreenValue(0);
    int top = getYAxisScreenValue(1);
    LabelPlaces places =
        new LabelPlaces(
            new Rectangle(left, top, getXAxisScreenValue(1) - left, getYAxisScreenValue(0) - top));
    graphics.setStroke(new BasicStroke(1f));
    for (ScorePlanePlot.Mark mark : marks) {
      int size = size(mark.accesses(), most);
      int kept = size + GAP;
      places.take(new Rectangle(x(mark) - kept / 2, y(mark) - kept / 2, kept, kept));
      ScorePlanePlot.Style style = styles.get(mark.kind());
      Color color = style.color();
      graphics.setColor(new Color(color.getRed(), color.getGreen(), color.getBlue(), FILLING));
      style.marker().paint(graphics, x(mark), y(mark), size + 2);
      graphics.setColor(Color.WHITE);
      graphics.drawOval(x(mark) - 1, y(mark) - 1, 2, 2);
    }
    Map<ScorePlanePlot.Mark, Rectangle> found = new LinkedHashMap<>();
    for (ScorePlanePlot.Mark mark : marks) {
      if (mark.name().isEmpty()) {
        continue;
      }
      int width = (int) Look.width(name(mark), Look.LABEL) + GAP;
      places
          .near(x(mark), y(mark), width, (int) Look.height(Look.LABEL))
          .ifPresent(place -> found.put(mark, place));
    }
    found.forEach((mark, place) -> paintLine(graphics, mark, place));
    found.forEach((mark, place) -> paintName(graphics, name(mark), place));
  }

  private static String name(ScorePlanePlot.Mark mark) {
    return Look.fitted(mark.name(), Look.LABEL, MOST_NAME);
  }

  /** Size of a mark whose area grows with its accesses. */
  static int size(long accesses, long most) {
    return (int) Math.round(Math.max(LEAST, LARGEST * Math.sqrt((double) accesses / most)));
  }

  /** From the mark's edge to the nearest point of its name's place, if these are apart. */
  private void paintLine(Graphics2D graphics, ScorePlanePlot.Mark mark, Rectangle place) {
    int x = Math.min(place.x + place.width, Math.max(place.x, x(mark)));
    int y = Math.min(place.y + place.height, Math.max(place.y, y(mark)));
    double distance = Math.hypot(x - x(mark), y - y(mark));
    double edge = size(mark.accesses(), most) / 2.0;
    if (distance > edge + 2 * GAP) {
      graphics.setColor(Color.GRAY);
      graphics.draw(
          new Line2D.Double(
              x(mark) + (x - x(mark)) * edge / distance,
              y(mark) + (y - y(mark)) * edge / distance,
              x,
              y));
    }
  }

  private static void paintName(Graphics2D graphics, String name, Rectangle place) {
    graphics.setColor(GROUND);
    graphics.fill(place);
    graphics.setColor(Look.TEXT);
    double baseline = place.y + Look.ascent(Look.LABEL);
    Look.text(graphics, name, Look.LABEL, place.x + GAP / 2.0, baseline);
  }

  private int x(ScorePlanePlot.Mark mark) {
    return getXAxisScreenValue(mark.spatialLocality());
  }

  private int y(ScorePlanePlot.Mark mark) {
    return getYAxisScreenValue(mark.temporalLocality());
  }
}
