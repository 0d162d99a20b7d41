package org.tslmap.plots;

import de.erichseifert.vectorgraphics2d.Document;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.knowm.xchart.internal.chartpart.Chart;
import org.tslmap.locality.profile.WholeFile;

/**
 * A picture of a run: a title, what is drawn, a legend, and a footer that names the run and the
 * parameters. It is written in any size, as PNG or SVG.
 */
public final class Picture {

  private static final int MARGIN = 14;
  private static final int TITLE = 40;
  private static final int FOOTER = 28;
  private static final double BETWEEN = 24;
  private static final String SEPARATOR = "  ·  ";
  private static final String PROGRAM = "tslmap";

  /** What is drawn between the title and the legend. */
  @FunctionalInterface
  interface Content {
    /** Draws, with the upper left corner at (0, 0). */
    void paint(Graphics2D graphics, int width, int height);
  }

  private final String title;
  private final Caption caption;
  private final Legend legend;
  private final Content content;

  Picture(String what, Caption caption, Legend legend, Content content) {
    this.title = caption.run().isEmpty() ? what : what + ": " + caption.run();
    this.caption = caption;
    this.legend = legend;
    this.content = content;
  }

  /** A picture of one chart. */
  Picture(String what, Caption caption, Legend legend, Chart<?, ?> chart) {
    this(what, caption, legend, chart::paint);
  }

  /** The picture of a plot. */
  public static Picture of(Plot plot, Caption caption) {
    return new Picture(
        plot.title(),
        caption,
        new PlotPainter(plot).legend(),
        (graphics, width, height) -> new PlotPainter(plot).paint(graphics, width, height));
  }

  /** What is above the picture. */
  public String title() {
    return title;
  }

  /**
   * Writes it in the usual size.
   *
   * @param file a name that ends in .png or .svg
   * @throws IOException if the file cannot be written, or its name ends otherwise
   */
  public void write(Path file) throws IOException {
    write(file, PictureSize.DEFAULT);
  }

  /**
   * Writes it. What was there before stays if this fails.
   *
   * @param file a name that ends in .png or .svg
   * @throws IOException if the file cannot be written, or its name ends otherwise
   */
  public void write(Path file, PictureSize size) throws IOException {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".png")) {
      WholeFile.write(file, part -> writePng(part, size));
    } else if (name.endsWith(".svg")) {
      WholeFile.write(file, part -> writeSvg(part, size));
    } else {
      throw new IOException("pictures are written to files that end in .png or .svg, not " + file);
    }
  }

  private void writePng(Path file, PictureSize size) throws IOException {
    BufferedImage image =
        new BufferedImage(size.width(), size.height(), BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      graphics.setRenderingHint(
          RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
      paint(graphics, size);
    } finally {
      graphics.dispose();
    }
    if (!ImageIO.write(image, "png", file.toFile())) {
      throw new IOException("this Java cannot write PNG files, so " + file + " is not drawn");
    }
  }

  private void writeSvg(Path file, PictureSize size) throws IOException {
    VectorGraphics2D graphics = new VectorGraphics2D();
    paint(graphics, size);
    Document document =
        new SVGProcessor()
            .getDocument(
                graphics.getCommands(), new PageSize(0.0, 0.0, size.width(), size.height()));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    document.writeTo(bytes);
    Files.writeString(file, named(bytes.toString(StandardCharsets.UTF_8)));
  }

  /** The SVG text with the title, for who cannot see it. */
  private String named(String svg) {
    int end = svg.indexOf('>', svg.indexOf("<svg")) + 1;
    return svg.substring(0, end)
        + "<title>"
        + title.replace("&", "&amp;").replace("<", "&lt;").replaceAll("\\p{Cntrl}", "?")
        + "</title>"
        + svg.substring(end);
  }

  /** Draws everything. */
  void paint(Graphics2D graphics, PictureSize size) {
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, size.width(), size.height());
    int inside = size.width() - 2 * MARGIN;
    int ofLegend = legend.height(inside);
    Graphics2D chart = (Graphics2D) graphics.create();
    chart.translate(MARGIN, TITLE);
    content.paint(chart, inside, size.height() - TITLE - FOOTER - ofLegend);
    chart.dispose();
    Graphics2D below = (Graphics2D) graphics.create();
    below.translate(MARGIN, 0);
    legend.paint(below, inside, size.height() - FOOTER - ofLegend);
    below.dispose();
    graphics.setColor(Look.TEXT);
    String line = Look.fitted(title, Look.TITLE, inside);
    Look.text(
        graphics, line, Look.TITLE, (size.width() - Look.width(line, Look.TITLE)) / 2, TITLE - 12);
    paintFooter(graphics, size, inside);
  }

  private void paintFooter(Graphics2D graphics, PictureSize size, int inside) {
    double baseline = size.height() - 9;
    double ofProgram = Look.width(PROGRAM, Look.SMALL);
    Look.text(graphics, PROGRAM, Look.SMALL, size.width() - MARGIN - ofProgram, baseline);
    double room = inside - ofProgram - BETWEEN;
    String parameters = Look.fitted(caption.parameters(), Look.SMALL, room * 0.75);
    Look.text(graphics, parameters, Look.SMALL, MARGIN, baseline);
    boolean two = !parameters.isEmpty() && !caption.folder().isEmpty();
    double left = two ? Look.width(parameters + SEPARATOR, Look.SMALL) : 0;
    String run = Look.fitted(caption.folder(), Look.SMALL, room - left);
    if (two) {
      double middle = MARGIN + Look.width(parameters, Look.SMALL);
      Look.text(graphics, SEPARATOR, Look.SMALL, middle, baseline);
    }
    Look.text(graphics, run, Look.SMALL, MARGIN + left, baseline);
  }
}
