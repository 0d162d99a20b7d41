package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.Shape;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.knowm.xchart.internal.chartpart.Annotation;

/** Fills a chart's plot area with a heat map, its lines, its marks, and labels the axes. */
final class HeatPainting extends Annotation {

  private static final int IMAGE_WIDTH = 480;
  private static final int IMAGE_HEIGHT = 320;
  private static final int DOT = 11;
  private static final int BETWEEN_LABELS = 6;
  private static final int MOST_NAME = 34;
  private static final Font LABEL = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
  private static final Font NAME = new Font(Font.SANS_SERIF, Font.BOLD, 13);
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
    graphics.setFont(LABEL);
    FontMetrics metrics = graphics.getFontMetrics();
    String text = cost(line.cost());
    int width = metrics.stringWidth(text) + BETWEEN_LABELS;
    int height = metrics.getAscent() + 2;
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
        write(graphics, text, place);
        return;
      }
    }
  }

  private static void write(Graphics2D graphics, String text, Rectangle place) {
    FontMetrics metrics = graphics.getFontMetrics();
    graphics.setColor(GROUND);
    graphics.fillRoundRect(place.x, place.y, place.width, place.height, 6, 6);
    graphics.setColor(Color.BLACK);
    graphics.drawString(
        text,
        place.x + (place.width - metrics.stringWidth(text)) / 2,
        place.y + (place.height + metrics.getAscent() - metrics.getDescent()) / 2);
  }

  private void paintNames(Graphics2D graphics, LabelPlaces places) {
    graphics.setFont(NAME);
    FontMetrics metrics = graphics.getFontMetrics();
    for (SurfaceHeatMap.Mark mark : marks) {
      String text = name(mark);
      places
          .near(x(mark), y(mark), metrics.stringWidth(text) + BETWEEN_LABELS, metrics.getHeight())
          .ifPresent(place -> paintName(graphics, mark, text, place));
    }
    for (SurfaceHeatMap.Mark mark : marks) {
      graphics.setStroke(new BasicStroke(2f));
      graphics.setColor(Color.WHITE);
      graphics.fillOval(x(mark) - DOT / 2, y(mark) - DOT / 2, DOT, DOT);
      graphics.setColor(Picture.VERMILION);
      graphics.drawOval(x(mark) - DOT / 2, y(mark) - DOT / 2, DOT, DOT);
    }
  }

  private void paintName(
      Graphics2D graphics, SurfaceHeatMap.Mark mark, String text, Rectangle place) {
    graphics.setColor(Color.BLACK);
    graphics.setStroke(new BasicStroke(1f));
    int x = Math.min(place.x + place.width, Math.max(place.x, x(mark)));
    int y = Math.min(place.y + place.height, Math.max(place.y, y(mark)));
    graphics.drawLine(x(mark), y(mark), x, y);
    write(graphics, text, place);
  }

  private String name(SurfaceHeatMap.Mark mark) {
    String name =
        mark.name().length() > MOST_NAME
            ? mark.name().substring(0, MOST_NAME - 1) + "…"
            : mark.name();
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
    graphics.setFont(LABEL);
    graphics.setColor(Picture.GREY);
    FontMetrics metrics = graphics.getFontMetrics();
    int free = Integer.MIN_VALUE;
    for (int length : grid.lengths()) {
      String text = Integer.toString(length);
      int x = getXAxisScreenValue(CostGrid.x(length));
      int left = x - metrics.stringWidth(text) / 2;
      graphics.drawLine(x, bottom, x, bottom + 4);
      if (left > free) {
        graphics.drawString(text, left, bottom + 6 + metrics.getAscent());
        free = left + metrics.stringWidth(text) + BETWEEN_LABELS;
      }
    }
  }

  private void labelAlphas(Graphics2D graphics, int left) {
    FontMetrics metrics = graphics.getFontMetrics();
    int free = Integer.MAX_VALUE;
    for (double alpha : grid.alphas()) {
      String text =
          new java.math.BigDecimal(Double.toString(alpha)).stripTrailingZeros().toPlainString();
      int y = getYAxisScreenValue(CostGrid.y(alpha));
      graphics.drawLine(left - 4, y, left, y);
      if (y + metrics.getHeight() / 2 < free) {
        graphics.drawString(
            text, left - 7 - metrics.stringWidth(text), y + metrics.getAscent() / 2 - 1);
        free = y - metrics.getHeight() / 2;
      }
    }
  }
}
