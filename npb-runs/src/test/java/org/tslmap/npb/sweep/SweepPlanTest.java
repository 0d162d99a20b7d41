package org.tslmap.npb.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tslmap.npb.Variant;

class SweepPlanTest {

  private static final SweepPlan.Function SEED = new SweepPlan.Function("is", "find_my_seed");

  private static Subject subject(String benchmark, String problemClass) {
    String name = benchmark + "." + problemClass + ".serial";
    return new Subject(
        name, benchmark, problemClass, Variant.SERIAL, 1, List.of("/bin/" + name), "", true);
  }

  private static List<String> ids(SweepPlan plan, Subject... subjects) {
    return plan.runs(List.of(subjects)).stream().map(PlannedRun::id).toList();
  }

  @Test
  void aProgramRunsAloneUnderValgrindAndMeasured() {
    assertEquals(
        List.of("cg.W.serial.native", "cg.W.serial.none", "cg.W.serial.score"),
        ids(new SweepPlan(3, false, false, List.of(SEED)), subject("cg", "W")));
  }

  @Test
  void functionsBelongToTheirBenchmark() {
    assertEquals(
        List.of(
            "is.W.serial.native",
            "is.W.serial.none",
            "is.W.serial.store",
            "is.W.serial.store.find_my_seed"),
        ids(new SweepPlan(3, true, false, List.of(SEED)), subject("is", "W")));
  }

  @Test
  void otherToolsRunOnTheSmallestClassOnly() {
    SweepPlan plan = new SweepPlan(1, false, true, List.of());
    assertEquals(
        List.of(
            "is.S.serial.native",
            "is.S.serial.none",
            "is.S.serial.lackey",
            "is.S.serial.cachegrind",
            "is.S.serial.trace",
            "is.S.serial.score",
            "is.S.serial.store",
            "is.A.serial.native",
            "is.A.serial.none",
            "is.A.serial.trace",
            "is.A.serial.score",
            "is.A.serial.store"),
        ids(plan, subject("is", "S"), subject("is", "A")));
  }
}
