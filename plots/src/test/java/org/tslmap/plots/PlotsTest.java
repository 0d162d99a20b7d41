package org.tslmap.plots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/**
 * Pictures have the size that is promised, texts keep apart, and what is measured shows in its
 * colour. {@code -Dpictures=DIR} keeps them to be looked at.
 */
class PlotsTest {

  @TempDir private Path temporary;

  @ParameterizedTest
  @ValueSource(strings = {"600x400", "1200x800", "2000x1100"})
  void textsKeepApartAndInside(String text) {
    PictureSize size = PictureSize.parse(text);
    SamplePictures.all()
        .forEach(
            (name, picture) -> {
              List<Rectangle2D> boxes = TextBoxes.of(picture, size);
              assertTrue(boxes.size() > 10, name + " has texts");
              Rectangle2D inside = new Rectangle2D.Double(0, 0, size.width(), size.height());
              for (int i = 0; i < boxes.size(); i++) {
                Rectangle2D box = boxes.get(i);
                assertTrue(inside.contains(box), name + ": cut text at " + box);
                for (Rectangle2D other : boxes.subList(i + 1, boxes.size())) {
                  assertFalse(box.intersects(other), name + ": texts at " + box + " and " + other);
                }
              }
            });
  }

  @Test
  void eachIsDrawnAsPngAndSvg() throws Exception {
    Path folder = folder();
    for (var entry : SamplePictures.all().entrySet()) {
      Path png = folder.resolve(entry.getKey() + ".png");
      entry.getValue().write(png);
      BufferedImage image = ImageIO.read(png.toFile());
      assertEquals(1200, image.getWidth());
      assertEquals(800, image.getHeight());
      assertTrue(inked(image) > 5000, entry.getKey() + " is not empty");

      Path svg = folder.resolve(entry.getKey() + ".svg");
      entry.getValue().write(svg, new PictureSize(1000, 700));
      Document document = parse(svg);
      assertEquals("svg", document.getDocumentElement().getTagName());
      assertEquals(
          entry.getValue().title(),
          document.getElementsByTagName("title").item(0).getTextContent());
      assertTrue(document.getElementsByTagName("path").getLength() > 10, entry.getKey());
    }
  }

  @Test
  void namesThatProgramsChooseDoNoHarm() throws Exception {
    Picture picture =
        Picture.of(
            ScorePlanePlot.of(
                List.of(
                    new ScorePlanePlot.Mark(
                        "<script>&amp;\u0001\ud800$x$", true, "$kind$", 0.5, 0.5, 1),
                    new ScorePlanePlot.Mark("", false, "", 0.1, 0.1, 1)),
                "Functions"),
            new Caption("<b>\u0000&\n", "$p$", "]]>"));
    Path file = temporary.resolve("names.svg");
    picture.write(file);
    assertEquals(
        "Functions: <b>?&?", parse(file).getElementsByTagName("title").item(0).getTextContent());
    picture.write(temporary.resolve("names.png"));
  }

  @Test
  void loadsAndStoresShowInTheirColours() throws IOException {
    BufferedImage image = drawn(SamplePictures.addressTime());
    assertTrue(pixels(image, Shades.LOADS.darkest()) > 1000, "loads");
    assertTrue(pixels(image, Shades.STORES.darkest()) > 100, "stores");
  }

  @Test
  void barsShowWordsAndLines() throws IOException {
    for (String name : List.of("strides", "reuse")) {
      BufferedImage image = drawn(SamplePictures.all().get(name));
      assertTrue(pixels(image, Look.BLUE) > 1000, name + " of words");
      assertTrue(pixels(image, Look.ORANGE) > 1000, name + " of lines");
    }
  }

  @Test
  void sharesAndSumsByHand() {
    Histograms histograms = SamplePictures.histograms();
    List<StrideHistogramPlot.Group> groups = StrideHistogramPlot.groups(1024);
    double[] strides = StrideHistogramPlot.shares(histograms.word(), groups);
    assertEquals(12 + 1, strides.length, "0, 1, 2, 3-4, ... 513-1023, far");
    assertEquals(50, strides[1], 1e-9);
    assertEquals(48, strides[8], 1e-9, "100 is in 65-128");
    assertEquals(2, strides[12], 1e-9);
    double[] sums = ReuseHistogramPlot.cumulative(histograms.word(), 16);
    assertEquals(10, sums[0], 1e-9);
    assertEquals(10, sums[7], 1e-9);
    assertEquals(58, sums[8], 1e-9);
    assertEquals(98, sums[14], 1e-9);
    assertEquals(98, sums[15], 1e-9, "first touches are not in it");
  }

