package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.geom.Line2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Annotation;
import org.tslmap.apexmap.Cache;
import org.tslmap.apexmap.Machine;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;

/**
 * The share of accesses that miss in an ideal cache (fully associative, least recently used) over
 * its size, for caches of words and of lines, with a machine's own caches marked.
 *
 * <p>An access hits a cache of C entries if fewer than C others were touched since its last use.
 * The bins of reuse distances end at powers of two, so at these sizes the share is exact.
 */
public final class MissRatioPlot {

  private static final int SHORTEST_AXIS = 16;
  private static final double PERCENT = 100;
  private static final int KIB = 10;

  private MissRatioPlot() {}

  /**
   * The picture.
   *
   * @param machine whose caches are marked
   * @param what what is shown, such as "Misses by cache size"; the beginning of the title
   */
  public static Picture of(
      Histograms histograms,
      MetricParameters parameters,
      Machine machine,
      String what,
      Caption caption) {
    List<Cache> caches =
        machine.caches().stream().filter(cache -> !cache.type().equals("Instruction")).toList();
    int first = parameters.shift(Granularity.WORD);
    int last = first + SHORTEST_AXIS;
    for (Granularity granularity : parameters.granularities()) {
      int entries = histograms.at(granularity).reuse().length;
      last = Math.max(last, parameters.shift(granularity) + entries);
    }
    for (Cache cache : caches) {
      last = Math.max(last, (int) Math.ceil(place(cache.bytes(), 0)));
    }
    XYChart chart = new XYChart(1, 1);
    chart.setXAxisTitle("size of an ideal cache (fully associative, LRU)");
    chart.setYAxisTitle("accesses that miss (%)");
    Look.style(chart.getStyler());
    chart
        .getStyler()
        .setXAxisMin(-0.3)
        .setXAxisMax(last - first + 0.3)
        .setYAxisMin(0.0)
        .setYAxisMax(100.0)
        .setYAxisTickMarkSpacingHint(60)
        .setYAxisDecimalPattern("0")
        .setMarkerSize(7)
        .setPlotContentSize(0.99);
    List<String> labels = new ArrayList<>();
    for (int exponent = first; exponent <= last; exponent++) {
      labels.add(bytes(exponent));
    }
    PlaceLabels.add(chart, labels);
    Legend legend = new Legend();
    for (Granularity granularity : parameters.granularities()) {
      LocalityHistogram histogram = histograms.at(granularity);
      int shift = parameters.shift(granularity);
      double[] x = new double[last - shift + 1];
      double[] misses = new double[x.length];
      for (int entries = 0; entries < x.length; entries++) {
        x[entries] = entries + shift - first;
        misses[entries] = PERCENT * histogram.missRatio(1L << entries);
      }
      String name =
          String.format(
              Locale.ROOT,
              "cache of %ss (%d B), first touches %.2f%%",
              granularity.name().toLowerCase(Locale.ROOT),
              1L << parameters.shift(granularity),
              PERCENT * histogram.coldShare());
      XYSeries series = chart.addSeries(name, x, misses);
      Color color = Bars.color(granularity).darker();
      series.setLineColor(color).setLineStyle(Bars.stroke(granularity));
      series.setMarker(Bars.marker(granularity)).setMarkerColor(color);
      legend.line(name, color, Bars.stroke(granularity));
    }
    chart.addAnnotation(new CacheMarks(caches, first));
    return new Picture(what, caption, legend, chart);
  }

  private static double place(long bytes, int first) {
    return Math.log(bytes) / Math.log(2) - first;
  }

  private static String bytes(int exponent) {
    String[] units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    return (1L << exponent % KIB) + " " + units[exponent / KIB];
  }

  /** Upright lines at the sizes of caches, named at their upper ends. */
  private static final class CacheMarks extends Annotation {
    private static final BasicStroke STROKE =
        new BasicStroke(
            1.4f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 10, new float[] {4, 4}, 0);
    private static final int GAP = 6;

    private final List<Cache> caches;
    private final int first;

    CacheMarks(List<Cache> caches, int first) {
      super(false);
      this.caches = caches;
      this.first = first;
    }

    @Override
    public void paint(Graphics2D graphics) {
      int bottom = getYAxisScreenValue(0);
      int top = getYAxisScreenValue(PERCENT);
      Rectangle area = new Rectangle(0, top, chart.getWidth(), bottom - top);
      LabelPlaces places = new LabelPlaces(area);
      for (Cache cache : caches) {
        int x = getXAxisScreenValue(place(cache.bytes(), first));
        places.take(new Rectangle(x, top, 1, bottom - top));
      }
      for (Cache cache : caches) {
        int x = getXAxisScreenValue(place(cache.bytes(), first));
        graphics.setColor(Look.TEXT);
        graphics.setStroke(STROKE);
        graphics.draw(new Line2D.Double(x, top, x, bottom));
        String name = cache.toString();
        int width = (int) Look.width(name, Look.LABEL) + GAP;
        int height = (int) Look.height(Look.LABEL);
        for (int y = top; y + height < bottom; y += height) {
          Rectangle right = new Rectangle(x + 2, y, width, height);
          Rectangle left = new Rectangle(x - 2 - width, y, width, height);
          boolean onRight = places.takeIfFree(right);
          if (onRight || places.takeIfFree(left)) {
            Rectangle place = onRight ? right : left;
            double baseline = y + Look.ascent(Look.LABEL);
            Look.text(graphics, name, Look.LABEL, place.x + GAP / 2.0, baseline);
            break;
          }
        }
      }
    }
  }
}
