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
import org.tslmap.plots.Plot.Point;
import org.tslmap.plots.Plot.Series;
import org.tslmap.plots.Plot.Style;

/** Points whose areas are their weights, and their names where there is room. */
final class ScoreMarks extends Annotation {

  private static final int LEAST = 7;
  private static final int LARGEST = 44;
  private static final int GAP = 4;
  private static final double MOST_NAME = 230;
  private static final int FILLING = 190;
  private static final Color GROUND = new Color(255, 255, 255, 200);

  /** A point in the style of its series. */
  private record Styled(Point point, Style style) {}

  private final List<Styled> marks;
  private final double most;

  ScoreMarks(List<Series> all) {
    super(false);
    // Small ones are drawn over large ones, and names of large ones are placed first.
    this.marks =
        all.stream()
            .flatMap(
                series -> series.points().stream().map(point -> new Styled(point, series.style())))
            .sorted(Comparator.<Styled>comparingDouble(mark -> mark.point().weight()).reversed())
            .toList();
    this.most = marks.isEmpty() ? 1 : Math.max(1, marks.get(0).point().weight());
  }

  @Override
  public void paint(Graphics2D graphics) {
    int left = getXAxisScreenValue(0);
    int top = getYAxisScreenValue(1);
    LabelPlaces places =
        new LabelPlaces(
            new Rectangle(left, top, getXAxisScreenValue(1) - left, getYAxisScreenValue(0) - top));
    graphics.setStroke(new BasicStroke(1f));
    for (Styled mark : marks) {
      int size = size(mark.point().weight(), most);
      int kept = size + GAP;
      places.take(new Rectangle(x(mark) - kept / 2, y(mark) - kept / 2, kept, kept));
      Color color = Look.color(mark.style().hue());
      graphics.setColor(new Color(color.getRed(), color.getGreen(), color.getBlue(), FILLING));
      Look.marker(mark.style().marker()).paint(graphics, x(mark), y(mark), size + 2);
      graphics.setColor(Color.WHITE);
      graphics.drawOval(x(mark) - 1, y(mark) - 1, 2, 2);
    }
    Map<Styled, Rectangle> found = new LinkedHashMap<>();
    for (Styled mark : marks) {
      if (!mark.point().labelled()) {
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

  private static String name(Styled mark) {
    return Look.fitted(mark.point().name(), Look.LABEL, MOST_NAME);
  }

  /** Size of a mark whose area grows with its accesses. */
  static int size(double accesses, double most) {
    return (int) Math.round(Math.max(LEAST, LARGEST * Math.sqrt(accesses / most)));
  }

  /** From the mark's edge to the nearest point of its name's place, if these are apart. */
  private void paintLine(Graphics2D graphics, Styled mark, Rectangle place) {
    int x = Math.min(place.x + place.width, Math.max(place.x, x(mark)));
    int y = Math.min(place.y + place.height, Math.max(place.y, y(mark)));
    double distance = Math.hypot(x - x(mark), y - y(mark));
    double edge = size(mark.point().weight(), most) / 2.0;
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

  private int x(Styled mark) {
    return getXAxisScreenValue(mark.point().x());
  }

  private int y(Styled mark) {
    return getYAxisScreenValue(mark.point().y());
  }
}
