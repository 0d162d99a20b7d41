package org.tslmap.plots;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntPredicate;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Annotation;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.tslmap.locality.AccessSink;

/**
 * Which addresses a process accesses when: time to the right, addresses upwards, the darker the
 * more accesses. Loads and stores have colours of their own. Memory that is never touched takes no
 * room. Needs at most about 17 MB while accesses come in.
 */
public final class AddressTimePlot implements AccessSink {

  private static final int IMAGE_HEIGHT = 640;
  private static final long LABEL_BYTES = 8;
  private static final double FAINTEST = 0.45;
  private static final Color GAP = new Color(0xEE, 0xEE, 0xEE);

  private final AddressTimeDensity density;

  /**
   * A plot that has seen no access.
   *
   * @param isStore whether an access site writes; asked for sites as they come in
   */
  public AddressTimePlot(IntPredicate isStore) {
    density = new AddressTimeDensity(isStore);
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] sites, int count) {
    density.accesses(thread, addresses, sites, count);
  }

  /** Accesses taken in so far. */
  public long accesses() {
    return density.accesses();
  }

  /**
   * Draws what came in so far, 1200 x 800 pixels.
   *
   * @throws IllegalStateException if no access came in
   * @throws IOException if the file cannot be written
   */
  public void write(Caption caption, Path file) throws IOException {
    if (density.accesses() == 0) {
      throw new IllegalStateException("there is no access to draw");
    }
    FoldedAddresses folded = new FoldedAddresses(density.touchedBlocks(), density.blockBytes());
    TimeUnit unit = TimeUnit.of(density.accesses());
    double end = (double) density.columns() * density.accessesPerColumn() / unit.accesses();

    XYChart chart = new XYChart(Picture.WIDTH, Picture.CHART_HEIGHT);
    chart.setTitle(Picture.title("Addresses over time", caption));
    chart.setXAxisTitle("time (" + unit.title() + ")");
    chart.setYAxisTitle("address (hexadecimal; memory that is never touched is left out)");
    Picture.style(chart.getStyler());
    chart
        .getStyler()
        .setPlotGridLinesVisible(false)
        .setXAxisMin(0.0)
        .setXAxisMax(end)
        .setYAxisMin(0.0)
        .setYAxisMax(folded.height())
        .setYAxisTickLabelsFormattingFunction(
            height -> Long.toHexString(folded.addressAt(height) & -LABEL_BYTES))
        .setPlotContentSize(1.0);
    legend(chart, "loads", Picture.BLUE, end);
    legend(chart, "stores", Picture.VERMILION, end);
    legend(chart, "both", Picture.GREY, end);
    chart.addAnnotation(new PlotFilling(raster(folded), end, folded.height()));
    Picture.write(chart, caption, file);
  }

  /** A series that only stands for a colour: its one point lies outside what is drawn. */
  private static void legend(XYChart chart, String name, Color color, double end) {
    XYSeries series = chart.addSeries(name, new double[] {2 * end}, new double[] {-1.0});
    series.setMarker(SeriesMarkers.SQUARE).setMarkerColor(color).setLineColor(color);
    series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
  }

  private BufferedImage raster(FoldedAddresses folded) {
    long[] blocks = density.touchedBlocks();
    int columns = density.columns();
    long[][] loads = new long[IMAGE_HEIGHT][columns];
    long[][] stores = new long[IMAGE_HEIGHT][columns];
    double scale = IMAGE_HEIGHT / folded.height();
    for (int i = 0; i < blocks.length; i++) {
      int from = (int) (folded.position(i) * scale);
      int to = Math.max(from + 1, (int) ((folded.position(i) + 1) * scale));
      for (int x = 0; x < columns; x++) {
        int loaded = density.loads(blocks[i], x);
        int stored = density.stores(blocks[i], x);
        for (int y = from; y < to && y < IMAGE_HEIGHT; y++) {
          loads[y][x] += loaded;
          stores[y][x] += stored;
        }
      }
    }
    return colour(loads, stores, columns, folded, scale);
  }

  private static BufferedImage colour(
      long[][] loads, long[][] stores, int columns, FoldedAddresses folded, double scale) {
    long most = 1;
    for (int y = 0; y < IMAGE_HEIGHT; y++) {
      for (int x = 0; x < columns; x++) {
        most = Math.max(most, loads[y][x] + stores[y][x]);
      }
    }
    BufferedImage image = new BufferedImage(columns, IMAGE_HEIGHT, BufferedImage.TYPE_INT_ARGB);
    for (double gap : folded.gaps()) {
      int y = Math.min(IMAGE_HEIGHT - 1, (int) (gap * scale));
      for (int x = 0; x < columns; x++) {
        image.setRGB(x, IMAGE_HEIGHT - 1 - y, GAP.getRGB());
      }
    }
    for (int y = 0; y < IMAGE_HEIGHT; y++) {
      for (int x = 0; x < columns; x++) {
        long sum = loads[y][x] + stores[y][x];
        if (sum > 0) {
          Color hue =
              stores[y][x] == 0
                  ? Picture.BLUE
                  : loads[y][x] == 0 ? Picture.VERMILION : Picture.GREY;
          double strength = FAINTEST + (1 - FAINTEST) * Math.log1p(sum) / Math.log1p(most);
          int alpha = (int) Math.round(255 * strength);
          image.setRGB(x, IMAGE_HEIGHT - 1 - y, alpha << 24 | hue.getRGB() & 0xFFFFFF);
        }
      }
    }
    return image;
  }

  /** An image that fills the chart's whole plot area, whatever its size on the screen. */
  private static final class PlotFilling extends Annotation {
    private final BufferedImage image;
    private final double xMax;
    private final double yMax;

    PlotFilling(BufferedImage image, double xMax, double yMax) {
      super(false);
      this.image = image;
      this.xMax = xMax;
      this.yMax = yMax;
    }

    @Override
    public void paint(Graphics2D graphics) {
      int left = getXAxisScreenValue(0);
      int right = getXAxisScreenValue(xMax);
      int bottom = getYAxisScreenValue(0);
      int top = getYAxisScreenValue(yMax);
      graphics.drawImage(image, left, top, right - left, bottom - top, null);
    }
  }

  /** Accesses, or thousands, millions or billions of them. */
  private record TimeUnit(long accesses, String title) {
    static TimeUnit of(long accesses) {
      if (accesses < 10_000) {
        return new TimeUnit(1, "accesses");
      }
      if (accesses < 10_000_000) {
        return new TimeUnit(1000, "thousand accesses");
      }
      if (accesses < 10_000_000_000L) {
        return new TimeUnit(1_000_000, "million accesses");
      }
      return new TimeUnit(1_000_000_000, "billion accesses");
    }
  }
}
