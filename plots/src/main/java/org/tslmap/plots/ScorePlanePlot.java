package org.tslmap.plots;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.locality.score.Score;
import org.tslmap.plots.Plot.Axis;
import org.tslmap.plots.Plot.Point;
import org.tslmap.plots.Plot.Series;
import org.tslmap.plots.Plot.Shape;
import org.tslmap.plots.Plot.Style;

/**
 * Programs or functions by their two scores: spatial locality to the right, temporal locality
 * upwards. The larger the mark, the more accesses; those of one kind have one colour and shape, and
 * their names are beside them where there is room.
 */
public final class ScorePlanePlot {

  /**
   * A program or a function.
   *
   * @param name what it is called
   * @param labelled whether its name is written beside it
   * @param kind what decides its colour and shape; empty if all are of one kind
   * @param temporalLocality TL, 0..1
   * @param spatialLocality SL, 0..1
   * @param accesses what decides its size, at least 1
   */
  public record Mark(
      String name,
      boolean labelled,
      String kind,
      double temporalLocality,
      double spatialLocality,
      long accesses) {}

  private ScorePlanePlot() {}

  /**
   * The plot; both axes from 0 to 1.
   *
   * @param what what is shown, such as "Functions by their locality"
   */
  public static Plot of(List<Mark> marks, String what) {
    Map<String, List<Point>> kinds = new TreeMap<>();
    Map<String, Style> styles = new TreeMap<>();
    for (Mark mark : marks) {
      styles.computeIfAbsent(mark.kind(), kind -> Style.ofKind(styles.size()));
      kinds
          .computeIfAbsent(mark.kind(), kind -> new ArrayList<>())
          .add(
              new Point(
                  mark.spatialLocality(),
                  mark.temporalLocality(),
                  mark.spatialLocality(),
                  mark.accesses(),
                  mark.name(),
                  mark.labelled()));
    }
    List<Series> series = new ArrayList<>();
    kinds.forEach(
        (kind, points) -> series.add(new Series(kind, Shape.POINTS, styles.get(kind), points)));
    return new Plot(what, axis(Score.SL), axis(Score.TL), series);
  }

  private static Axis axis(Score score) {
    return Axis.scores("%s: %s of words".formatted(score.heading(), score.measure().name()));
  }
}
