package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Annotation;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * What programs cost in several modes, as multiples of a mode that all are compared with: a row for
 * each program, a mark for each mode, on an axis of powers of two.
 */
public final class CostPlot {

  private static final double MOST_NAME = 0.25;
  private static final double LN2 = Math.log(2);

  /**
   * What a program costs in a mode.
   *
   * @param program its name
   * @param mode name of the mode
   * @param ratio how many times as much as in the mode all are compared with, above 0
   */
  public record Mark(String program, String mode, double ratio) {
    double place() {
      return Math.log(ratio) / LN2;
    }
  }

  private CostPlot() {}

  /**
   * The picture; programs and modes in the order in which they first come.
   *
   * @param marks at least one; those whose ratio is no positive number are left out
   * @param axis what is compared, such as "processor time (x Valgrind without a tool)"
   * @param what what is shown; the beginning of the title
   */
  public static Picture of(List<Mark> marks, String axis, String what, Caption caption) {
    List<Mark> shown =
        marks.stream().filter(mark -> mark.ratio() > 0 && mark.ratio() < 1e9).toList();
    int first = 0;
    int last = 1;
    Set<String> programs = new LinkedHashSet<>();
    Map<String, Plot.Style> modes = new LinkedHashMap<>();
    for (Mark mark : shown) {
      first = Math.min(first, (int) Math.floor(mark.place()));
      last = Math.max(last, (int) Math.ceil(mark.place()));
      programs.add(mark.program());
      modes.computeIfAbsent(mark.mode(), mode -> Plot.Style.ofKind(modes.size()));
    }
    List<String> names = List.copyOf(programs);
    double widest =
        names.stream().mapToDouble(name -> Look.width(name, Look.LABEL)).max().orElse(0);
    int from = first;
    int to = last;
    return new Picture(
        what,
        caption,
        new Legend().kinds(modes),
        (graphics, width, height) -> {
          double room = Math.min(widest, width * MOST_NAME);
          XYChart chart = chart(axis, from, to, names.size());
          chart.addAnnotation(new Marks(shown, names, modes, from, to, room));
          Look.paint(chart, graphics, "", room + Marks.GAP, width, height);
        });
  }

  /** The axes, from one power of two to another. */
  private static XYChart chart(String axis, int first, int last, int rows) {
    XYChart chart = new XYChart(1, 1);
    chart.setXAxisTitle(axis);
    Look.style(chart.getStyler());
    chart
        .getStyler()
        .setPlotGridLinesVisible(false)
        .setXAxisMin(-0.3)
        .setXAxisMax(last - first + 0.3)
        .setYAxisMin(0.0)
        .setYAxisMax((double) Math.max(1, rows))
        .setYAxisTicksVisible(false)
        .setPlotContentSize(0.97);
    // XChart draws no axes without a series.
    XYSeries none = chart.addSeries("none", new double[] {0, last - first}, new double[2]);
    none.setMarker(SeriesMarkers.NONE).setLineColor(Look.INVISIBLE);
    List<String> labels = new ArrayList<>();
    for (int exponent = first; exponent <= last; exponent++) {
      labels.add(exponent < 0 ? "1/" + (1L << -exponent) : Long.toString(1L << exponent));
    }
    PlaceLabels.add(chart, labels);
    return chart;
  }

  /** A line from 1 to each mark, so that what is cheaper goes left and what costs more right. */
  private static final class Marks extends Annotation {
    private static final int GAP = 12;
    private static final double BAND = 0.84;
    private static final int LARGEST = 11;

    private final List<Mark> marks;
    private final List<String> programs;
    private final Map<String, Plot.Style> modes;
    private final int first;
    private final int last;
    private final double room;

    Marks(
        List<Mark> marks,
        List<String> programs,
        Map<String, Plot.Style> modes,
        int first,
        int last,
        double room) {
      super(false);
      this.marks = marks;
      this.programs = programs;
      this.modes = modes;
      this.first = first;
      this.last = last;
      this.room = room;
    }

    @Override
    public void paint(Graphics2D graphics) {
      double top = getYAxisScreenValue(programs.size());
      double bottom = getYAxisScreenValue(0);
      double row = (bottom - top) / Math.max(1, programs.size());
      int left = getXAxisScreenValue(-0.3);
      int right = getXAxisScreenValue(last - first + 0.3);
      graphics.setStroke(new BasicStroke(1f));
      graphics.setColor(Look.LIGHT_GREY);
      for (int place = 0; place <= last - first; place++) {
        int x = getXAxisScreenValue(place);
        graphics.draw(new Line2D.Double(x, top, x, bottom));
      }
      graphics.setColor(Look.TEXT);
      int one = getXAxisScreenValue(-first);
      graphics.draw(new Line2D.Double(one, top, one, bottom));
      for (int i = 0; i < programs.size(); i++) {
        graphics.setColor(Look.LIGHT_GREY);
        graphics.draw(new Line2D.Double(left, top + i * row, right, top + i * row));
        graphics.setColor(Look.TEXT);
        String name = Look.fitted(programs.get(i), Look.LABEL, room);
        double baseline = top + (i + 0.5) * row + Look.ascent(Look.LABEL) / 2 - 1;
        double x = left - GAP / 2.0 - Look.width(name, Look.LABEL);
        Look.text(graphics, name, Look.LABEL, x, baseline);
      }
      List<String> order = List.copyOf(modes.keySet());
      double step = BAND * row / order.size();
      for (Mark mark : marks) {
        double above = (1 - BAND) / 2 * row + (order.indexOf(mark.mode()) + 0.5) * step;
        double y = top + programs.indexOf(mark.program()) * row + above;
        int x = getXAxisScreenValue(mark.place() - first);
        Plot.Style style = modes.get(mark.mode());
        graphics.setColor(Look.color(style.hue()));
        graphics.setStroke(new BasicStroke(1.6f));
        graphics.draw(new Line2D.Double(one, y, x, y));
        graphics.setStroke(new BasicStroke(1f));
        Look.marker(style.marker())
            .paint(graphics, x, y, (int) Math.max(5, Math.min(LARGEST, step)));
      }
    }
  }
}
