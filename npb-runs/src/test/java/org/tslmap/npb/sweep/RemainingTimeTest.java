package org.tslmap.npb.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tslmap.npb.Variant;

class RemainingTimeTest {

  private static final Subject SMALL = subject("a");
  private static final Subject LARGE = subject("b");

  private static Subject subject(String name) {
    return new Subject(name, name, "W", Variant.SERIAL, 1, List.of(name), "", false);
  }

  private static PlannedRun run(Subject subject, Tool tool) {
    return new PlannedRun(subject, tool, "", 1);
  }

  private static RunResult took(Subject subject, Tool tool, double seconds) {
    return new RunResult(
        run(subject, tool), "", List.of(seconds), seconds, 0, 0, 0, 0, Scores.NONE);
  }

  @Test
  void aToolsMultipleOfOneProgramHoldsForTheOther() {
    RemainingTime time = new RemainingTime();
    time.learn(took(SMALL, Tool.NATIVE, 2));
    time.learn(took(LARGE, Tool.NATIVE, 10));
    time.learn(took(SMALL, Tool.SCORE, 1 + 2 * 30));
    assertEquals(1 + 10 * 30, time.secondsOf(run(LARGE, Tool.SCORE)), 1e-9);
    assertEquals(
        Duration.ofMillis(150_500), time.of(List.of(run(LARGE, Tool.SCORE)), 2), "two at a time");
  }

  @Test
  void whatIsNotKnownTakesAsLongAsOthersOfItsClass() {
    RemainingTime time = new RemainingTime();
    time.learn(took(SMALL, Tool.NATIVE, 5));
    assertEquals(5, time.secondsOf(run(LARGE, Tool.NATIVE)), 1e-9);
    assertEquals(Duration.ZERO, time.of(List.of(), 1));
  }
}
