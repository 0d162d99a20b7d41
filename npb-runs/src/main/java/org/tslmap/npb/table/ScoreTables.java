package org.tslmap.npb.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.score.Measure;
import org.tslmap.locality.score.Score;
import org.tslmap.npb.sweep.PlannedRun;
import org.tslmap.npb.sweep.RunResult;
import org.tslmap.npb.sweep.Scores;
import org.tslmap.npb.sweep.Subject;

/** The scores of whole programs, of single functions, and over classes. */
final class ScoreTables {

  private ScoreTables() {}

  /** Every program, whole. */
  static Table whole(SweepData data) {
    Table.Builder table =
        new Table.Builder("scores", "Scores of whole programs, words of 8 bytes and lines of 64")
            .column("program", "program", Unit.TEXT);
    addScoreColumns(table, data);
    for (Subject subject : data.subjects()) {
      Optional<RunResult> result = data.scored(subject);
      if (result.isPresent()) {
        table.row(cells(data, subject.name(), result.get().scores()));
      } else {
        table.failure(data.reason(subject), subject.name());
      }
    }
    data.partial().ifPresent(table::note);
    return table.build();
  }

  /** Functions as streams of their own; empty without any. */
  static Optional<Table> functions(SweepData data) {
    Table.Builder table =
        new Table.Builder(
                "functions", "Scores of single functions, isolated: as streams of their own")
            .column("function", "program, function", Unit.TEXT);
    addScoreColumns(table, data);
    for (PlannedRun run : data.sweep().runs()) {
      if (!run.function().isEmpty()) {
        String name = run.subject().name() + ", " + run.function();
        RunResult result = data.results().get(run);
        if (result != null && result.succeeded()) {
          table.row(cells(data, name, result.scores()));
        } else {
          table.failure(data.reason(run), name);
        }
      }
    }
    data.partial().ifPresent(table::note);
    return table.isEmpty() ? Optional.empty() : Optional.of(table.build());
  }

  private static void addScoreColumns(Table.Builder table, SweepData data) {
    table.column("accesses", "accesses", Unit.COUNT);
    if (data.partial().isPresent()) {
      table.column("counted", "counted", Unit.COUNT);
    }
    for (Granularity granularity : data.granularities()) {
      String key = granularity.key();
      boolean finest = granularity == data.granularities().get(0);
      for (Score score : shown(finest)) {
        table.column(
            key + capital(score.key()),
            (finest ? "" : key + " ") + score.heading(),
            Unit.of(score.measure().unit()));
      }
      table.column(
          key + "FootprintBytes",
          finest ? Measure.FOOTPRINT.heading() : "in " + key + "s",
          Unit.BYTES);
    }
    table.column("failure", "", Unit.TEXT);
  }

  /** All scores at the finest granularity, and the brief ones at the others. */
  private static List<Score> shown(boolean finest) {
    return finest ? List.of(Score.values()) : Score.brief();
  }

  private static String capital(String key) {
    return key.substring(0, 1).toUpperCase(Locale.ROOT) + key.substring(1);
  }

  private static Object[] cells(SweepData data, String name, Scores scores) {
    List<Object> cells = new ArrayList<>(List.of(name, scores.accesses()));
    if (data.partial().isPresent()) {
      cells.add(scores.counted());
    }
    for (Granularity granularity : data.granularities()) {
      Scores.At at = scores.at(granularity);
      shown(granularity == data.granularities().get(0)).forEach(score -> cells.add(at.of(score)));
      cells.add(at.footprintBytes());
    }
    return cells.toArray();
  }

  /** TL and SL over classes; empty if there is only one class. */
  static Optional<Table> classes(SweepData data) {
    Set<String> classes = new LinkedHashSet<>();
    Map<String, Map<String, Subject>> rows = new LinkedHashMap<>();
    for (Subject subject : data.subjects()) {
      if (!subject.problemClass().isEmpty()) {
        classes.add(subject.problemClass());
        rows.computeIfAbsent(
                subject.benchmark() + " " + Subject.way(subject.variant(), subject.width()),
                name -> new LinkedHashMap<>())
            .put(subject.problemClass(), subject);
      }
    }
    if (classes.size() < 2) {
      return Optional.empty();
    }
    Table.Builder table =
        new Table.Builder("classes", "Scores against class, words")
            .column("program", "program", Unit.TEXT);
    for (Score score : Score.brief()) {
      classes.forEach(
          c ->
              table.column(
                  score.key() + c, score.heading() + " " + c, Unit.of(score.measure().unit())));
    }
    classes.forEach(c -> table.column("footprintBytes" + c, "footprint " + c, Unit.BYTES));
    rows.forEach((name, subjects) -> table.row(overClasses(data, name, classes, subjects)));
    data.partial().ifPresent(table::note);
    return Optional.of(table.build());
  }

  private static Object[] overClasses(
      SweepData data, String name, Set<String> classes, Map<String, Subject> subjects) {
    List<Optional<Scores.At>> words = new ArrayList<>();
    for (String problemClass : classes) {
      words.add(
          Optional.ofNullable(subjects.get(problemClass))
              .flatMap(data::scored)
              .map(result -> result.scores().at(Granularity.WORD)));
    }
    List<Object> cells = new ArrayList<>(List.of(name));
    for (Score score : Score.brief()) {
      words.forEach(word -> cells.add(word.<Object>map(at -> at.of(score)).orElse("")));
    }
    words.forEach(word -> cells.add(word.<Object>map(Scores.At::footprintBytes).orElse("")));
    return cells.toArray();
  }
}
