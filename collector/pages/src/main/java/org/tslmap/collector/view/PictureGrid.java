package org.tslmap.collector.view;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.tslmap.collector.density.AddressMap;
import org.tslmap.collector.density.DensityLevel;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.AccessSink;

/**
 * Loads and stores in each pixel of a view of the picture of addresses over time. Filled from the
 * trace, access by access, or from a density, whose blocks may cover several pixels and are then
 * spread over them evenly.
 */
final class PictureGrid {
  /**
   * The view of the picture.
   *
   * @param from number of the first access
   * @param to number of the access behind the last
   * @param low lower edge on the address map's line, 0..1
   * @param high upper edge, 0..1
   * @param columns pixels along time
   * @param rows pixels along addresses
   */
  record View(long from, long to, double low, double high, int columns, int rows) {}

  private final View view;
  private final AddressMap map;
  private final float[] loads;
  private final float[] stores;

  PictureGrid(View view, AddressMap map) {
    this.view = view;
    this.map = map;
    this.loads = new float[view.columns() * view.rows()];
    this.stores = new float[loads.length];
  }

  /** Adds the cells of a density. */
  void add(DensityLevel level) throws IOException {
    long width = level.accessesPerColumn();
    int first = (int) (view.from() / width);
    int end = (int) Math.min(level.columns(), (view.to() + width - 1) / width);
    int[] lowest = new int[level.blocks().length];
    int[] highest = new int[lowest.length];
    for (int row = 0; row < lowest.length; row++) {
      long address = level.blocks()[row] << level.shift();
      double low = height(address);
      double high = height(address + level.blockBytes() - 1);
      lowest[row] = (int) Math.floor(low);
      highest[row] = Math.min((int) Math.floor(high), view.rows() - 1);
      if (high < 0 || low >= view.rows()) {
        highest[row] = -1;
      }
      lowest[row] = Math.max(lowest[row], 0);
    }
    double scale = view.columns() / (double) (view.to() - view.from());
    level.visit(
        first,
        end,
        (column, row, loaded, stored) -> {
          if (highest[row] < 0) {
            return;
          }
          int left = (int) Math.max(0, (column * width - view.from()) * scale);
          int right =
              (int)
                  Math.min(view.columns(), Math.ceil(((column + 1) * width - view.from()) * scale));
          right = Math.max(right, left + 1);
          int pixels = (right - left) * (highest[row] - lowest[row] + 1);
          float l = (float) loaded / pixels;
          float s = (float) stored / pixels;
          for (int y = lowest[row]; y <= highest[row]; y++) {
            for (int x = left; x < right && x < view.columns(); x++) {
              loads[y * view.columns() + x] += l;
              stores[y * view.columns() + x] += s;
            }
          }
        });
  }

  private double height(long address) {
    return (map.place(address) - view.low()) / (view.high() - view.low()) * view.rows();
  }

  /** Takes the accesses of the view's stretch of time, one by one. */
  AccessSink sink(SymbolTables symbols) {
    double scale = view.columns() / (double) (view.to() - view.from());
    double factor = view.rows() / (view.high() - view.low());
    return new AccessSink() {
      private long at;
      private AddressMap.Region region = map.regions().get(0);

      @Override
      public void accesses(int thread, long[] addresses, int[] sites, int count) {
        for (int i = 0; i < count; i++) {
          long address = addresses[i];
          if (address < region.start() || address >= region.end()) {
            region = map.region(address);
          }
          double share = (double) (address - region.start()) / (region.end() - region.start());
          double place = region.from() + share * (region.to() - region.from());
          double y = (place - view.low()) * factor;
          if (y >= 0 && y < view.rows()) {
            int x = Math.min(view.columns() - 1, (int) (at * scale));
            int pixel = ((int) y) * view.columns() + x;
            if (symbols.isStore(sites[i])) {
              stores[pixel]++;
            } else {
              loads[pixel]++;
            }
          }
          at++;
        }
      }
    };
  }

  float loads(int column, int row) {
    return loads[row * view.columns() + column];
  }

  float stores(int column, int row) {
    return stores[row * view.columns() + column];
  }

  /** Loads of all pixels row by row, the lowest first, then stores: little-endian floats. */
  ByteBuffer bytes() {
    ByteBuffer bytes =
        ByteBuffer.allocate(2 * loads.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(loads).put(stores);
    return bytes;
  }
}
