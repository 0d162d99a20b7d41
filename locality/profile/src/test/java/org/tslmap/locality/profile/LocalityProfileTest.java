package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;

/** Tables are sums of sites, and what is merged adds histograms. */
class LocalityProfileTest {

  private final ProcessProfile process = Profiles.process(7, ProcessEnd.exited(0));

  @Test
  void functionsAddUpToTheWholeExactly() {
    List<FunctionProfile> functions = process.functionProfiles();
    assertEquals(
        List.of("fill", "sum"),
        functions.stream().map(row -> row.function().name()).toList(),
        "most accesses first");
    assertEquals(48, functions.get(1).loads());
    assertEquals(0, functions.get(1).stores());
    Histograms sum = Histograms.empty(Profiles.PARAMETERS);
    functions.forEach(row -> sum.add(row.histograms()));
    assertEquals(process.histograms(), sum);
    assertEquals(process.totals().accesses(), sum.at(Granularity.LINE).accesses());
  }

  @Test
  void processesMergeByAddingHistograms() {
    ScoredStream merged =
        new LocalityProfile("t", List.of(process, Profiles.process(8, ProcessEnd.exited(0))))
            .merged();
    assertEquals(224, merged.totals().accesses());
    assertEquals(new Footprint(224, 28), merged.footprint());
    assertEquals(2, merged.functions().size(), "one row for a function of several processes");
    assertEquals(96, merged.functions().get(1).loads());
    Histograms twice = process.histograms();
    twice.add(process.histograms());
    assertEquals(twice, merged.histograms());
  }

  @Test
  void oneProcessIsItsOwnMerge() {
    ScoredStream own = process.scored();
    ScoredStream merged = new LocalityProfile("t", List.of(process)).merged();
    assertEquals(own.totals(), merged.totals());
    assertEquals(own.footprint(), merged.footprint());
    assertEquals(own.histograms(), merged.histograms());
    assertEquals(own.functions(), merged.functions());
    assertEquals(own.data(), merged.data());
  }

  @Test
  void processesOfDifferentParametersDoNotMerge() {
    ProcessProfile other =
        new ProcessProfile(
            process.identity(),
            process.end(),
            Profiles.PARAMETERS.withWindow(8),
            List.of(),
            AccessTotals.NONE,
            Footprint.none(Profiles.PARAMETERS),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Attribution.NONE,
            Optional.empty(),
            Optional.empty());
    LocalityProfile profile = new LocalityProfile("t", List.of(process, other));
    String message = assertThrows(IllegalStateException.class, profile::merged).getMessage();
    assertTrue(message.contains("replay"), message);
  }

  @Test
  void aCutProcessMakesTheWholeIncomplete() {
    ProcessProfile cut = Profiles.process(9, ProcessEnd.cut("the connection closed"));
    assertFalse(new LocalityProfile("t", List.of(process, cut)).complete());
    assertTrue(new LocalityProfile("t", List.of(process)).complete());
    assertFalse(new LocalityProfile("t", List.of()).complete(), "nothing measured is not complete");
  }

  @Test
  void sitesThatDoNotAddUpAreRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                new ProcessProfile(
                    process.identity(),
                    process.end(),
                    process.parameters(),
                    process.options(),
                    new AccessTotals(113, 49, 64, 113, 0, 0, 0),
                    process.footprint(),
                    process.functions(),
                    process.threads(),
                    process.sites(),
                    process.windows(),
                    Attribution.NONE,
                    Optional.empty(),
                    Optional.empty()));
    assertEquals("the loads of all sites should add up to 49, but add up to 48", e.getMessage());
  }
}
