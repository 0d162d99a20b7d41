package org.tslmap.npb.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.score.Score;
import org.tslmap.npb.sweep.RunResult;
import org.tslmap.npb.sweep.Scores;
import org.tslmap.npb.sweep.Subject;
import org.tslmap.plots.Caption;
import org.tslmap.plots.Picture;
import org.tslmap.plots.ScoreBarsPlot;
import org.tslmap.plots.ScorePlanePlot;

/** Everything that follows from a sweep alone. */
public final class Tables {

  private Tables() {}

  /** All tables that have something to say. */
  public static List<Table> of(SweepData data) throws IOException, MeasurementException {
    List<Table> tables = new ArrayList<>();
    tables.add(ScoreTables.whole(data));
    ScoreTables.functions(data).ifPresent(tables::add);
    ScoreTables.classes(data).ifPresent(tables::add);
    tables.add(TraceTable.of(data));
    tables.add(OverheadTable.of(data));
    return tables;
  }

  /** The programs on the plane of scores; nothing if none was measured. */
  public static Optional<Picture> plane(SweepData data) throws IOException {
    List<ScorePlanePlot.Mark> marks = new ArrayList<>();
    for (Subject subject : data.subjects()) {
      Optional<Scores> scores = data.scored(subject).map(RunResult::scores).filter(Scores::known);
      scores.ifPresent(
          all ->
              marks.add(
                  new ScorePlanePlot.Mark(
                      subject.name(),
                      true,
                      subject.benchmark(),
                      all.at(Granularity.WORD).of(Score.TL),
                      all.at(Granularity.WORD).of(Score.SL),
                      all.accesses())));
    }
    return marks.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Picture.of(ScorePlanePlot.of(marks, "Programs by their locality"), caption(data)));
  }

  /** The scores of the programs as bars, in as many pictures as are needed. */
  public static List<Picture> bars(SweepData data) throws IOException {
    List<ScoreBarsPlot.Row> rows = new ArrayList<>();
    for (Subject subject : data.subjects()) {
      Optional<Scores.At> word =
          data.scored(subject)
              .map(RunResult::scores)
              .filter(Scores::known)
              .map(scores -> scores.at(Granularity.WORD));
      word.ifPresent(at -> rows.add(new ScoreBarsPlot.Row(subject.name(), at::of)));
    }
    List<Picture> pictures = new ArrayList<>();
    for (int first = 0; first < rows.size(); first += ScoreBarsPlot.MOST_ROWS) {
      int end = Math.min(rows.size(), first + ScoreBarsPlot.MOST_ROWS);
      pictures.add(
          Picture.of(
              ScoreBarsPlot.of(rows.subList(first, end), "Scores of programs"), caption(data)));
    }
    return pictures;
  }

  private static Caption caption(SweepData data) {
    return new Caption("", String.join(" ", data.sweep().command()));
  }
}
