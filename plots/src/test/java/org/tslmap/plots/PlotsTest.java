package org.tslmap.plots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.Histograms;

/** Pictures have the size that is promised, and what is measured shows in its colour. */
class PlotsTest {

  private static final Caption CAPTION =
      new Caption("./matmul 100", "word 8 B, line 64 B, window 32, imax 1024, N 2^23");
  private static final int SIZE = 60;

  @TempDir private Path folder;

  @Test
  void loadsAndStoresShowInTheirColours() throws IOException {
    AddressTimePlot plot = new AddressTimePlot(site -> site == 2);
    multiply(plot);
    BufferedImage image = drawn(file -> plot.write(CAPTION, file));
    assertTrue(pixels(image, Picture.BLUE) > 100, "loads");
    assertTrue(pixels(image, Picture.VERMILION) > 100, "stores");
  }

  @Test
  void barsShowWordsAndLines() throws IOException {
    MetricParameters parameters = MetricParameters.defaults();
    BufferedImage strides =
        drawn(file -> StrideHistogramPlot.write(histograms(), parameters, CAPTION, file));
    assertTrue(pixels(strides, Picture.BLUE) > 1000, "words");
    assertTrue(pixels(strides, Picture.ORANGE) > 1000, "lines");
    BufferedImage reuse =
        drawn(file -> ReuseHistogramPlot.write(histograms(), parameters, CAPTION, file));
    assertTrue(pixels(reuse, Picture.BLUE) > 1000, "words");
    assertTrue(pixels(reuse, Picture.ORANGE) > 1000, "lines");
  }

  @Test
  void anEmptyHistogramIsAnEmptyChart() throws IOException {
    Histograms none = new Histograms(new LocalityHistogram(2), new LocalityHistogram(2));
    MetricParameters parameters = MetricParameters.defaults().withImax(2);
    drawn(file -> StrideHistogramPlot.write(none, parameters, CAPTION, file));
    drawn(file -> ReuseHistogramPlot.write(none, parameters, CAPTION, file));
  }

  @Test
  void withoutAccessesThereIsNothingToDraw() {
    AddressTimePlot plot = new AddressTimePlot(site -> false);
    assertThrows(
        IllegalStateException.class, () -> plot.write(CAPTION, folder.resolve("none.png")));
  }

  /** The accesses of a matrix multiplication: a and b are loaded, c is stored. */
  private static void multiply(AddressTimePlot plot) {
    long a = 0x4a00000;
    long b = a + 8 * SIZE * SIZE;
    long c = 0x1ffe00000L;
    long[] addresses = new long[2 * SIZE + 1];
    int[] sites = new int[2 * SIZE + 1];
    for (int i = 0; i < SIZE; i++) {
      for (int j = 0; j < SIZE; j++) {
        for (int k = 0; k < SIZE; k++) {
          addresses[2 * k] = a + 8L * (i * SIZE + k);
          addresses[2 * k + 1] = b + 8L * (k * SIZE + j);
          sites[2 * k + 1] = 1;
        }
        addresses[2 * SIZE] = c + 8L * (i * SIZE + j);
        sites[2 * SIZE] = 2;
        plot.accesses(1, addresses, sites, addresses.length);
      }
    }
  }

  private static Histograms histograms() {
    LocalityHistogram word = new LocalityHistogram(1024);
    word.addStride(1, 500);
    word.addStride(100, 480);
    word.addStride(1024, 20);
    word.addReuse(0, 100);
    word.addReuse(8, 480);
    word.addReuse(14, 400);
    word.addCold(20);
    LocalityHistogram line = new LocalityHistogram(1024);
    line.addStride(0, 430);
    line.addStride(12, 550);
    line.addStride(1024, 20);
    line.addReuse(1, 500);
    line.addReuse(5, 497);
    line.addCold(3);
    return new Histograms(word, line);
  }

  private BufferedImage drawn(Drawing drawing) throws IOException {
    Path file = folder.resolve("plot.png");
    drawing.write(file);
    BufferedImage image = ImageIO.read(file.toFile());
    assertEquals(1200, image.getWidth());
    assertEquals(800, image.getHeight());
    return image;
  }

  private interface Drawing {
    void write(Path file) throws IOException;
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
