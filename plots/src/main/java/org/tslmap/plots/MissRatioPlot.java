package org.tslmap.plots;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tslmap.apexmap.Cache;
import org.tslmap.apexmap.Machine;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.score.Score;
import org.tslmap.plots.Plot.Axis;
import org.tslmap.plots.Plot.Mark;
import org.tslmap.plots.Plot.Point;
import org.tslmap.plots.Plot.Series;
import org.tslmap.plots.Plot.Shape;

/**
 * The share of accesses that miss in an ideal cache (fully associative, least recently used) over
 * its size, for caches of each granularity, with a machine's own caches marked.
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
   * The plot.
   *
   * @param machine whose caches are marked
   * @param what what is shown, such as "Misses by cache size"
   */
  public static Plot of(
      Histograms histograms, MetricParameters parameters, Machine machine, String what) {
    List<Cache> caches =
        machine.caches().stream().filter(cache -> !cache.type().equals("Instruction")).toList();
    List<Granularity> granularities = parameters.granularities();
    int first = parameters.shift(granularities.get(0));
    int last = first + SHORTEST_AXIS;
    for (Granularity granularity : granularities) {
      int entries = histograms.at(granularity).reuse().length;
      last = Math.max(last, parameters.shift(granularity) + entries);
    }
    for (Cache cache : caches) {
      last = Math.max(last, (int) Math.ceil(place(cache.bytes(), 0)));
    }
    List<String> labels = new ArrayList<>();
    for (int exponent = first; exponent <= last; exponent++) {
      labels.add(bytes(exponent));
    }
    List<Series> series = new ArrayList<>();
    for (Granularity granularity : granularities) {
      LocalityHistogram histogram = histograms.at(granularity);
      int shift = parameters.shift(granularity);
      List<Point> misses = new ArrayList<>();
      for (int exponent = shift; exponent <= last; exponent++) {
        double ratio = histogram.missRatio(1L << (exponent - shift));
        misses.add(Point.of(exponent - first, PERCENT * ratio));
      }
      String name =
          String.format(
              Locale.ROOT,
              "cache of %ss (%d B), first touches %.2f%%",
              granularity.key(),
              1L << shift,
              PERCENT * Score.COLD_SHARE.of(histogram, parameters));
      series.add(new Series(name, Shape.LINE, Granularities.style(granularity), misses));
    }
    return new Plot(
        what,
        Axis.places("size of an ideal cache (fully associative, LRU)", labels),
        Axis.percent("accesses that miss (%)"),
        series,
        caches.stream()
            .map(cache -> new Mark(place(cache.bytes(), first), cache.toString()))
            .toList(),
        List.of(),
        List.of());
  }

  private static double place(long bytes, int first) {
    return Math.log(bytes) / Math.log(2) - first;
  }

  private static String bytes(int exponent) {
    String[] units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    return (1L << exponent % KIB) + " " + units[exponent / KIB];
  }
}
