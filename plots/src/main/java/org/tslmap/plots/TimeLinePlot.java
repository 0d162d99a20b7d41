package org.tslmap.plots;

import java.util.ArrayList;
import java.util.List;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.WindowProfile;
import org.tslmap.locality.score.Score;
import org.tslmap.plots.Plot.Axis;
import org.tslmap.plots.Plot.Hue;
import org.tslmap.plots.Plot.Marker;
import org.tslmap.plots.Plot.Point;
import org.tslmap.plots.Plot.Series;
import org.tslmap.plots.Plot.Shape;
import org.tslmap.plots.Plot.Span;
import org.tslmap.plots.Plot.Style;

/** Temporal and spatial locality over time at each granularity, with phases shaded. */
public final class TimeLinePlot {

  private static final List<Score> SCORES = List.of(Score.TL, Score.SL);
  private static final Hue[] HUES = {
    Hue.BLUE, Hue.ORANGE, Hue.SKY, Hue.VERMILION, Hue.GREEN, Hue.PURPLE
  };

  private TimeLinePlot() {}

  /**
   * The plot of a stretch of time.
   *
   * @param windows consecutive; at least one
   * @param phases in order, not overlapping; may be none
   * @param from the first access shown
   * @param to the access after the last one shown
   * @param what what is shown, such as "Locality over time"
   */
  public static Plot of(
      List<WindowProfile> windows,
      MetricParameters parameters,
      List<Span> phases,
      long from,
      long to,
      String what) {
    List<Series> series = new ArrayList<>();
    for (Granularity granularity : parameters.granularities()) {
      for (Score score : SCORES) {
        List<Point> points = new ArrayList<>();
        for (WindowProfile window : windows) {
          long first = Math.max(from, window.first());
          long end = Math.min(to, window.first() + window.accesses());
          if (first < end) {
            double value = score.of(window.histograms().at(granularity), parameters);
            points.add(Point.step(first, end, value));
          }
        }
        Hue hue = HUES[series.size() % HUES.length];
        series.add(
            new Series(
                "%s of %ss".formatted(score.heading(), granularity.key()),
                Shape.STEPS,
                new Style(hue, Marker.CIRCLE, Granularities.dash(granularity)),
                points));
      }
    }
    return new Plot(
        what,
        Axis.time(from, to),
        Axis.scores("score of a window (0 to 1)"),
        series,
        List.of(),
        phases.stream()
            .filter(phase -> phase.from() < to && phase.to() > from)
            .map(
                phase ->
                    new Span(Math.max(from, phase.from()), Math.min(to, phase.to()), phase.name()))
            .toList(),
        List.of());
  }
}
