package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.Shape;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.internal.chartpart.Annotation;

/** Fills a chart's plot area with a heat map, its lines, its marks, and labels the axes. */
final class HeatPainting extends Annotation {

  private static final int IMAGE_WIDTH = 480;
  private static final int IMAGE_HEIGHT = 320;
  private static final int DOT = 11;
  private static final int BETWEEN_LABELS = 6;
  private static final int MOST_NAME = 240;
  private static final Font NAME = Look.LABEL.deriveFont(Font.BOLD);
  private static final Color GROUND = new Color(255, 255, 255, 215);

  private final CostGrid grid;
  private final List<SurfaceHeatMap.Mark> marks;

  HeatPainting(CostGrid grid, List<SurfaceHeatMap.Mark> marks) {
    super(false);
    this.grid = grid;
    this.marks = List.copyOf(marks);
  }

  /** A cost in three digits at most. */
  static String cost(double value) {
    String text = String.format(java.util.Locale.ROOT, "%.3g", value);
    return new java.math.BigDecimal(text).stripTrailingZeros().toPlainString();
  }

  @Override
  public void paint(Graphics2D graphics) {
    int left = getXAxisScreenValue(grid.leastX());
    int right = getXAxisScreenValue(grid.greatestX());
    int bottom = getYAxisScreenValue(grid.leastY());
    int top = getYAxisScreenValue(grid.greatestY());
    Rectangle area = new Rectangle(left, top, right - left, bottom - top);
    graphics.drawImage(raster(), left, top, area.width, area.height, null);
    LabelPlaces places = new LabelPlaces(area);
    for (SurfaceHeatMap.Mark mark : marks) {
      places.take(new Rectangle(x(mark) - DOT / 2, y(mark) - DOT / 2, DOT, DOT));
    }
    List<ContourLines.Line> lines = ContourLines.of(grid);
    Shape clip = graphics.getClip();
    graphics.clip(area);
    lines.forEach(line -> paint(graphics, line));
    graphics.setClip(clip);
    paintNames(graphics, places);
    lines.forEach(line -> label(graphics, line, places));
    labelLengths(graphics, bottom);
    labelAlphas(graphics, left);
  }

  private BufferedImage raster() {
    double least = Math.log10(grid.leastCost());
    double range = Math.max(1e-9, Math.log10(grid.greatestCost()) - least);
    BufferedImage image = new BufferedImage(IMAGE_WIDTH, IMAGE_HEIGHT, BufferedImage.TYPE_INT_RGB);
    for (int row = 0; row < IMAGE_HEIGHT; row++) {
      double y = grid.greatestY() - (grid.greatestY() - grid.leastY()) * (row + 0.5) / IMAGE_HEIGHT;
      for (int column = 0; column < IMAGE_WIDTH; column++) {
        double x =
            grid.leastX() + (grid.greatestX() - grid.leastX()) * (column + 0.5) / IMAGE_WIDTH;
        image.setRGB(column, row, HeatPalette.at((grid.logCost(x, y) - least) / range).getRGB());
      }
    }
    return image;
  }

  private void paint(Graphics2D graphics, ContourLines.Line line) {
    graphics.setColor(Color.WHITE);
    graphics.setStroke(new BasicStroke(1.4f));
    for (ContourLines.Segment segment : line.segments()) {
      graphics.draw(
          new Line2D.Double(
              getXAxisScreenValue(segment.x1()),
              getYAxisScreenValue(segment.y1()),
              getXAxisScreenValue(segment.x2()),
              getYAxisScreenValue(segment.y2())));
    }
  }

  /** Labels a line where there is room, as near to its middle as can be. */
  private void label(Graphics2D graphics, ContourLines.Line line, LabelPlaces places) {
    String text = cost(line.cost());
    int width = (int) Look.width(text, Look.LABEL) + BETWEEN_LABELS;
    int height = (int) Look.ascent(Look.LABEL) + 2;
    List<ContourLines.Segment> segments = new ArrayList<>(line.segments());
    ContourLines.Segment middle = segments.get(segments.size() / 2);
    segments.sort(
        Comparator.comparingDouble(
            segment -> Math.hypot(segment.x1() - middle.x1(), segment.y1() - middle.y1())));
    for (ContourLines.Segment segment : segments) {
      int x = getXAxisScreenValue(segment.x1());
      int y = getYAxisScreenValue(segment.y1());
      Rectangle place = new Rectangle(x - width / 2, y - height / 2, width, height);
      if (places.takeIfFree(place)) {
        write(graphics, text, Look.LABEL, place);
        return;
      }
    }
  }