  @Test
  void descriptionsHaveASeriesForEachGranularity() {
    MetricParameters parameters = MetricParameters.defaults();
    Histograms histograms = SamplePictures.histograms();
    int granularities = parameters.granularities().size();
    Plot reuse = ReuseHistogramPlot.of(histograms, parameters, "Reuse");
    assertEquals(2 * granularities, reuse.series().size(), "bars and curves");
    assertEquals(16, reuse.x().places().size(), "0, 1, 2, ..., 8 K, first");
    assertEquals(new Plot.Point(0, 10, 0, 0, "", false), reuse.series().get(0).points().get(0));
    Plot misses = MissRatioPlot.of(histograms, parameters, SamplePictures.machine(), "Misses");
    assertEquals(granularities, misses.series().size());
    Plot.Point first = misses.series().get(1).points().get(0);
    assertEquals("64 B", misses.x().places().get((int) first.x()), "a cache of one line");
    assertEquals(100.0, first.y(), 1e-9);
    assertEquals(List.of("L1d 32 KiB", "L2 1 MiB", "L3 33 MiB"), names(misses));
    assertEquals(12.0, misses.marks().get(0).x(), 1e-9, "32 KiB is 2^12 words of 8 B");
  }

  private static List<String> names(Plot plot) {
    return plot.marks().stream().map(Plot.Mark::name).toList();
  }

  @Test
  void anEmptyHistogramIsAnEmptyChart() throws IOException {
    Histograms none = new Histograms(new LocalityHistogram(2), new LocalityHistogram(2));
    MetricParameters parameters = MetricParameters.defaults().withImax(2);
    drawn(SamplePictures.drawn(StrideHistogramPlot.of(none, parameters, "Strides")));
    drawn(SamplePictures.drawn(ReuseHistogramPlot.of(none, parameters, "Reuse")));
  }

  @Test
  void whatCannotBeDrawnIsRefused() {
    AddressTimeDensity none = new SampleDensity().density(address -> "");
    assertThrows(
        IllegalStateException.class, () -> AddressTimePlot.of(none, "", SamplePictures.CAPTION));
    assertThrows(IllegalArgumentException.class, () -> ScoreBarsPlot.of(List.of(), ""));
    assertThrows(
        IOException.class,
        () -> SamplePictures.addressTime().write(temporary.resolve("picture.gif")));
    assertThrows(IllegalArgumentException.class, () -> PictureSize.parse("1200"));
    assertThrows(IllegalArgumentException.class, () -> PictureSize.parse("100x100"));
    assertThrows(IllegalArgumentException.class, () -> PictureSize.parse("1200x99999"));
    assertEquals(new PictureSize(1200, 800), PictureSize.parse("1200x800"));
  }

  @Test
  void longTextsKeepTheirEnds() {
    double room = Look.width("abcdef…uvwxyz", Look.LABEL);
    String fitted = Look.fitted("abcdefghijklmnopqrstuvwxyz", Look.LABEL, room);
    assertTrue(Look.width(fitted, Look.LABEL) <= room, fitted);
    assertTrue(fitted.startsWith("abcd") && fitted.endsWith("wxyz"), fitted);
    assertEquals("abc", Look.fitted("abc", Look.LABEL, room));
  }

  @Test
  void areasOfMarksAreAccesses() {
    assertEquals(44, ScoreMarks.size(1000, 1000));
    assertEquals(22, ScoreMarks.size(250, 1000));
    assertEquals(7, ScoreMarks.size(1, 1_000_000), "still to be seen");
  }

  private Path folder() throws IOException {
    String kept = System.getProperty("pictures");
    return kept == null ? temporary : Files.createDirectories(Path.of(kept));
  }

  private BufferedImage drawn(Picture picture) throws IOException {
    Path file = temporary.resolve("plot.png");
    picture.write(file);
    return ImageIO.read(file.toFile());
  }

  private static Document parse(Path file)
      throws IOException, SAXException, ParserConfigurationException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    return factory.newDocumentBuilder().parse(file.toFile());
  }

  private static long inked(BufferedImage image) {
    long count = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        count += (image.getRGB(x, y) & 0xFFFFFF) == 0xFFFFFF ? 0 : 1;
      }
    }
    return count;
  }

  private static long pixels(BufferedImage image, Color color) {
    long count = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        count += near(new Color(image.getRGB(x, y)), color) ? 1 : 0;
      }
    }
    return count;
  }

  /** The same hue, however faint. */
  private static boolean near(Color one, Color other) {
    float[] first = Color.RGBtoHSB(one.getRed(), one.getGreen(), one.getBlue(), null);
    float[] second = Color.RGBtoHSB(other.getRed(), other.getGreen(), other.getBlue(), null);
    return Math.abs(first[0] - second[0]) < 0.03 && first[1] > 0.3;
  }
}
