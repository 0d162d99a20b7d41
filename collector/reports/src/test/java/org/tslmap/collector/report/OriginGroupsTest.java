package org.tslmap.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.score.Score;

/** A failure means that a folded group has a mean of scores, not that of its accesses. */
class OriginGroupsTest {
  private static final MetricParameters PARAMETERS = MetricParameters.defaults();

  /**
   * Loads of which so many were scored, all of them the next word, first touched or touched again.
   */
  private static Row row(String name, String origin, long loads, long cold, long again) {
    Histograms histograms = Histograms.empty(PARAMETERS);
    histograms.word().addCold(cold);
    histograms.word().addReuse(0, again);
    histograms.word().addStride(1, cold + again);
    return Row.of(
        Map.of("name", new Cell.Text(name), Names.ORIGIN, new Cell.Text(origin)),
        new Tally(PARAMETERS).add(loads, 0, histograms));
  }

  private static double tl(Row row) {
    return Score.TL.of(row.tally().orElseThrow().histograms().word(), PARAMETERS);
  }

  private static Table table(List<Row> rows) {
    return Table.flat("t", "T", PARAMETERS, List.of(), rows, rows.get(0), List.of());
  }

  @Test
  void scoresAreThoseOfAllAccessesThatWereScored() {
    // A mean weighted by loads would be 0.5: of the first loads only a tenth were scored.
    List<Row> rows =
        List.of(
            row("main", "program", 5, 5, 0),
            row("relocate", "start", 100, 0, 10),
            row("lookup", "start", 100, 90, 0),
            row("memcpy", "library", 7, 0, 7));
    List<OriginGroups.Group> groups = OriginGroups.of(table(rows), rows);
    assertEquals(2, groups.size());
    assertEquals("start", groups.get(0).row().label(Names.ORIGIN).words());
    assertEquals(200, Table.accesses(groups.get(0).row()));
    assertEquals(0.1, tl(groups.get(0).row()), 1e-12);
  }

  @Test
  void rowsBelowOthersAreGroupsOfTheirOwn() {
    List<Row> rows =
        List.of(
            row("A", "", 3, 3, 0),
            row("x", "start", 1, 1, 0).at(1),
            row("y", "start", 2, 0, 2).at(1),
            row("B", "", 4, 0, 4),
            row("x", "start", 1, 0, 1).at(1),
            row("y", "start", 3, 0, 3).at(1));
    Table flat = table(rows);
    Table nested =
        new Table(
            "t",
            "T",
            PARAMETERS,
            List.of(),
            flat.weight(),
            Table.Sums.NESTED,
            true,
            flat.branches(),
            flat.whole(),
            List.of());
    List<OriginGroups.Group> groups = OriginGroups.of(nested, rows);
    assertEquals(
        List.of(OptionalInt.of(0), OptionalInt.of(3)),
        groups.stream().map(OriginGroups.Group::below).toList());
    assertEquals(2.0 / 3, tl(groups.get(0).row()), 1e-12);
    assertEquals(1, tl(groups.get(1).row()), 1e-12);
  }
}
