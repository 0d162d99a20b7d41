package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.names.Printable;
import org.tslmap.collector.report.Column.Shown;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.StateHistory;

/** Why functions of a run were counted and not recorded, and when that changed. */
final class CountedReasons {

  /** Why a function is in its last state. */
  static final String REASON = "reason";

  /** What happened when and why. */
  static final String CHANGED = "changed";

  private final Map<FunctionInfo, StateHistory> histories;

  private CountedReasons(Map<FunctionInfo, StateHistory> histories) {
    this.histories = histories;
  }

  /** What some processes say of their functions. */
  static CountedReasons of(List<ProcessProfile> processes) {
    return new CountedReasons(StateHistory.byFunction(processes));
  }

  /** The columns for {@link #labels}, which tables for people have as notes. */
  static List<Column> columns() {
    return List.of(
        Column.text(REASON, "reason", Shown.DATA), Column.text(CHANGED, "changed", Shown.DATA));
  }

  /** What is known of a function. */
  StateHistory of(FunctionInfo function) {
    return histories.getOrDefault(function, StateHistory.NONE);
  }

  /** The function's labels; none if it was recorded all the time, or nothing is known. */
  Map<String, Cell> labels(FunctionInfo function) {
    StateHistory history = of(function);
    return history.changes().isEmpty()
        ? Map.of()
        : Map.of(
            REASON, new Cell.Text(history.reason()), CHANGED, new Cell.Text(history.describe()));
  }

  /** A line for each thing that happened to any of the functions in some rows, with their names. */
  static List<String> notes(List<Row> rows) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (Row row : rows) {
      String changed = row.label(CHANGED).words();
      if (!changed.isEmpty()) {
        names
            .computeIfAbsent(Printable.line(changed), any -> new ArrayList<>())
            .add(TextTable.shortened(row.label("name").words()));
      }
    }
    return names.entrySet().stream()
        .map(one -> String.join(", ", one.getValue()) + ": " + one.getKey())
        .toList();
  }
}
