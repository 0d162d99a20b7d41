package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.report.Column.Shown;
import org.tslmap.collector.report.Table.Branch;
import org.tslmap.collector.report.Table.Sums;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ThreadFunction;
import org.tslmap.locality.profile.ThreadProfile;

/** The table of threads, each with its functions below it where they are known. */
final class ThreadTable {

  private final Scope scope;

  ThreadTable(Scope scope) {
    this.scope = scope;
  }

  Table threads() {
    List<Branch> branches = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (ProcessProfile process : scope.processes()) {
      for (ThreadProfile thread : process.threads()) {
        branches.add(branch(process, thread));
      }
      if (process.threads().size() > 1 && process.attribution().threadFunctions().isEmpty()) {
        notes.add(
            "which functions the threads of process %d ran is not known: %s"
                .formatted(process.identity().pid(), Scope.NO_DATA));
      }
    }
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("name", "thread, function", Shown.ALWAYS));
    columns.add(Column.number("depth", "depth", Shown.DATA));
    columns.add(Column.number("process", "process", Shown.DATA));
    columns.add(Column.number("thread", "thread", Shown.DATA));
    columns.addAll(Names.functionColumns());
    columns.addAll(
        scope.measures().stream().filter(column -> !column.key().equals("strides")).toList());
    columns.addAll(Measures.footprints(scope.parameters()));
    columns.add(Names.where());
    return new Table(
        "threads",
        "Threads, and what each did in which function",
        scope.parameters(),
        columns,
        Table::accesses,
        Sums.NESTED,
        false,
        branches,
        scope.whole(),
        branches.isEmpty() ? scope.orEmpty(List.of(), List.of()) : notes);
  }

  private Branch branch(ProcessProfile process, ThreadProfile thread) {
    boolean several = scope.processes().size() > 1;
    Map<String, Cell> labels = labels(process, thread, 0);
    labels.put(
        "name",
        new Cell.Text(
            "thread " + thread.id() + (several ? " of " + process.identity().pid() : "")));
    Tally tally =
        new Tally(scope.parameters()).add(thread.loads(), thread.stores(), thread.histograms());
    List<Branch> functions = new ArrayList<>();
    if (process.threads().size() == 1) {
      for (FunctionProfile row : process.functionProfiles()) {
        functions.add(
            function(
                process,
                thread,
                Names.of(row.function()),
                new Tally(scope.parameters()).add(row.loads(), row.stores(), row.histograms())));
      }
    }
    for (ThreadFunction row : process.attribution().threadFunctions()) {
      if (row.thread() == thread.id() && process.threads().size() > 1) {
        functions.add(
            function(
                process,
                thread,
                Names.of(process.functions().get(row.function())),
                new Tally(scope.parameters()).add(row.loads(), row.stores(), row.histograms())));
      }
    }
    return new Branch(Row.of(labels, tally).with(thread.footprint()), functions);
  }

  private static Branch function(
      ProcessProfile process, ThreadProfile thread, Map<String, Cell> names, Tally tally) {
    Map<String, Cell> labels = labels(process, thread, 1);
    labels.putAll(names);
    return new Branch(Row.of(labels, tally), List.of());
  }

  private static Map<String, Cell> labels(ProcessProfile process, ThreadProfile thread, int depth) {
    Map<String, Cell> labels = new LinkedHashMap<>();
    labels.put("depth", new Cell.Number(depth));
    labels.put("process", new Cell.Number(process.identity().pid()));
    labels.put("thread", new Cell.Number(thread.id()));
    return labels;
  }
}
