package org.tslmap.plots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.image.BufferedImage;
import org.junit.jupiter.api.Test;

/** Each pixel stands for all accesses that belong there. */
class DensityRasterTest {

  @Test
  void eachPixelHoldsItsAccesses() {
    // Two blocks side by side.
    SampleDensity density =
        new SampleDensity().load(0x1000).store(0x1008).store(0x1040).load(0x1048);
    DensityRaster raster = raster(density, 4, 40);
    for (int y = 0; y < 40; y++) {
      for (int x = 0; x < 4; x++) {
        boolean here = x < 2 == y < 20;
        assertEquals(here && (x == 0 || x == 3) ? 1 : 0, raster.loads(x, y), x + "," + y);
        assertEquals(here && (x == 1 || x == 2) ? 1 : 0, raster.stores(x, y), x + "," + y);
      }
    }
    assertEquals(1, raster.most());
    BufferedImage image = raster.image();
    assertEquals(Shades.LOADS.darkest(), new Color(image.getRGB(0, 39)), "low is at the bottom");
    assertEquals(Shades.STORES.darkest(), new Color(image.getRGB(2, 0)));
    assertEquals(0, image.getRGB(0, 0), "nothing there");
  }

  @Test
  void narrowImagesAddColumnsUp() {
    SampleDensity density = new SampleDensity();
    for (int i = 0; i < 500; i++) {
      density.load(0x1000).store(0x1000);
    }
    DensityRaster raster = raster(density, 10, 20);
    for (int x = 0; x < 10; x++) {
      assertEquals(50, raster.loads(x, 5));
      assertEquals(50, raster.stores(x, 5));
    }
    assertEquals(100, raster.most());
    assertEquals(Shades.BOTH.darkest(), new Color(raster.image().getRGB(3, 3)));
  }

  @Test
  void shadesKeepApartInGrey() {
    for (double share = 0; share <= 1; share += 0.1) {
      assertTrue(grey(Shades.LOADS.at(share)) > grey(Shades.STORES.at(0)) + 20, "loads " + share);
      assertTrue(grey(Shades.STORES.at(share)) > grey(Shades.BOTH.at(0)) + 5, "stores " + share);
    }
    for (Shades shades : Shades.values()) {
      assertTrue(grey(shades.at(0)) > grey(shades.at(0.5)), "darker: more");
      assertTrue(grey(shades.at(0.5)) > grey(shades.at(1)), "darker: more");
    }
  }

  private static DensityRaster raster(SampleDensity sample, int width, int height) {
    AddressTimeDensity density = sample.density(address -> "");
    long[] blocks = density.blocks();
    FoldedAddresses folded =
        new FoldedAddresses(
            blocks, density.blockBytes(), density.names(), new long[blocks.length], height);
    return new DensityRaster(density, folded, height, width, height);
  }

  /** The lightness of a colour in grey print, 0..255. */
  private static double grey(int rgb) {
    Color color = new Color(rgb);
    return 0.299 * color.getRed() + 0.587 * color.getGreen() + 0.114 * color.getBlue();
  }
}
