package org.tslmap.plots;

import java.awt.image.BufferedImage;

/** Accesses over time and address, added up for each pixel of an image. */
final class DensityRaster {

  /** Pixels along a side at most. */
  private static final int MOST = 2048;

  private final int width;
  private final int height;
  private final long[][] loads;
  private final long[][] stores;
  private long most;

  /**
   * Adds up.
   *
   * @param density with at least one column
   * @param folded where its blocks are
   * @param foldedHeight how high they are together
   */
  DensityRaster(
      AddressTimeDensity density,
      FoldedAddresses folded,
      double foldedHeight,
      int width,
      int height) {
    this.width = Math.min(width, MOST);
    this.height = Math.min(height, MOST);
    loads = new long[this.height][this.width];
    stores = new long[this.height][this.width];
    int[] bottoms = new int[density.blocks().length];
    int[] tops = new int[bottoms.length];
    double scale = this.height / foldedHeight;
    for (FoldedAddresses.Band band : folded.bands()) {
      int end = band.range().first() + band.range().count();
      for (int i = band.range().first(); i < end; i++) {
        bottoms[i] = Math.min(this.height - 1, (int) Math.round(band.bottomOf(i) * scale));
        int top = Math.max(bottoms[i] + 1, (int) Math.round(band.bottomOf(i + 1) * scale));
        tops[i] = Math.min(top, this.height);
      }
    }
    double pixelsPerColumn = (double) this.width * density.accessesPerColumn() / density.time();
    density
        .cells()
        .visit(
            (column, block, loaded, stored) -> {
              int left = Math.min(this.width - 1, (int) (column * pixelsPerColumn));
              int right = Math.min(this.width, (int) ((column + 1) * pixelsPerColumn));
              right = Math.max(left + 1, right);
              add(left, right, bottoms[block], tops[block], loaded, stored);
            });
    for (int y = 0; y < this.height; y++) {
      for (int x = 0; x < this.width; x++) {
        most = Math.max(most, loads[y][x] + stores[y][x]);
      }
    }
  }

  private void add(int left, int right, int bottom, int top, long loaded, long stored) {
    for (int y = bottom; y < top; y++) {
      for (int x = left; x < right; x++) {
        loads[y][x] += loaded;
        stores[y][x] += stored;
      }
    }
  }

  /** Loads of a pixel; y goes upwards. */
  long loads(int x, int y) {
    return loads[y][x];
  }

  /** Stores of a pixel; y goes upwards. */
  long stores(int x, int y) {
    return stores[y][x];
  }

  /** The most accesses a pixel stands for. */
  long most() {
    return most;
  }

  /**
   * The pixels in colours, by the logarithm of their accesses; transparent where there are none.
   */
  BufferedImage image() {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
    double scale = most <= 1 ? 1 : 1 / Math.log(most);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        long sum = loads[y][x] + stores[y][x];
        if (sum > 0) {
          double share = most <= 1 ? 1 : Math.log(sum) * scale;
          image.setRGB(x, height - 1 - y, Shades.of(loads[y][x], stores[y][x]).at(share));
        }
      }
    }
    return image;
  }
}
