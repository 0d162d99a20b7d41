package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.font.FontRenderContext;
import java.awt.font.LineMetrics;
import java.awt.font.TextLayout;
import java.awt.geom.AffineTransform;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * How all pictures look: colours, fonts, text. Text is drawn as outlines and measured without a
 * device, so that PNG and SVG files have the same layout and need no fonts where they are shown.
 */
final class Look {

  // Okabe and Ito's palette, told apart by everyone who sees colours differently. Where colours
  // stand side by side, those are chosen whose lightness differs too, for grey print.
  static final Color BLUE = new Color(0x00, 0x72, 0xB2);
  static final Color SKY = new Color(0x56, 0xB4, 0xE9);
  static final Color VERMILION = new Color(0xD5, 0x5E, 0x00);
  static final Color ORANGE = new Color(0xE6, 0x9F, 0x00);
  static final Color GREEN = new Color(0x00, 0x9E, 0x73);
  static final Color PURPLE = new Color(0xCC, 0x79, 0xA7);
  static final Color YELLOW = new Color(0xF0, 0xE4, 0x42);
  static final Color TEXT = new Color(0x33, 0x33, 0x33);
  static final Color LIGHT_GREY = new Color(0xDD, 0xDD, 0xDD);
  static final Color INVISIBLE = new Color(0, true);

  static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 18);
  static final Font AXIS_TITLE = new Font(Font.SANS_SERIF, Font.PLAIN, 15);
  static final Font LABEL = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
  static final Font SMALL = new Font(Font.SANS_SERIF, Font.PLAIN, 12);

  private static final FontRenderContext MEASURES = new FontRenderContext(null, true, true);
  private static final double BELOW_PLOT = 50;
  private static final String CUT = "…";

  private static final float WIDTH = 2.5f;
  private static final BasicStroke SOLID = new BasicStroke(WIDTH);
  private static final BasicStroke DASHED = dashed(9, 5);
  private static final BasicStroke DOTTED = dashed(3, 4);

  private Look() {}

  private static BasicStroke dashed(float on, float off) {
    return new BasicStroke(
        WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, new float[] {on, off}, 0);
  }

  static BasicStroke stroke(Plot.Dash dash) {
    return switch (dash) {
      case SOLID -> SOLID;
      case DASHED -> DASHED;
      case DOTTED -> DOTTED;
    };
  }

  static Color color(Plot.Hue hue) {
    return switch (hue) {
      case BLUE -> BLUE;
      case VERMILION -> VERMILION;
      case GREEN -> GREEN;
      case PURPLE -> PURPLE;
      case ORANGE -> ORANGE;
      case SKY -> SKY;
      case BLACK -> Color.BLACK;
      case YELLOW -> YELLOW;
    };
  }

  static Marker marker(Plot.Marker marker) {
    return switch (marker) {
      case CIRCLE -> SeriesMarkers.CIRCLE;
      case SQUARE -> SeriesMarkers.SQUARE;
      case DIAMOND -> SeriesMarkers.DIAMOND;
      case UP -> SeriesMarkers.TRIANGLE_UP;
      case DOWN -> SeriesMarkers.TRIANGLE_DOWN;
    };
  }

  /** White ground, quiet grid, readable sizes; title and legend are drawn by {@link Picture}. */
  static void style(AxesChartStyler styler) {
    styler
        .setChartBackgroundColor(Color.WHITE)
        .setPlotBackgroundColor(Color.WHITE)
        .setPlotBorderVisible(false)
        .setChartTitleVisible(false)
        .setChartPadding(2)
        .setLegendVisible(false);
    styler
        .setAxisTitleFont(AXIS_TITLE)
        .setAxisTickLabelsFont(LABEL)
        .setPlotGridLinesColor(LIGHT_GREY)
        .setAxisTickMarksColor(TEXT)
        .setAxisTickLabelsColor(TEXT);
  }

  /** Paints a chart with room for labels and a title to the left of its vertical axis. */
  static void paint(
      XYChart chart, Graphics2D graphics, String title, double room, int width, int height) {
    double ofTitle = title.isEmpty() ? 0 : height(AXIS_TITLE) + 4;
    int left = (int) Math.ceil(ofTitle + room);
    Graphics2D moved = (Graphics2D) graphics.create();
    moved.translate(left, 0);
    chart.paint(moved, width - left, height);
    moved.dispose();
    graphics.setColor(TEXT);
    if (!title.isEmpty()) {
      double plot = height - BELOW_PLOT;
      upwards(graphics, fitted(title, AXIS_TITLE, plot), AXIS_TITLE, ascent(AXIS_TITLE), plot / 2);
    }
  }

  /** Width of a text in pixels. */
  static double width(String text, Font font) {
    return font.getStringBounds(text, MEASURES).getWidth();
  }

  /** From the top of the highest to the bottom of the lowest letter. */
  static double height(Font font) {
    LineMetrics metrics = font.getLineMetrics("Ag", MEASURES);
    return metrics.getAscent() + metrics.getDescent();
  }

  /** From the top of the highest letter to the line that letters stand on. */
  static double ascent(Font font) {
    return font.getLineMetrics("Ag", MEASURES).getAscent();
  }

  /** Draws a text whose first letter begins at a place and stands on a line. */
  static void text(Graphics2D graphics, String text, Font font, double x, double baseline) {
    if (!text.isBlank()) {
      graphics.fill(
          new TextLayout(printable(text), font, MEASURES)
              .getOutline(AffineTransform.getTranslateInstance(x, baseline)));
    }
  }

  /** Draws a text that is read from below, around a height and left of a place. */
  static void upwards(Graphics2D graphics, String text, Font font, double right, double middle) {
    AffineTransform turned = AffineTransform.getRotateInstance(-Math.PI / 2);
    turned.preConcatenate(
        AffineTransform.getTranslateInstance(right, middle + width(text, font) / 2));
    graphics.fill(new TextLayout(text, font, MEASURES).getOutline(turned));
  }

  /** The text, or as much of its two ends as fits. */
  static String fitted(String text, Font font, double width) {
    String line = printable(text);
    if (width(line, font) <= width) {
      return line;
    }
    int low = 0; // letters that are kept
    int high = line.length() - 1;
    while (low < high) {
      int middle = low + high + 1 >>> 1;
      if (width(cut(line, middle), font) <= width) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return cut(line, low);
  }

  private static String cut(String text, int kept) {
    int head = (kept + 1) / 2;
    return text.substring(0, head) + CUT + text.substring(text.length() - (kept - head));
  }

  /** Programs choose their own names; what has no shape is shown as a mark. */
  private static String printable(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints()
        .map(
            c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? '?' : c)
        .forEach(line::appendCodePoint);
    return line.toString();
  }
}
