package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What colours and shapes mean, in as many lines as are needed, each in the middle. */
final class Legend {

  private static final double SWATCH = 26;
  private static final double LINE = 22;
  private static final double BETWEEN = 26;
  private static final double GAP = 7;

  /** Draws what a text stands for, in a box of a width and a height around (0, 0). */
  @FunctionalInterface
  interface Swatch {
    /** Draws from -width / 2 to width / 2, and likewise upwards. */
    void paint(Graphics2D graphics, double width, double height);
  }

  private record Entry(String text, Swatch swatch, double beforeText) {
    double width() {
      return beforeText + Look.width(text, Look.LABEL);
    }
  }

  private final List<Entry> entries = new ArrayList<>();

  /** Adds an entry with any drawing. */
  Legend add(String text, Swatch swatch) {
    entries.add(new Entry(text, swatch, SWATCH + GAP));
    return this;
  }

  /** Adds an entry for each named kind of marks. */
  Legend kinds(Map<String, Plot.Style> kinds) {
    kinds.forEach(
        (name, style) -> {
          if (!name.isEmpty()) {
            add(
                name,
                (graphics, width, height) -> {
                  graphics.setStroke(new BasicStroke(1f));
                  graphics.setColor(Look.color(style.hue()));
                  Look.marker(style.marker()).paint(graphics, 0, 0, 11);
                });
          }
        });
    return this;
  }

  /** Adds a text that explains the entries before it. */
  Legend note(String text) {
    entries.add(new Entry(text, (graphics, width, height) -> {}, 0));
    return this;
  }

  /** Adds an entry for an area. */
  Legend area(String text, Color color) {
    return add(
        text,
        (graphics, width, height) -> {
          Rectangle2D box = new Rectangle2D.Double(-height / 2, -height / 2, height, height);
          graphics.setColor(color);
          graphics.fill(box);
          graphics.setColor(Look.TEXT);
          graphics.setStroke(new BasicStroke(0.6f));
          graphics.draw(box);
        });
  }

  /** Adds an entry for a line. */
  Legend line(String text, Color color, BasicStroke stroke) {
    return add(
        text,
        (graphics, width, height) -> {
          graphics.setColor(color);
          graphics.setStroke(stroke);
          graphics.draw(new Line2D.Double(-width / 2, 0, width / 2, 0));
        });
  }

  /** Adds an entry for what grows darker: from one colour to another. */
  Legend ramp(String text, Color faintest, Color darkest) {
    return add(
        text,
        (graphics, width, height) -> {
          int steps = (int) width;
          for (int step = 0; step < steps; step++) {
            graphics.setColor(Shades.between(faintest, darkest, step / (steps - 1.0)));
            graphics.fill(new Rectangle2D.Double(step - width / 2, -height / 2, 1, height));
          }
        });
  }

  /** Height of all lines. */
  int height(int width) {
    return (int) (lines(width).size() * LINE);
  }

  /** Draws it from the given height on downwards. */
  void paint(Graphics2D graphics, int width, double top) {
    double middle = top + LINE / 2;
    for (List<Entry> line : lines(width)) {
      double x = (width - width(line)) / 2;
      for (Entry entry : line) {
        Graphics2D moved = (Graphics2D) graphics.create();
        moved.translate(x + SWATCH / 2, middle);
        entry.swatch.paint(moved, SWATCH, LINE * 0.6);
        moved.dispose();
        graphics.setColor(Look.TEXT);
        double baseline = middle + Look.ascent(Look.LABEL) / 2 - 1;
        Look.text(graphics, entry.text, Look.LABEL, x + entry.beforeText, baseline);
        x += entry.width() + BETWEEN;
      }
      middle += LINE;
    }
  }

  private List<List<Entry>> lines(int width) {
    List<List<Entry>> lines = new ArrayList<>();
    List<Entry> line = new ArrayList<>();
    for (Entry entry : entries) {
      line.add(entry);
      if (width(line) > width - 2 * BETWEEN && line.size() > 1) {
        line.remove(line.size() - 1);
        lines.add(line);
        line = new ArrayList<>(List.of(entry));
      }
    }
    if (!line.isEmpty()) {
      lines.add(line);
    }
    return lines;
  }

  private static double width(List<Entry> line) {
    return line.stream().mapToDouble(Entry::width).sum() + BETWEEN * (line.size() - 1);
  }
}
