package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.internal.chartpart.Annotation;

/**
 * The x axis of a chart that shows a stretch of time, with round numbers of accesses. XChart would
 * label places where there is data.
 */
final class TimeAxis extends Annotation {

  private static final double[] STEPS = {1, 2, 5, 10};
  private static final double SPACE = 26;

  private final double start;
  private final double end;
  private final double lowest;

  private TimeAxis(double start, double end, double lowest) {
    super(false);
    this.start = start;
    this.end = end;
    this.lowest = lowest;
  }

  /**
   * Gives a chart such an axis.
   *
   * @param start number of the first access
   * @param end number of the access after the last one
   * @param unit of the chart's x values
   * @param lowest where the axis crosses the other one
   */
  static void add(XYChart chart, long start, long end, AccessUnit unit, double lowest) {
    double from = (double) start / unit.accesses();
    double to = (double) end / unit.accesses();
    chart.setXAxisTitle("time (" + unit.title() + ")");
    chart
        .getStyler()
        .setXAxisMin(from)
        .setXAxisMax(to)
        .setXAxisDecimalPattern("0")
        .setXAxisTickLabelsColor(Look.INVISIBLE)
        .setXAxisTickMarksColor(Look.INVISIBLE);
    chart.addAnnotation(new TimeAxis(from, to, lowest));
  }

  /** Round numbers from start to end, so many at most; at least one if the range holds one. */
  static List<Double> ticks(double start, double end, int most) {
    double least = (end - start) / Math.max(1, most);
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    double step = power * STEPS[STEPS.length - 1];
    for (int i = STEPS.length - 1; i >= 0; i--) {
      step = power * STEPS[i] >= least * (1 - 1e-9) ? power * STEPS[i] : step;
    }
    List<Double> ticks = new ArrayList<>();
    for (long i = (long) Math.ceil(start / step - 1e-9); i * step <= end + step * 1e-9; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** A number of ticks, with as many decimals as their distance needs. */
  static String label(double tick, double distance) {
    int decimals = Math.max(0, -(int) Math.floor(Math.log10(distance) + 1e-9));
    return String.format(Locale.ROOT, "%,." + decimals + "f", tick);
  }

  @Override
  public void paint(Graphics2D graphics) {
    double width = Look.width("0,000,000.0", Look.LABEL) * 0.7 + SPACE;
    int left = getXAxisScreenValue(start);
    int right = getXAxisScreenValue(end);
    int bottom = getYAxisScreenValue(lowest);
    List<Double> ticks = ticks(start, end, (int) ((right - left) / width));
    double distance = ticks.size() > 1 ? ticks.get(1) - ticks.get(0) : end - start;
    graphics.setColor(Look.TEXT);
    graphics.setStroke(new BasicStroke(1f));
    for (double tick : ticks) {
      int x = getXAxisScreenValue(tick);
      graphics.draw(new Line2D.Double(x, bottom + 4, x, bottom + 8));
      String label = label(tick, distance);
      double half = Look.width(label, Look.LABEL) / 2;
      Look.text(graphics, label, Look.LABEL, x - half, bottom + 10 + Look.ascent(Look.LABEL));
    }
  }
}
