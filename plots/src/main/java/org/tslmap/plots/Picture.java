package org.tslmap.plots;

import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import javax.imageio.ImageIO;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;

/** What all pictures share: size, colours, fonts, and the footer. */
final class Picture {

  static final int WIDTH = 1200;
  static final int HEIGHT = 800;
  private static final int FOOTER = 28;
  private static final int MARGIN = 16;
  private static final int LONGEST_TITLE = 90;

  /** Height that is left for the chart. */
  static final int CHART_HEIGHT = HEIGHT - FOOTER;

  // Okabe and Ito's palette, told apart by everyone who sees colours differently.
  static final Color BLUE = new Color(0x00, 0x72, 0xB2);
  static final Color VERMILION = new Color(0xD5, 0x5E, 0x00);
  static final Color ORANGE = new Color(0xE6, 0x9F, 0x00);
  static final Color GREY = new Color(0x44, 0x44, 0x44);
  private static final Color LIGHT_GREY = new Color(0xDD, 0xDD, 0xDD);

  private Picture() {}

  static String title(String what, Caption caption) {
    String run = caption.run();
    if (run.length() > LONGEST_TITLE) {
      run = run.substring(0, LONGEST_TITLE) + "...";
    }
    return run.isEmpty() ? what : what + ": " + run;
  }

  /** White ground, quiet grid, readable sizes. */
  static void style(AxesChartStyler styler) {
    styler
        .setChartBackgroundColor(Color.WHITE)
        .setPlotBackgroundColor(Color.WHITE)
        .setPlotBorderVisible(false)
        .setChartTitleBoxVisible(false)
        .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 18))
        .setChartPadding(MARGIN)
        .setLegendPosition(Styler.LegendPosition.OutsideS)
        .setLegendLayout(Styler.LegendLayout.Horizontal)
        .setLegendBorderColor(Color.WHITE)
        .setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
    styler
        .setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15))
        .setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13))
        .setPlotGridLinesColor(LIGHT_GREY)
        .setAxisTickMarksColor(GREY)
        .setAxisTickLabelsColor(GREY);
  }

  /** Paints the chart and the footer below it. */
  static void write(Chart<?, ?> chart, Caption caption, Path file) throws IOException {
    write(graphics -> chart.paint(graphics, WIDTH, CHART_HEIGHT), caption, file);
  }

  /** Paints whatever fills the room above the footer, and the footer. */
  static void write(Consumer<Graphics2D> content, Caption caption, Path file) throws IOException {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      graphics.setRenderingHint(
          RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
      graphics.setColor(Color.WHITE);
      graphics.fillRect(0, 0, WIDTH, HEIGHT);
      content.accept(graphics);
      graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
      graphics.setColor(GREY);
      FontMetrics metrics = graphics.getFontMetrics();
      int baseline = HEIGHT - metrics.getDescent() - FOOTER / 4;
      graphics.drawString(caption.parameters(), MARGIN, baseline);
      graphics.drawString("tslmap", WIDTH - MARGIN - metrics.stringWidth("tslmap"), baseline);
    } finally {
      graphics.dispose();
    }
    if (!ImageIO.write(image, "png", file.toFile())) {
      throw new IOException("this Java cannot write PNG files, so " + file + " is not drawn");
    }
  }
}
