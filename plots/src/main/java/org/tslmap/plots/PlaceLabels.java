package org.tslmap.plots;

import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.internal.chartpart.Annotation;

/**
 * Labels below the places 0, 1, 2, ... of an axis at height 0, or below every second one, and so
 * on, where they are too wide. XChart's own choice of places would not be these.
 */
final class PlaceLabels extends Annotation {

  private static final double SPACE = 8;

  private final List<String> labels;

  private PlaceLabels(List<String> labels) {
    super(false);
    this.labels = List.copyOf(labels);
  }

  /** Labels the x axis of a chart, which gets room for all places and no labels of XChart's. */
  static void add(XYChart chart, List<String> labels) {
    chart
        .getStyler()
        .setPlotGridVerticalLinesVisible(false)
        .setXAxisTickLabelsColor(Look.INVISIBLE)
        .setXAxisTickMarksColor(Look.INVISIBLE);
    chart.addAnnotation(new PlaceLabels(labels));
  }

  @Override
  public void paint(Graphics2D graphics) {
    double widest =
        labels.stream().mapToDouble(label -> Look.width(label, Look.SMALL)).max().orElse(0);
    double room = getXAxisScreenValue(1) - getXAxisScreenValue(0);
    int step = (int) ((widest + SPACE) / Math.max(1, room)) + 1;
    int bottom = getYAxisScreenValue(0);
    graphics.setColor(Look.TEXT);
    for (int place = 0; place < labels.size(); place += step) {
      String label = labels.get(place);
      int x = getXAxisScreenValue(place);
      graphics.draw(new Line2D.Double(x, bottom, x, bottom + 3));
      Look.text(
          graphics,
          label,
          Look.SMALL,
          x - Look.width(label, Look.SMALL) / 2,
          bottom + SPACE + Look.ascent(Look.SMALL));
    }
  }
}
