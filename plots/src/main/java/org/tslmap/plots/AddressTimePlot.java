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
   * @throws IllegalStateException if no access was counted
   */
  public static Picture of(AddressTimeDensity density, String what, Caption caption) {
    Blocks blocks = Blocks.of(density);
    if (blocks.accesses() == 0) {
      throw new IllegalStateException("there is no access to draw");
    }
    Legend legend = new Legend();
    for (Shades shades : Shades.values()) {
      legend.ramp(shades.label(), shades.faintest(), shades.darkest());
    }
    legend.note("darker: more accesses (logarithmic)");
    return new Picture(
        what,
        caption,
        legend,
        (graphics, width, height) -> paint(density, blocks, graphics, width, height));
  }

  /**
   * The blocks of a density with what is the same in any size.
   *
   * @param numbers ascending
   * @param names what lies in each
   * @param loads of each
   * @param stores of each
   */
  record Blocks(long[] numbers, String[] names, long[] loads, long[] stores) {
    static Blocks of(AddressTimeDensity density) {
      long[] loads = new long[density.blocks().length];
      long[] stores = new long[loads.length];
      density
          .cells()
          .visit(
              (column, block, loaded, stored) -> {
                loads[block] += loaded;
                stores[block] += stored;
              });
      return new Blocks(density.blocks(), density.names(), loads, stores);
    }

    long accesses() {
      return Arrays.stream(loads).sum() + Arrays.stream(stores).sum();
    }

    long loads(FoldedAddresses.Range range) {
      return Arrays.stream(loads, range.first(), range.first() + range.count()).sum();
    }

    long stores(FoldedAddresses.Range range) {
      return Arrays.stream(stores, range.first(), range.first() + range.count()).sum();
    }

    FoldedAddresses folded(long blockBytes, double height) {
      long[] weights = new long[numbers.length];
      Arrays.setAll(weights, i -> loads[i] + stores[i]);
      return new FoldedAddresses(numbers, blockBytes, names, weights, height);
    }
  }

  private static void paint(
      AddressTimeDensity density, Blocks blocks, Graphics2D graphics, int width, int height) {
    double most =
        blocks.folded(density.blockBytes(), height).bands().stream()
            .mapToDouble(band -> Look.width(band.range().name(), Look.LABEL))
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
    chart.addAnnotation(new MemoryBands(density, blocks, start, end, room));
    Look.paint(
        chart,
        graphics,
        "memory that is touched (addresses)",
        room + BESIDE,
        width - SHARES,
        height);
  }
}
