package org.tslmap.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.Sampling;

/** Rows of tables add up to the whole run, in loads, stores and every bin of the histograms. */
public final class TableSums {
  private static final int FEW = 7;

  private TableSums() {}

  /** The rows of every table of a run folder's profile do, also with most of them in "others". */
  public static void assertAddUp(Path run) throws IOException {
    assertAddUp(ProfileJson.read(run.resolve("profile.json")));
  }

  /** The rows of every table do, also with most of them in "others". */
  public static void assertAddUp(LocalityProfile profile) {
    if (profile.processes().isEmpty()) {
      return;
    }
    Scope scope = new Scope(Report.of(profile, RowSelection.ALL, List.of()), List.of());
    for (TableKind kind : TableKind.values()) {
      if (!kind.isOfFunction()) {
        Table table = kind.of(scope, "");
        if (table.branches().isEmpty()) {
          assertFalse(table.notes().isEmpty(), () -> "no word on why there are no " + kind);
          continue;
        }
        if (kind == TableKind.WINDOWS && !Sampling.errors(profile.processes()).isEmpty()) {
          assertFalse(table.notes().isEmpty(), "windows of sampled runs hold the first accesses");
          continue;
        }
        assertAddUp(table, RowSelection.ALL.rows(table));
        assertAddUp(table, RowSelection.top(FEW).rows(table));
        if (kind != TableKind.SHARING) {
          assertEquals(scope.accesses(), table.weight().applyAsDouble(table.whole()), table.name());
        }
      }
    }
  }

  /** The rows of a table that are shown, the last of which is the whole, add up to it. */
  static void assertAddUp(Table table, List<Row> rows) {
    Row whole = rows.get(rows.size() - 1);
    assertEquals(Row.Kind.WHOLE, whole.kind(), table.name());
    double weight = 0;
    Tally sum = new Tally(table.parameters());
    for (Row row : rows.subList(0, rows.size() - 1)) {
      if (row.depth() == 0) {
        weight += table.weight().applyAsDouble(row);
      }
      if (row.depth() == 0 || table.sums() == Table.Sums.EXCLUSIVE) {
        row.tally().ifPresent(sum::add);
      }
    }
    assertEquals(table.weight().applyAsDouble(whole), weight, table.name());
    if (weight > 0 && whole.tally().isPresent()) {
      Tally expected = whole.tally().get();
      assertEquals(expected.accesses(), sum.accesses(), table.name());
      if (!table.name().equals("windows")) {
        // Windows do not tell loads from stores, nor what simulated caches missed.
        assertEquals(expected.loads(), sum.loads(), table.name());
        assertEquals(expected.stores(), sum.stores(), table.name());
        assertEquals(expected.histograms().misses(), sum.histograms().misses(), table.name());
      }
      // Accesses that were counted are in no window, so there is nothing to add to by an estimate.
      if (!table.name().equals("windows") || expected.histograms().estimated() == 0) {
        assertEquals(expected.histograms().of(), sum.histograms().of(), table.name());
      }
    }
    assertNested(rows, table);
  }

  /** What is below a row adds up to it, where a row counts what is below it. */
  private static void assertNested(List<Row> rows, Table table) {
    for (int i = 0; i < rows.size() && table.sums() == Table.Sums.NESTED; i++) {
      double below = 0;
      int next = i + 1;
      for (; next < rows.size() && rows.get(next).depth() > rows.get(i).depth(); next++) {
        if (rows.get(next).depth() == rows.get(i).depth() + 1) {
          below += table.weight().applyAsDouble(rows.get(next));
        }
      }
      if (next > i + 1) {
        assertEquals(table.weight().applyAsDouble(rows.get(i)), below, table.name());
      }
    }
  }
}
