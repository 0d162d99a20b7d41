package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.tslmap.collector.origin.Origin;
import org.tslmap.locality.MetricParameters;

/**
 * What the rows of each origin that is folded add up to: their histograms are added, and scores
 * follow from the sum.
 */
final class OriginGroups {

  /**
   * Rows of one origin.
   *
   * @param below the number of the row that they are below, if the table is a tree
   * @param row their sum, which has no label but its origin
   */
  record Group(OptionalInt below, Row row) {}

  private OriginGroups() {}

  /** The groups of a table whose rows do not count what is below them. */
  static List<Group> of(Table table, List<Row> rows) {
    List<Group> groups = new ArrayList<>();
    if (table.sums() == Table.Sums.FLAT) {
      add(OptionalInt.empty(), rows, table.parameters(), groups);
    } else if (table.sums() == Table.Sums.NESTED) {
      int top = 0;
      for (int i = 1; i <= rows.size(); i++) {
        if (i == rows.size() || rows.get(i).depth() == 0) {
          add(OptionalInt.of(top), rows.subList(top + 1, i), table.parameters(), groups);
          top = i;
        }
      }
    }
    return groups;
  }

  private static void add(
      OptionalInt below, List<Row> rows, MetricParameters parameters, List<Group> groups) {
    Map<String, List<Row>> parts = new LinkedHashMap<>();
    for (Row row : rows) {
      String origin = row.label(Names.ORIGIN).words();
      if (!origin.isEmpty() && !origin.equals(Origin.PROGRAM.key())) {
        parts.computeIfAbsent(origin, any -> new ArrayList<>()).add(row);
      }
    }
    parts.forEach(
        (origin, some) ->
            groups.add(
                new Group(
                    below,
                    Row.sum(Map.of(Names.ORIGIN, new Cell.Text(origin)), some, parameters))));
  }
}
