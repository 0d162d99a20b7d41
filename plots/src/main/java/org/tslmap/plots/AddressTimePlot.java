package org.tslmap.plots;

import java.awt.Graphics2D;
import java.util.Arrays;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Which addresses a process accesses when: time to the right, addresses upwards, the darker the
 * more accesses. Loads and stores have colours of their own. Memory that is never touched takes no
 * room, and what lies in the rest is named.
 */
public final class AddressTimePlot {

  private static final double MOST_NAME = 0.22;
  private static final int SHARES = 118;
  private static final double BESIDE = 10;

  private AddressTimePlot() {}

  /**
   * The picture of what a density counted.
   *
   * @param what what is shown, such as "Addresses over time"; the beginning of the title
   * @param names what lies in memory
   * @throws IllegalStateException if no access was counted
   */
  public static Picture of(
      AddressTimeDensity density, String what, MemoryNames names, Caption caption) {
    if (density.accesses() == 0) {
      throw new IllegalStateException("there is no access to draw");
    }
    Named named = Named.of(density, names);
    Legend legend = new Legend();
    for (Shades shades : Shades.values()) {
      legend.ramp(shades.label(), shades.faintest(), shades.darkest());
    }
    legend.note("darker: more accesses (logarithmic)");
    return new Picture(
        what,
        caption,
        legend,
        (graphics, width, height) -> paint(density, named, graphics, width, height));
  }

  /**
   * The blocks of a density with what is the same in any size.
   *
   * @param blocks ascending
   * @param names what lies in each
   * @param loads of each
   * @param stores of each
   */
  record Named(long[] blocks, String[] names, long[] loads, long[] stores) {
    static Named of(AddressTimeDensity density, MemoryNames memory) {
      long[] blocks = density.touchedBlocks();
      long bytes = density.blockBytes();
      String[] names = new String[blocks.length];
      long[] loads = new long[blocks.length];
      long[] stores = new long[blocks.length];
      for (int i = 0; i < blocks.length; i++) {
        names[i] = memory.nameOf(blocks[i] * bytes, bytes, density.lastSite(blocks[i]));
        for (int column = 0; column < density.columns(); column++) {
          loads[i] += density.loads(blocks[i], column);
          stores[i] += density.stores(blocks[i], column);
        }
      }
      return new Named(blocks, names, loads, stores);
    }

    long loads(FoldedAddresses.Piece piece) {
      return Arrays.stream(loads, piece.first(), piece.first() + piece.count()).sum();
    }

    long stores(FoldedAddresses.Piece piece) {
      return Arrays.stream(stores, piece.first(), piece.first() + piece.count()).sum();
    }

    FoldedAddresses folded(long blockBytes, double height) {
      long[] weights = new long[blocks.length];
      Arrays.setAll(weights, i -> loads[i] + stores[i]);
      return new FoldedAddresses(blocks, blockBytes, names, weights, height);
    }
  }

  private static void paint(
      AddressTimeDensity density, Named named, Graphics2D graphics, int width, int height) {
    double most =
        named.folded(density.blockBytes(), height).bands().stream()
            .mapToDouble(band -> Look.width(band.piece().name(), Look.LABEL))
            .max()
            .orElse(0);
    double room = Math.max(MemoryBands.ADDRESS, Math.min(most, width * MOST_NAME));
    long first = density.firstAccess();
    AccessUnit unit = AccessUnit.of(first + density.time());
    double start = (double) first / unit.accesses();
    double end = (double) (first + density.time()) / unit.accesses();

    XYChart chart = new XYChart(1, 1);
    Look.style(chart.getStyler());
    chart
        .getStyler()
        .setPlotGridLinesVisible(false)
        .setYAxisMin(0.0)
        .setYAxisMax(1.0)
        .setYAxisTicksVisible(false)
        .setPlotContentSize(1.0);
    TimeAxis.add(chart, first, first + density.time(), unit, 0);
    // XChart draws no axes without a series; this one's only point lies outside.
    XYSeries none = chart.addSeries("none", new double[] {2 * end}, new double[] {-1});
    none.setMarker(SeriesMarkers.NONE);
    chart.addAnnotation(new MemoryBands(density, named, start, end, room));
    Look.paint(
        chart,
        graphics,
        "memory that is touched (addresses)",
        room + BESIDE,
        width - SHARES,
        height);
  }
}
