package org.tslmap.plots;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Annotation;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Temporal and spatial locality of words and lines over time, with phases shaded. */
public final class TimeLinePlot {

  private static final BasicStroke THICK = new BasicStroke(2.4f);
  private static final BasicStroke DASHED =
      new BasicStroke(2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, new float[] {8, 5}, 0);

  /**
   * The scores of a stretch of time.
   *
   * @param first number of its first access, from 0
   * @param accesses how many there are, at least 1
   * @param wordTl TL of words
   * @param wordSl SL of words
   * @param lineTl TL of lines
   * @param lineSl SL of lines
   */
  public record Window(
      long first, long accesses, double wordTl, double wordSl, double lineTl, double lineSl) {
    long end() {
      return first + accesses;
    }
  }

  /**
   * A stretch of time that is shaded.
   *
   * @param first number of its first access
   * @param end number of the access after its last
   * @param name what is written over it
   */
  public record Phase(long first, long end, String name) {}

  private TimeLinePlot() {}

  /**
   * The picture.
   *
   * @param windows consecutive; at least one
   * @param phases in order, not overlapping; may be none
   * @param what what is shown, such as "Locality over time"; the beginning of the title
   */
  public static Picture of(List<Window> windows, List<Phase> phases, String what, Caption caption) {
    long last = windows.get(windows.size() - 1).end();
    AccessUnit unit = AccessUnit.of(last);
    double start = (double) windows.get(0).first() / unit.accesses();
    double end = (double) last / unit.accesses();
    XYChart chart = new XYChart(1, 1);
    chart.setYAxisTitle("score of a window (0 to 1)");
    Look.style(chart.getStyler());
    chart
        .getStyler()
        .setYAxisMin(0.0)
        .setYAxisMax(1.0)
        .setYAxisDecimalPattern("0.0")
        .setPlotGridVerticalLinesVisible(false)
        .setPlotContentSize(0.97);
    TimeAxis.add(chart, windows.get(0).first(), last, unit, 0);
    Legend legend = new Legend();
    Steps steps = new Steps(chart, legend, windows, unit);
    steps.add("TL of words", Look.BLUE, THICK, Window::wordTl);
    steps.add("SL of words", Look.ORANGE, THICK, Window::wordSl);
    steps.add("TL of lines", Look.SKY, DASHED, Window::lineTl);
    steps.add("SL of lines", Look.VERMILION, DASHED, Window::lineSl);
    chart.addAnnotation(new PhaseShades(phases, unit, start, end));
    return new Picture(what, caption, legend, chart);
  }

  /** Adds lines that are level over each window. */
  private record Steps(XYChart chart, Legend legend, List<Window> windows, AccessUnit unit) {
    void add(String name, Color color, BasicStroke stroke, ToDoubleFunction<Window> score) {
      List<Double> x = new ArrayList<>();
      List<Double> y = new ArrayList<>();
      for (Window window : windows) {
        x.add((double) window.first() / unit.accesses());
        y.add(score.applyAsDouble(window));
        x.add((double) window.end() / unit.accesses());
        y.add(score.applyAsDouble(window));
      }
      XYSeries series = chart.addSeries(name, x, y);
      series.setMarker(SeriesMarkers.NONE);
      series.setLineColor(color).setLineStyle(stroke);
      legend.line(name, color, stroke);
    }
  }

  /** Every second phase is a little darker; names are at the top, below each other if narrow. */
  private static final class PhaseShades extends Annotation {
    private static final Color SHADE = new Color(0, 0, 0, 22);
    private static final int GAP = 6;

    private final List<Phase> phases;
    private final AccessUnit unit;
    private final double start;
    private final double end;

    PhaseShades(List<Phase> phases, AccessUnit unit, double start, double end) {
      super(false);
      this.phases = List.copyOf(phases);
      this.unit = unit;
      this.start = start;
      this.end = end;
    }

    @Override
    public void paint(Graphics2D graphics) {
      int top = getYAxisScreenValue(1);
      int bottom = getYAxisScreenValue(0);
      int left = getXAxisScreenValue(start);
      int right = getXAxisScreenValue(end);
      LabelPlaces places = new LabelPlaces(new Rectangle(left, top, right - left, bottom - top));
      int height = (int) Look.height(Look.LABEL);
      for (int i = 0; i < phases.size(); i++) {
        Phase phase = phases.get(i);
        int from = getXAxisScreenValue((double) phase.first() / unit.accesses());
        int to = getXAxisScreenValue((double) phase.end() / unit.accesses());
        if (i % 2 == 0) {
          graphics.setColor(SHADE);
          graphics.fillRect(from, top, to - from, bottom - top);
        }
        graphics.setColor(Look.TEXT);
        String name = Look.fitted(phase.name(), Look.LABEL, (right - left) / 4.0);
        int width = (int) Look.width(name, Look.LABEL) + GAP;
        int x = Math.max(left, Math.min((from + to - width) / 2, right - width));
        for (int y = top + 2; y + height < top + (bottom - top) / 3; y += height) {
          if (places.takeIfFree(new Rectangle(x, y, width, height))) {
            double baseline = y + Look.ascent(Look.LABEL);
            Look.text(graphics, name, Look.LABEL, x + GAP / 2.0, baseline);
            break;
          }
        }
      }
    }
  }
}
