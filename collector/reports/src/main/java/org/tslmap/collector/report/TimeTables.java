package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import org.tslmap.collector.origin.Origin;
import org.tslmap.collector.phases.Phase;
import org.tslmap.collector.phases.PhaseShare;
import org.tslmap.collector.phases.PhaseTitles;
import org.tslmap.collector.phases.Phases;
import org.tslmap.collector.report.Column.Shown;
import org.tslmap.collector.report.Table.Branch;
import org.tslmap.collector.report.Table.Sums;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.WindowProfile;

/** Tables of time: the phases of a run with what was done in them, and its windows. */
final class TimeTables {

  private final Scope scope;

  TimeTables(Scope scope) {
    this.scope = scope;
  }

  Table phases() {
    List<Branch> branches = new ArrayList<>();
    List<Branch> unplaced = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    Row whole = Row.of(Map.of("name", new Cell.Text("whole")), Map.of());
    Map<String, Double> sums = new LinkedHashMap<>();
    for (ProcessProfile process : scope.processes()) {
      Phases phases = Phases.find(process.attribution().time());
      List<String> titles = PhaseTitles.of(phases, process.functions());
      long placed = 0;
      for (Phase phase : phases.list()) {
        Branch branch = branch(process, phases, phase, titles.get(phase.kind()));
        branches.add(branch);
        placed += TimeLineTables.accesses(branch.row());
      }
      long others = process.totals().accesses() - placed;
      if (others > 0) {
        Row row = unplaced(process).with(TimeLineTables.counted(others));
        unplaced.add(new Branch(row, List.of()));
      }
      if (phases.list().size() > 1) {
        notes.add("process %d: %s".formatted(process.identity().pid(), phases.pattern()));
      }
    }
    if (!branches.isEmpty()) {
      branches.addAll(unplaced);
      for (Branch branch : branches) {
        branch.row().counts().forEach((key, sum) -> sums.merge(key, sum, Double::sum));
      }
    } else {
      notes.add(scope.noTimeLine());
    }
    List<Column> columns = new ArrayList<>();
    columns.addAll(
        List.of(
            Column.text("name", "phase, function: data", Shown.ALWAYS),
            Column.text("title", "what it does", Shown.ALWAYS),
            Column.number("depth", "depth", Shown.DATA),
            Column.number("process", "process", Shown.DATA),
            Column.text("marked", "marked", Shown.DATA),
            Column.number("first", "from access", Shown.ALWAYS),
            Column.number("windows", "windows", Shown.ALWAYS),
            Column.text("function", "function", Shown.DATA),
            Column.text("data", "data object", Shown.DATA),
            Names.origin()));
    columns.addAll(TimeLineTables.scores(sums.getOrDefault("accesses", 0.0)));
    return new Table(
        "phases",
        "Phases in their order, and what was done to which data in them",
        scope.parameters(),
        columns,
        row -> row.counts().getOrDefault("accesses", 0.0),
        Sums.NESTED,
        true,
        branches,
        whole.with(sums),
        notes);
  }

  /** Accesses that were only counted, or not all scored: when they were made is not known. */
  private static Row unplaced(ProcessProfile process) {
    Map<String, Cell> labels = new LinkedHashMap<>();
    labels.put(
        "name",
        new Cell.Text(
            process.sampling().isPresent()
                ? "sampled, time not known"
                : "counted, time not known"));
    labels.put("depth", new Cell.Number(0));
    labels.put("process", new Cell.Number(process.identity().pid()));
    return Row.of(labels, Map.of()).as(Row.Kind.UNKNOWN);
  }

  private static Branch branch(ProcessProfile process, Phases phases, Phase phase, String title) {
    List<Branch> shares = new ArrayList<>();
    Map<String, Double> sums = new LinkedHashMap<>();
    for (PhaseShare share : phases.pairs(phase)) {
      Row row = row(process, share);
      shares.add(new Branch(row, List.of()));
      row.counts().forEach((key, sum) -> sums.merge(key, sum, Double::sum));
    }
    Map<String, Cell> labels = new LinkedHashMap<>();
    labels.put("name", new Cell.Text(phase.name()));
    labels.put("title", new Cell.Text(title));
    labels.put("depth", new Cell.Number(0));
    labels.put("process", new Cell.Number(process.identity().pid()));
    labels.put("marked", new Cell.Text(phase.marked() ? "by the program" : "found"));
    labels.put("first", new Cell.Number(phase.firstAccess()));
    labels.put("windows", new Cell.Number(phase.windows()));
    return new Branch(Row.of(labels, sums), shares);
  }

  private static Row row(ProcessProfile process, PhaseShare share) {
    Attribution attribution = process.attribution();
    String function =
        share.function() < 0 ? "???" : process.functions().get(share.function()).name();
    String data = Names.of(attribution.objects().get(share.object()));
    Map<String, Cell> labels = new LinkedHashMap<>();
    labels.put("name", new Cell.Text(attribution.hasData() ? function + ": " + data : function));
    labels.put("depth", new Cell.Number(1));
    labels.put("process", new Cell.Number(process.identity().pid()));
    labels.put("function", new Cell.Text(function));
    labels.put("data", new Cell.Text(data));
    if (share.function() >= 0) {
      Origin origin = Origin.of(process.functions().get(share.function()));
      labels.put(Names.ORIGIN, new Cell.Text(origin.key()));
    }
    return Row.of(labels, TimeLineTables.counts(share));
  }

  Table windows() {
    List<Row> rows = new ArrayList<>();
    boolean several = scope.processes().size() > 1;
    for (ProcessProfile process : scope.processes()) {
      int number = 0;
      for (WindowProfile window : process.windows()) {
        Map<String, Cell> labels = new LinkedHashMap<>();
        String of = several ? " of " + process.identity().pid() : "";
        labels.put("name", new Cell.Text(number++ + of));
        labels.put("process", new Cell.Number(process.identity().pid()));
        labels.put("first", new Cell.Number(window.first()));
        rows.add(
            Row.of(
                labels, new Tally(scope.parameters()).add(window.accesses(), window.histograms())));
      }
      long counted = process.totals().counted();
      if (!process.windows().isEmpty() && counted > 0) {
        Histograms histograms = Histograms.empty(scope.parameters());
        histograms.addCounted(counted);
        rows.add(unplaced(process).with(new Tally(scope.parameters()).add(counted, histograms)));
      }
    }
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("name", "window", Shown.ALWAYS));
    columns.add(Column.number("process", "process", Shown.DATA));
    columns.add(Column.number("first", "from access", Shown.ALWAYS));
    for (Column column : scope.measures()) {
      if (!List.of("loads", "stores", "strides").contains(column.key())) {
        columns.add(column);
      }
    }
    return Table.flat(
            "windows",
            windowTitle(),
            scope.parameters(),
            columns,
            rows,
            scope.whole(),
            windowNotes(rows))
        .inTimeOrder();
  }

  private String windowTitle() {
    LongSummaryStatistics length =
        scope.processes().stream().mapToLong(ProcessProfile::windowLength).summaryStatistics();
    return length.getMin() == length.getMax()
        ? "Windows of %,d accesses".formatted(length.getMax())
        : "Windows of %,d to %,d accesses".formatted(length.getMin(), length.getMax());
  }

  private List<String> windowNotes(List<Row> rows) {
    if (rows.isEmpty()) {
      return List.of("the profile has no windows; measure with tslmap run");
    }
    return Sampling.isIn(scope.processes())
        ? List.of(
            "a part of the accesses was scored: windows hold only the first ones; measure with"
                + " --sample=off for all")
        : List.of();
  }
}
