package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.Locale;
import org.knowm.xchart.internal.chartpart.Annotation;

/**
 * Fills a chart's plot area with a density: its image, the bands of memory with their names and
 * addresses on the left, and how much each was accessed on the right.
 */
final class MemoryBands extends Annotation {

  /** Room that an address needs. */
  static final double ADDRESS = Look.width("0x7fffffffffff", Look.SMALL);

  private static final double BESIDE = 7;
  private static final double BAR = 56;
  private static final double BAR_HEIGHT = 9;
  private static final double PERCENT = 100;

  private final AddressTimeDensity density;
  private final AddressTimePlot.Blocks blocks;
  private final double start;
  private final double end;
  private final double room;

  MemoryBands(
      AddressTimeDensity density,
      AddressTimePlot.Blocks blocks,
      double start,
      double end,
      double room) {
    super(false);
    this.density = density;
    this.blocks = blocks;
    this.start = start;
    this.end = end;
    this.room = room;
  }

  @Override
  public void paint(Graphics2D graphics) {
    int left = getXAxisScreenValue(start);
    int right = getXAxisScreenValue(end);
    int bottom = getYAxisScreenValue(0);
    int top = getYAxisScreenValue(1);
    int width = right - left;
    int height = bottom - top;
    FoldedAddresses folded = blocks.folded(density.blockBytes(), height);
    DensityRaster raster = new DensityRaster(density, folded, height, width, height);
    graphics.drawImage(raster.image(), left, top, width, height, null);
    for (FoldedAddresses.Band band : folded.bands()) {
      paintBorder(graphics, band, left, right, bottom);
      paintName(graphics, band, left, bottom);
    }
    paintShares(graphics, folded, right, bottom);
  }

  private static void paintBorder(
      Graphics2D graphics, FoldedAddresses.Band band, int left, int right, int bottom) {
    graphics.setColor(Look.LIGHT_GREY);
    graphics.setStroke(new BasicStroke(1f));
    double low = bottom - band.bottom();
    double high = bottom - band.top();
    if (band.range().first() > 0) {
      graphics.draw(new Line2D.Double(left, low, right, low));
    }
    graphics.draw(new Line2D.Double(left, high, right, high));
    graphics.setColor(Look.TEXT);
    graphics.draw(new Line2D.Double(left - 4, low - 0.5, left, low - 0.5));
    graphics.draw(new Line2D.Double(left - 4, high + 0.5, left, high + 0.5));
    graphics.draw(new Line2D.Double(left - 4, low - 0.5, left - 4, high + 0.5));
  }

  /** The name in the middle of the band; the address at its lower end if there is room for both. */
  private void paintName(Graphics2D graphics, FoldedAddresses.Band band, int left, int bottom) {
    double high = band.top() - band.bottom();
    double ofName = Look.height(Look.LABEL);
    double ofAddress = Look.height(Look.SMALL);
    String name = Look.fitted(band.range().name(), Look.LABEL, room);
    String address =
        "0x" + Long.toHexString(blocks.numbers()[band.range().first()] * density.blockBytes());
    graphics.setColor(Look.TEXT);
    double x = left - BESIDE;
    if (!name.isEmpty() && high >= ofName - 2) {
      boolean both = high >= ofName + ofAddress;
      double middle = bottom - (band.bottom() + band.top()) / 2 - (both ? ofAddress / 2 : 0);
      double baseline = middle + Look.ascent(Look.LABEL) / 2 - 2;
      Look.text(graphics, name, Look.LABEL, x - Look.width(name, Look.LABEL), baseline);
      if (both) {
        double below = baseline + ofAddress;
        Look.text(graphics, address, Look.SMALL, x - Look.width(address, Look.SMALL), below);
      }
    } else if (name.isEmpty() && high >= ofAddress - 2) {
      double middle = bottom - (band.bottom() + band.top()) / 2;
      double baseline = middle + Look.ascent(Look.SMALL) / 2 - 2;
      Look.text(graphics, address, Look.SMALL, x - Look.width(address, Look.SMALL), baseline);
    }
  }

  /** Bars of loads and stores, as long as the band's share of all accesses, and that in numbers. */
  private void paintShares(Graphics2D graphics, FoldedAddresses folded, int right, int bottom) {
    long most =
        folded.bands().stream()
            .mapToLong(band -> blocks.loads(band.range()) + blocks.stores(band.range()))
            .max()
            .orElse(1);
    long accesses = blocks.accesses();
    graphics.setColor(Look.TEXT);
    double x = right + BESIDE;
    Look.text(graphics, "share of accesses", Look.SMALL, x, bottom + 10 + Look.ascent(Look.LABEL));
    for (FoldedAddresses.Band band : folded.bands()) {
      if (band.top() - band.bottom() < Look.height(Look.SMALL) - 2) {
        continue;
      }
      long loads = blocks.loads(band.range());
      long stores = blocks.stores(band.range());
      double middle = bottom - (band.bottom() + band.top()) / 2;
      double ofLoads = BAR * loads / most;
      double ofStores = BAR * stores / most;
      graphics.setColor(Shades.LOADS.darkest());
      graphics.fill(new Rectangle2D.Double(x, middle - BAR_HEIGHT / 2, ofLoads, BAR_HEIGHT));
      graphics.setColor(Shades.STORES.darkest());
      graphics.fill(
          new Rectangle2D.Double(x + ofLoads, middle - BAR_HEIGHT / 2, ofStores, BAR_HEIGHT));
      graphics.setColor(Look.TEXT);
      double share = PERCENT * (loads + stores) / accesses;
      String text = share < 0.05 ? "<0.1%" : String.format(Locale.ROOT, "%.1f%%", share);
      double baseline = middle + Look.ascent(Look.SMALL) / 2 - 2;
      Look.text(graphics, text, Look.SMALL, x + BAR + BESIDE, baseline);
    }
  }
}