  private static void write(Graphics2D graphics, String text, Font font, Rectangle place) {
    graphics.setColor(GROUND);
    graphics.fillRoundRect(place.x, place.y, place.width, place.height, 6, 6);
    graphics.setColor(Color.BLACK);
    double below = Look.height(font) - Look.ascent(font);
    Look.text(
        graphics,
        text,
        font,
        place.x + (place.width - Look.width(text, font)) / 2,
        place.y + (place.height + Look.ascent(font) - below) / 2);
  }

  private void paintNames(Graphics2D graphics, LabelPlaces places) {
    Map<SurfaceHeatMap.Mark, Rectangle> found = new LinkedHashMap<>();
    for (SurfaceHeatMap.Mark mark : marks) {
      int width = (int) Look.width(name(mark), NAME) + BETWEEN_LABELS;
      places
          .near(x(mark), y(mark), width, (int) Look.height(NAME))
          .ifPresent(place -> found.put(mark, place));
    }
    found.forEach((mark, place) -> paintLine(graphics, mark, place));
    found.forEach((mark, place) -> write(graphics, name(mark), NAME, place));
    for (SurfaceHeatMap.Mark mark : marks) {
      graphics.setStroke(new BasicStroke(2f));
      graphics.setColor(Color.WHITE);
      graphics.fillOval(x(mark) - DOT / 2, y(mark) - DOT / 2, DOT, DOT);
      graphics.setColor(Look.VERMILION);
      graphics.drawOval(x(mark) - DOT / 2, y(mark) - DOT / 2, DOT, DOT);
    }
  }

  private void paintLine(Graphics2D graphics, SurfaceHeatMap.Mark mark, Rectangle place) {
    graphics.setColor(Color.BLACK);
    graphics.setStroke(new BasicStroke(1f));
    int x = Math.min(place.x + place.width, Math.max(place.x, x(mark)));
    int y = Math.min(place.y + place.height, Math.max(place.y, y(mark)));
    graphics.drawLine(x(mark), y(mark), x, y);
  }

  private String name(SurfaceHeatMap.Mark mark) {
    String name = Look.fitted(mark.name(), NAME, MOST_NAME);
    boolean inside =
        mark.alpha() >= grid.alphas()[0]
            && mark.alpha() <= grid.alphas()[grid.alphas().length - 1]
            && mark.length() >= grid.lengths()[0]
            && mark.length() <= grid.lengths()[grid.lengths().length - 1];
    return inside ? name : name + " (outside)";
  }

  private int x(SurfaceHeatMap.Mark mark) {
    return getXAxisScreenValue(
        Math.min(grid.greatestX(), Math.max(grid.leastX(), CostGrid.x(mark.length()))));
  }

  private int y(SurfaceHeatMap.Mark mark) {
    return getYAxisScreenValue(
        Math.min(grid.greatestY(), Math.max(grid.leastY(), CostGrid.y(mark.alpha()))));
  }

  private void labelLengths(Graphics2D graphics, int bottom) {
    graphics.setColor(Look.TEXT);
    double free = Double.NEGATIVE_INFINITY;
    for (int length : grid.lengths()) {
      String text = Integer.toString(length);
      double width = Look.width(text, Look.LABEL);
      int x = getXAxisScreenValue(CostGrid.x(length));
      double left = x - width / 2;
      graphics.drawLine(x, bottom, x, bottom + 4);
      if (left > free) {
        Look.text(graphics, text, Look.LABEL, left, bottom + 6 + Look.ascent(Look.LABEL));
        free = left + width + BETWEEN_LABELS;
      }
    }
  }

  private void labelAlphas(Graphics2D graphics, int left) {
    double high = Look.height(Look.LABEL);
    double free = Double.POSITIVE_INFINITY;
    for (double alpha : grid.alphas()) {
      String text =
          new java.math.BigDecimal(Double.toString(alpha)).stripTrailingZeros().toPlainString();
      int y = getYAxisScreenValue(CostGrid.y(alpha));
      graphics.drawLine(left - 4, y, left, y);
      if (y + high / 2 < free) {
        double x = left - 7 - Look.width(text, Look.LABEL);
        Look.text(graphics, text, Look.LABEL, x, y + Look.ascent(Look.LABEL) / 2 - 1);
        free = y - high / 2;
      }
    }
  }
}
