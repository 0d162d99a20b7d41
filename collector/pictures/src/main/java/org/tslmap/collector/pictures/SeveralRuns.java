package org.tslmap.collector.pictures;

import java.util.ArrayList;
import java.util.List;
import org.tslmap.collector.report.Report;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.plots.Caption;
import org.tslmap.plots.Picture;
import org.tslmap.plots.ScoreBarsPlot;
import org.tslmap.plots.ScorePlanePlot;

/** Pictures that compare runs. */
public final class SeveralRuns {

  private final List<ScorePlanePlot.Mark> marks = new ArrayList<>();
  private final List<ScoreBarsPlot.Row> rows = new ArrayList<>();
  private String parameters = "";

  /**
   * Adds a run with at least one access.
   *
   * @param name what pictures call it
   * @throws NothingToDrawException if it was measured with other parameters than those before it
   */
  public void add(String name, LocalityProfile profile) throws NothingToDrawException {
    ScoredStream whole = profile.merged();
    String description = Report.describe(whole.parameters());
    if (!parameters.isEmpty() && !parameters.equals(description)) {
      throw new NothingToDrawException(
          "%s was measured with %s, but the runs before it with %s; replay it with these"
              .formatted(name, description, parameters));
    }
    parameters = description;
    rows.add(ProfilePlots.row(name, whole.histograms(), whole.parameters()));
    String program = profile.mainProcess().identity().executable();
    marks.add(
        ProfilePlots.mark(
            name,
            true,
            program.substring(program.lastIndexOf('/') + 1),
            whole.histograms(),
            whole,
            whole.totals().accesses()));
  }

  /**
   * A picture of all.
   *
   * @param kind one that is of several runs
   * @throws NothingToDrawException if there are too many for it
   */
  public NamedPicture of(PictureKind kind) throws NothingToDrawException {
    Caption caption = new Caption("", parameters, rows.size() + " runs");
    if (kind == PictureKind.PLANE) {
      return new NamedPicture(
          kind.label(), Picture.of(ScorePlanePlot.of(marks, "Runs by their locality"), caption));
    }
    if (rows.size() > ScoreBarsPlot.MOST_ROWS) {
      throw new NothingToDrawException(
          "bars have room for %d runs, but found %d; name fewer, or draw the plane"
              .formatted(ScoreBarsPlot.MOST_ROWS, rows.size()));
    }
    return new NamedPicture(
        kind.label(), Picture.of(ScoreBarsPlot.of(rows, "Scores of runs"), caption));
  }
}
