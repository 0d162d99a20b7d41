package org.tslmap.collector.refine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Costs that are known come out again. */
class CostModelTest {

  private static final double NONE = 2;
  private static final long MADE = 1_000_000_000;
  private static final Map<String, Double> NANOS = Map.of("f", 40.0, "g", 75.0, "h", 50.0);
  private static final double COUNTING = 1.5;

  private static MeasuredRun run(Map<String, Long> recorded) {
    double seconds = NONE + 1e-9 * COUNTING * MADE;
    seconds += recorded.isEmpty() ? 0 : CostModel.STARTING + CostModel.FUNCTION * recorded.size();
    for (Map.Entry<String, Long> function : recorded.entrySet()) {
      seconds += 1e-9 * NANOS.get(function.getKey()) * function.getValue();
    }
    return new MeasuredRun(MADE, recorded, seconds);
  }

  @Test
  void whatWasOnlyCountedHasTypicalCosts() {
    CostModel model = CostModel.of(NONE, List.of(run(Map.of())));
    assertEquals(NONE + 1.5, model.countingSeconds(MADE), 0.01);
    assertEquals(COUNTING, model.countingNanos(), 0.01);
    assertEquals(CostModel.TYPICAL_NS, model.recordingNanos("f"), 1e-9);
  }

  @Test
  void aRunIsPredictedAsItWasMeasured() {
    List<MeasuredRun> runs =
        List.of(
            run(Map.of()),
            run(Map.of("f", 200_000_000L)),
            run(Map.of("g", 100_000_000L, "h", 10_000_000L)),
            run(Map.of("g", 400_000_000L)));
    CostModel model = CostModel.of(NONE, runs);
    for (MeasuredRun run : runs) {
      double seconds =
          model.countingSeconds(run.made())
              + (run.recorded().isEmpty() ? 0 : model.startingSeconds());
      for (Map.Entry<String, Long> function : run.recorded().entrySet()) {
        seconds += model.recordingSeconds(function.getKey(), function.getValue());
      }
      assertEquals(run.seconds(), seconds, 0.03 * run.seconds());
    }
    assertEquals(40, model.recordingNanos("f"), 2);
    assertEquals(75, model.recordingNanos("g"), 3);
  }

  /**
   * As in a compiler: thousands of functions, each recorded for a while, cost more than it seems.
   */
  @Test
  void manyFunctionsThatAreRecordedAtFirstAreLearntFromOneRun() {
    Map<String, Long> recorded = new HashMap<>();
    for (int i = 0; i < 2000; i++) {
      recorded.put("f" + i, 5_000L);
    }
    MeasuredRun counted = run(Map.of());
    CostModel before = CostModel.of(NONE, List.of(counted));
    assertEquals(CostModel.STARTING, before.startingSeconds(), 1e-9);
    assertEquals(CostModel.FUNCTION, before.recordingSeconds("f0", 1), 1e-6);
    MeasuredRun run = new MeasuredRun(MADE, recorded, counted.seconds() + 15);
    CostModel model = CostModel.of(NONE, List.of(counted, run));
    double seconds = model.countingSeconds(MADE) + model.startingSeconds();
    for (Map.Entry<String, Long> function : recorded.entrySet()) {
      seconds += model.recordingSeconds(function.getKey(), function.getValue());
    }
    assertEquals(run.seconds(), seconds, 0.03 * run.seconds());
  }

  @Test
  void aFunctionThatNoRunRecordedCostsWhatOthersDo() {
    CostModel model =
        CostModel.of(
            NONE,
            List.of(run(Map.of()), run(Map.of("f", 200_000_000L)), run(Map.of("h", 200_000_000L))));
    double others = (model.recordingNanos("f") + model.recordingNanos("h")) / 2;
    assertTrue(others < 50, "" + others);
    assertEquals(others, model.recordingNanos("never"), 4);
  }

  @Test
  void noTimeMakesCostsNegative() {
    CostModel model =
        CostModel.of(
            NONE,
            List.of(
                new MeasuredRun(MADE, Map.of(), 3),
                new MeasuredRun(MADE, Map.of("f", 500_000_000L), 2.5)));
    assertTrue(model.recordingNanos("f") > 0);
    assertTrue(model.countingNanos() >= 0);
  }

  @Test
  void theCostOfAFewAccessesIsThatOfStarting() {
    CostModel model = CostModel.of(0.5, List.of(new MeasuredRun(1000, Map.of(), 1.8)));
    assertEquals(1.8, model.countingSeconds(1000), 0.02);
  }
}
