package org.tslmap.plots;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.tslmap.locality.score.Score;
import org.tslmap.plots.Plot.Axis;
import org.tslmap.plots.Plot.Dash;
import org.tslmap.plots.Plot.Hue;
import org.tslmap.plots.Plot.Marker;
import org.tslmap.plots.Plot.Point;
import org.tslmap.plots.Plot.Series;
import org.tslmap.plots.Plot.Shape;
import org.tslmap.plots.Plot.Style;

/** The brief scores of programs or functions as bars, from the top downwards. */
public final class ScoreBarsPlot {

  /** Rows at most in the usual height; with more, names would not fit. */
  public static final int MOST_ROWS = 36;

  // From dark to light, also in grey print.
  private static final Hue[] HUES = {Hue.BLUE, Hue.ORANGE, Hue.YELLOW, Hue.GREEN, Hue.PURPLE};

  /**
   * A program or a function.
   *
   * @param name what is written beside its bars
   * @param scores its scores of words, 0..1
   */
  public record Row(String name, ToDoubleFunction<Score> scores) {}

  private ScoreBarsPlot() {}

  /**
   * The plot.
   *
   * @param rows 1 to {@link #MOST_ROWS}
   * @param what what is shown, such as "Scores of functions"
   */
  public static Plot of(List<Row> rows, String what) {
    if (rows.isEmpty() || rows.size() > MOST_ROWS) {
      throw new IllegalArgumentException(
          "bars have room for 1 to %d rows, but there are %d".formatted(MOST_ROWS, rows.size()));
    }
    List<Series> series = new ArrayList<>();
    for (Score score : Score.brief()) {
      List<Point> bars = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        bars.add(Point.of(rows.get(i).scores().applyAsDouble(score), i));
      }
      Hue hue = HUES[series.size() % HUES.length];
      series.add(
          new Series(
              score.heading() + ": " + score.measure().name(),
              Shape.BARS,
              new Style(hue, Marker.SQUARE, Dash.SOLID),
              bars));
    }
    return new Plot(
        what,
        Axis.scores("score of words (0 to 1)"),
        Axis.places("", rows.stream().map(Row::name).toList()),
        series);
  }
}
