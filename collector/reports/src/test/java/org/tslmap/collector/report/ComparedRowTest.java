package org.tslmap.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Example;
import org.tslmap.locality.MetricParameters;

/** What counts as a change between two runs. */
class ComparedRowTest {
  private static final MetricParameters PARAMETERS = MetricParameters.defaults();

  private static ComparedRow row(Optional<Measured> before, Optional<Measured> after) {
    List<Column> columns = new ArrayList<>(Measures.columns(PARAMETERS, 0, List.of()));
    columns.addAll(Measures.footprints(PARAMETERS));
    return new ComparedRow("functions f", before, after, columns, 100, Margins.NONE);
  }

  private static Optional<Measured> of(Map<String, Double> values) {
    return Optional.of(Measured.of("f", "f.c:1", values));
  }

  @Example
  void whatOnlyOneRowKnowsIsNoChange() {
    Optional<Measured> sampled = of(Map.of("accesses", 100.0));
    Optional<Measured> full = of(Map.of("accesses", 100.0, "wordFootprint", 7.0));
    assertFalse(row(sampled, full).significant());
    assertEquals(Map.of(), row(full, sampled).changes());
  }

  @Example
  void aRowThatAppearsOrVanishesCounts() {
    Optional<Measured> full = of(Map.of("accesses", 100.0, "wordFootprint", 7.0));
    assertEquals(
        Map.of("accesses", 100.0, "wordFootprint", 7.0), row(Optional.empty(), full).changes());
    assertEquals(
        Map.of("accesses", -100.0, "wordFootprint", -7.0), row(full, Optional.empty()).changes());
    assertTrue(row(full, Optional.empty()).significant());
  }
}
