package org.tslmap.npb.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.npb.sweep.RunResult;
import org.tslmap.npb.sweep.Scores;
import org.tslmap.npb.sweep.Subject;
import org.tslmap.plots.Caption;
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

  /**
   * Draws the programs by their scores.
   *
   * @return whether there was any
   */
  public static boolean drawPlane(SweepData data, Path picture) throws IOException {
    List<ScorePlanePlot.Mark> marks = new ArrayList<>();
    for (Subject subject : data.subjects()) {
      Optional<Scores.At> word = data.scored(subject).map(RunResult::scores).map(Scores::word);
      word.ifPresent(
          at ->
              marks.add(
                  new ScorePlanePlot.Mark(subject.name(), subject.benchmark(), at.tl(), at.sl())));
    }
    if (marks.isEmpty()) {
      return false;
    }
    Files.createDirectories(picture.toAbsolutePath().getParent());
    ScorePlanePlot.write(marks, new Caption("", String.join(" ", data.sweep().command())), picture);
    return true;
  }
}
