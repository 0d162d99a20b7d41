package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An access that the tool counted and that is nowhere fails the run. */
class AccountingTest {

  private static ProcessProfile process(ProcessEnd end, long byTool, long stored) {
    ProcessProfile one = Profiles.process(7, end);
    AccessTotals totals = one.totals();
    return new ProcessProfile(
        one.identity(),
        end,
        one.parameters(),
        List.of(),
        new AccessTotals(
            totals.accesses(),
            totals.loads(),
            totals.stores(),
            byTool,
            stored,
            totals.blocks(),
            totals.eventWords()),
        one.footprint(),
        one.functions(),
        one.threads(),
        one.sites(),
        one.windows(),
        one.attribution(),
        Optional.empty(),
        Optional.empty());
  }

  private static Accounting of(ProcessProfile... processes) {
    LocalityProfile profile = new LocalityProfile("t", List.of(processes));
    return Accounting.of(profile.processes(), profile.merged());
  }

  private static final long MADE = Profiles.process(7, ProcessEnd.exited(0)).totals().accesses();

  @Test
  void allCountsAreTheSame() {
    Accounting counts = of(process(ProcessEnd.exited(0), MADE, MADE));
    assertTrue(counts.agrees());
    assertEquals("received = scored = stored = the tool's own count", counts.line());
    assertEquals(
        "received = scored = the tool's own count",
        of(process(ProcessEnd.exited(0), MADE, 0)).line());
  }

  @Test
  void whatIsMissingFailsTheRun() {
    // The tool says it made fewer accesses than were received: some came twice or are made up.
    ProcessProfile wrong = process(ProcessEnd.exited(0), MADE - 1, MADE);
    assertFalse(of(wrong).agrees());
    assertTrue(of(wrong).line().startsWith("ACCESSES ARE MISSING"), of(wrong).line());
    LocalityProfile profile = new LocalityProfile("t", List.of(wrong));
    assertFalse(profile.complete());
    assertTrue(profile.problems().get(0).contains("the tool counted"));
  }

  @Test
  void whatWasNotComparedIsSaid() {
    Accounting cut =
        of(process(ProcessEnd.cut("killed"), 0, MADE), process(ProcessEnd.exited(0), MADE, MADE));
    assertFalse(cut.agrees());
    assertTrue(cut.line().contains("did not come of 1 of 2 processes"), cut.line());
    Accounting limited = of(process(ProcessEnd.exited(0), MADE, 5));
    assertTrue(limited.agrees());
    assertTrue(limited.line().endsWith("; 5 are stored"), limited.line());
    Accounting narrowed = of(process(ProcessEnd.exited(0), MADE + 30, MADE));
    assertTrue(narrowed.agrees());
    assertTrue(narrowed.line().endsWith("without 30 that were to be left out"), narrowed.line());
  }
}
