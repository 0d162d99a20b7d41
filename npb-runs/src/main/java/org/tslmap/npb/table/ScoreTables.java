package org.tslmap.npb.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    addScoreColumns(table);
    for (Subject subject : data.subjects()) {
      Optional<RunResult> result = data.scored(subject);
      if (result.isPresent()) {
        table.row(cells(subject.name(), result.get().scores()));
      } else {
        table.failure(data.reason(subject), subject.name());
      }
    }
    return table.build();
  }

  /** Functions as streams of their own; empty without any. */
  static Optional<Table> functions(SweepData data) {
    Table.Builder table =
        new Table.Builder(
                "functions", "Scores of single functions, isolated: as streams of their own")
            .column("function", "program, function", Unit.TEXT);
    addScoreColumns(table);
    for (PlannedRun run : data.sweep().runs()) {
      if (!run.function().isEmpty()) {
        String name = run.subject().name() + ", " + run.function();
        RunResult result = data.results().get(run);
        if (result != null && result.succeeded()) {
          table.row(cells(name, result.scores()));
        } else {
          table.failure(data.reason(run), name);
        }
      }
    }
    return table.isEmpty() ? Optional.empty() : Optional.of(table.build());
  }

  private static void addScoreColumns(Table.Builder table) {
    table
        .column("accesses", "accesses", Unit.COUNT)
        .column("wordTl", "TL", Unit.SCORE)
        .column("wordSl", "SL", Unit.SCORE)
        .column("wordSlNonZero", "SL*", Unit.SCORE)
        .column("wordZeroStrideShare", "stride 0", Unit.SHARE)
        .column("wordColdShare", "cold", Unit.SHARE)
        .column("wordFootprintBytes", "footprint", Unit.BYTES)
        .column("lineTl", "line TL", Unit.SCORE)
        .column("lineSl", "line SL", Unit.SCORE)
        .column("lineSlNonZero", "line SL*", Unit.SCORE)
        .column("lineFootprintBytes", "in lines", Unit.BYTES)
        .column("failure", "", Unit.TEXT);
  }

  private static Object[] cells(String name, Scores scores) {
    return new Object[] {
      name,
      scores.accesses(),
      scores.word().tl(),
      scores.word().sl(),
      scores.word().slNonZero(),
      scores.word().zeroStrideShare(),
      scores.word().coldShare(),
      scores.word().footprintBytes(),
      scores.line().tl(),
      scores.line().sl(),
      scores.line().slNonZero(),
      scores.line().footprintBytes()
    };
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
    classes.forEach(c -> table.column("tl" + c, "TL " + c, Unit.SCORE));
    classes.forEach(c -> table.column("sl" + c, "SL " + c, Unit.SCORE));
    classes.forEach(c -> table.column("slNonZero" + c, "SL* " + c, Unit.SCORE));
    classes.forEach(c -> table.column("footprintBytes" + c, "footprint " + c, Unit.BYTES));
    rows.forEach((name, subjects) -> table.row(overClasses(data, name, classes, subjects)));
    return Optional.of(table.build());
  }

  private static Object[] overClasses(
      SweepData data, String name, Set<String> classes, Map<String, Subject> subjects) {
    List<Object> tl = new ArrayList<>();
    List<Object> sl = new ArrayList<>();
    List<Object> slNonZero = new ArrayList<>();
    List<Object> footprint = new ArrayList<>();
    for (String problemClass : classes) {
      Optional<Scores.At> word =
          Optional.ofNullable(subjects.get(problemClass))
              .flatMap(data::scored)
              .map(result -> result.scores().word());
      tl.add(word.<Object>map(Scores.At::tl).orElse(""));
      sl.add(word.<Object>map(Scores.At::sl).orElse(""));
      slNonZero.add(word.<Object>map(Scores.At::slNonZero).orElse(""));
      footprint.add(word.<Object>map(Scores.At::footprintBytes).orElse(""));
    }
    List<Object> cells = new ArrayList<>(List.of(name));
    cells.addAll(tl);
    cells.addAll(sl);
    cells.addAll(slNonZero);
    cells.addAll(footprint);
    return cells.toArray();
  }
}
