package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.phases.Phase;
import org.tslmap.collector.phases.PhaseShare;
import org.tslmap.collector.phases.Phases;
import org.tslmap.collector.report.Column.Shown;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.TimeLine;
import org.tslmap.locality.score.Measure;
import org.tslmap.locality.score.Score;

/** The tables of one phase, and the windows of one function or data object. */
final class TimeLineTables {

  private static final String COUNTED = "counted";

  private final Scope scope;

  TimeLineTables(Scope scope) {
    this.scope = scope;
  }

  /** What functions did in the phases of a name. */
  Table functions(String phase) {
    return ofPhase("functions", "Functions", "function", phase);
  }

  /** What was done to data objects in the phases of a name. */
  Table data(String phase) {
    return ofPhase("data", "Data objects", "data object", phase);
  }

  /** What functions did to data objects in the phases of a name. */
  Table matrix(String phase) {
    return ofPhase("matrix", "Functions by data objects", "function", phase);
  }

  private Table ofPhase(String table, String title, String heading, String name) {
    List<Row> rows = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    for (ProcessProfile process : scope.processes()) {
      Phases phases = Phases.find(process.attribution().time());
      names.addAll(phases.kinds());
      int kind = phases.kinds().indexOf(name);
      if (kind >= 0) {
        List<PhaseShare> shares =
            switch (table) {
              case "functions" -> phases.functionsOfKind(kind);
              case "data" -> phases.objectsOfKind(kind);
              default -> phases.pairsOfKind(kind);
            };
        shares.forEach(share -> rows.add(row(process, share)));
      }
    }
    if (!names.isEmpty() && rows.isEmpty()) {
      throw new IllegalArgumentException(
          "no phase of the run is named '%s'; there are: %s"
              .formatted(name, String.join(", ", names)));
    }
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("name", heading, Shown.ALWAYS));
    if (table.equals("matrix")) {
      columns.add(Column.text("data", "data object", Shown.ALWAYS));
    }
    columns.add(Column.number("process", "process", Shown.DATA));
    return table(table, "%s in phase %s".formatted(title, name), columns, rows, "whole phase");
  }

  private static Row row(ProcessProfile process, PhaseShare share) {
    Map<String, Cell> labels = new LinkedHashMap<>();
    if (share.object() >= 0) {
      String data = Names.of(process.attribution().objects().get(share.object()));
      labels.put(share.function() >= 0 ? "data" : "name", new Cell.Text(data));
    }
    if (share.function() >= 0) {
      FunctionInfo function = process.functions().get(share.function());
      labels.put("name", new Cell.Text(function.name()));
      labels.put("where", new Cell.Text(Names.where(function)));
    }
    labels.put("process", new Cell.Number(process.identity().pid()));
    return Row.of(labels, counts(share));
  }

  /**
   * The windows of time in which a function, or any function to a data object, made accesses.
   *
   * @param name the function's or the object's name, see {@link NamePattern}
   */
  Table windows(String name) {
    NamePattern pattern = new NamePattern(name);
    List<Row> rows = new ArrayList<>();
    for (ProcessProfile process : scope.processes()) {
      Attribution attribution = process.attribution();
      Map<Integer, PhaseShare> sums = new TreeMap<>();
      for (TimeLine.Series series : attribution.time().series()) {
        if (pattern.matches(process.functions().get(series.function()).name())
            || pattern.matches(attribution.objects().get(series.object()))) {
          for (TimeLine.Point point : series.points()) {
            PhaseShare none = new PhaseShare(-1, -1, 0, 0, 0, 0);
            sums.put(point.window(), sums.getOrDefault(point.window(), none).plus(point));
          }
        }
      }
      List<Phase> phases = Phases.find(attribution.time()).list();
      sums.forEach((window, sum) -> rows.add(row(process, phases, window, sum)));
    }
    if (rows.isEmpty() && hasWindows()) {
      throw new IllegalArgumentException(
          "no function and no data object of the run is named '%s'; see --table functions and"
                  .formatted(name)
              + " --table data");
    }
    List<Column> columns =
        List.of(
            Column.text("name", "window", Shown.ALWAYS),
            Column.number("process", "process", Shown.DATA),
            Column.text("phase", "phase", Shown.ALWAYS),
            Column.number("first", "from access", Shown.ALWAYS),
            Column.number("length", "of accesses", Shown.ALWAYS));
    return table("windows", "Windows of " + name, columns, rows, name).inTimeOrder();
  }

  private boolean hasWindows() {
    return scope.processes().stream()
        .anyMatch(process -> !process.attribution().time().windows().isEmpty());
  }

  private Row row(ProcessProfile process, List<Phase> phases, int number, PhaseShare sum) {
    TimeLine.Window window = process.attribution().time().windows().get(number);
    String of = scope.processes().size() > 1 ? " of " + process.identity().pid() : "";
    String phase =
        phases.stream().filter(p -> number < p.endWindow()).findFirst().map(Phase::name).orElse("");
    Map<String, Cell> labels = new LinkedHashMap<>();
    labels.put("name", new Cell.Text(number + of));
    labels.put("process", new Cell.Number(process.identity().pid()));
    labels.put("phase", new Cell.Text(phase));
    labels.put("first", new Cell.Number(window.first()));
    labels.put("length", new Cell.Number(window.accesses()));
    return Row.of(labels, counts(sum));
  }

  /** A table of sums of weights, without histograms. */
  private Table table(
      String name, String title, List<Column> labels, List<Row> rows, String wholeName) {
    Map<String, Double> sums = new LinkedHashMap<>();
    rows.forEach(row -> row.counts().forEach((key, sum) -> sums.merge(key, sum, Double::sum)));
    List<Column> columns = new ArrayList<>(labels);
    columns.addAll(scores(sums.getOrDefault("accesses", 0.0)));
    if (rows.stream().anyMatch(row -> row.labels().containsKey("where"))) {
      columns.add(Names.where());
    }
    return Table.flat(
            name,
            title,
            scope.parameters(),
            columns,
            rows,
            Row.of(Map.of("name", new Cell.Text(wholeName)), sums),
            rows.isEmpty() ? List.of(scope.noTimeLine()) : List.of())
        .weighedBy(row -> sum(row, "accesses"));
  }

  /** The sums of a row that stands for a share of a time line. */
  static Map<String, Double> counts(PhaseShare share) {
    return Map.of(
        "accesses",
        (double) share.accesses(),
        "cold",
        (double) share.cold(),
        "temporal",
        share.temporal(),
        "spatial",
        share.spatial());
  }

  /** The accesses of a row. */
  static long accesses(Row row) {
    return (long) sum(row, "accesses");
  }

  /** The sums of a row of accesses that were only counted. */
  static Map<String, Double> counted(long accesses) {
    return Map.of("accesses", (double) accesses, COUNTED, (double) accesses);
  }

  /**
   * The columns of such rows.
   *
   * @param whole accesses that shares are of
   */
  static List<Column> scores(double whole) {
    return List.of(
        Column.of(
            Measure.SHARE,
            Optional.empty(),
            row -> new Cell.Share(sum(row, "accesses") / Math.max(1, whole))),
        Column.count("accesses", "accesses", Shown.ALWAYS),
        average(Score.TL, "temporal"),
        average(Score.SL, "spatial"),
        average(Score.COLD_SHARE, "cold"));
  }

  /**
   * A score of words that is a sum over the accesses, divided by their number; not known where many
   * were only counted, as of histograms.
   */
  private static Column average(Score score, String sum) {
    return Column.of(
        score.measure(),
        Optional.of(Granularity.WORD),
        row -> {
          double counted = sum(row, COUNTED);
          double accesses = sum(row, "accesses");
          return counted > 0 && counted > accesses / Histograms.ALL_BUT_ONE_OF
              ? Cell.notKnown()
              : Cell.of(score.measure().unit(), sum(row, sum) / Math.max(1, accesses - counted));
        });
  }

  private static double sum(Row row, String key) {
    return row.counts().getOrDefault(key, 0.0);
  }
}
