package org.tslmap.plots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The heat map shows the whole range of costs, its lines lie where the cost is, names keep apart.
 */
class SurfaceHeatMapTest {

  @TempDir private Path folder;

  @Test
  void thePictureHasTheWholeRangeAndTheMarks() throws IOException {
    Path file = folder.resolve("surface.png");
    SamplePictures.all().get("surface").write(file);
    BufferedImage image = ImageIO.read(file.toFile());
    assertEquals(1200, image.getWidth());
    assertEquals(800, image.getHeight());
    assertTrue(near(image, HeatPalette.at(0)) > 50, "the least cost");
    assertTrue(near(image, HeatPalette.at(0.5)) > 50, "costs between");
    assertTrue(near(image, HeatPalette.at(1)) > 50, "the greatest cost");
    assertTrue(near(image, Look.VERMILION) > 4 * 20, "a ring for each mark");
  }

  @Test
  void betweenNodesTheCostIsBilinearInLogarithms() {
    CostGrid grid =
        new CostGrid(
            new double[] {0.01, 1}, new int[] {1, 4}, new double[][] {{1, 1}, {100, 10}}, "ns");
    assertEquals(0, grid.logCost(0, -2), 1e-12);
    assertEquals(2, grid.logCost(0, 0), 1e-12);
    assertEquals(1.5, grid.logCost(1, 0), 1e-12);
    assertEquals(0.75, grid.logCost(1, -1), 1e-12);
    assertEquals(1, grid.logCost(5, 3), 1e-12, "outside: as at the border");
  }

  @Test
  void linesLieWhereTheCostIs() {
    CostGrid grid = SamplePictures.grid();
    List<ContourLines.Line> lines = ContourLines.of(grid);
    assertTrue(lines.size() >= 3, lines.size() + " lines");
    for (ContourLines.Line line : lines) {
      for (ContourLines.Segment segment : line.segments()) {
        assertEquals(
            Math.log10(line.cost()), grid.logCost(segment.x1(), segment.y1()), 0.02, line + "");
      }
    }
  }

  @Test
  void levelsAreRoundAndAFew() {
    assertEquals(List.of(2.0, 5.0, 10.0, 20.0, 50.0), rounded(ContourLines.levels(1.5, 90)));
    assertEquals(
        List.of(1.5, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0), rounded(ContourLines.levels(1.2, 14)));
    for (double greatest = 1.2; greatest < 1e6; greatest *= 1.7) {
      int count = ContourLines.levels(1, greatest).size();
      assertTrue(count <= 10, count + " levels to " + greatest);
    }
    assertEquals(List.of(), ContourLines.levels(1.01, 1.02));
  }

  @Test
  void labelsKeepApartAndInside() {
    Rectangle area = new Rectangle(0, 0, 400, 300);
    LabelPlaces places = new LabelPlaces(area);
    List<Rectangle> found = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Optional<Rectangle> place = places.near(395, 5, 80, 16);
      place.ifPresent(found::add);
    }
    assertTrue(found.size() >= 10, found.size() + " of 12 found room");
    for (Rectangle one : found) {
      assertTrue(area.contains(one), one + "");
      assertEquals(1, found.stream().filter(one::intersects).count(), "only itself");
    }
    assertFalse(places.takeIfFree(new Rectangle(390, 0, 20, 10)), "outside");
  }

  @Test
  void aGridNeedsAxesAndCosts() {
    double[][] costs = {{1, 1}, {1, 0}};
    double[] alphas = {0.1, 1};
    IllegalArgumentException missing =
        assertThrows(
            IllegalArgumentException.class,
            () -> new CostGrid(alphas, new int[] {1, 2}, costs, "ns"));
    assertTrue(missing.getMessage().contains("alpha = 1.0, L = 2"), missing.getMessage());
    assertThrows(
        IllegalArgumentException.class, () -> new CostGrid(alphas, new int[] {2, 1}, costs, "ns"));
    assertThrows(
        IllegalArgumentException.class,
        () -> new CostGrid(new double[] {1}, new int[] {1, 2}, costs, "ns"));
  }

  @Test
  void costsHaveThreeDigits() {
    assertEquals("0.35", HeatPainting.cost(0.35));
    assertEquals("120", HeatPainting.cost(120.04));
    assertEquals("1500", HeatPainting.cost(1500));
  }

  private static List<Double> rounded(List<Double> values) {
    return values.stream().map(value -> Math.round(value * 1000) / 1000.0).toList();
  }

  private static long near(BufferedImage image, Color color) {
    long count = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        Color pixel = new Color(image.getRGB(x, y));
        int distance =
            Math.abs(pixel.getRed() - color.getRed())
                + Math.abs(pixel.getGreen() - color.getGreen())
                + Math.abs(pixel.getBlue() - color.getBlue());
        count += distance < 24 ? 1 : 0;
      }
    }
    return count;
  }
}
