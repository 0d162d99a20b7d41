package org.tslmap.collector.refine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Functions are picked by worth, within the budget. */
class ChoiceTest {

  private static final long M = 1_000_000;

  /** Every function costs 65 ns an access: a million take 0.065 s. */
  private static final CostModel MODEL =
      CostModel.of(1, List.of(new MeasuredRun(1000 * M, Map.of(), 2)));

  private static Candidate function(String name, long accesses, double waste) {
    return new Candidate(name, accesses, waste, false);
  }

  private static double seconds(List<Candidate> candidates, Set<String> picked) {
    return candidates.stream()
        .filter(c -> picked.contains(c.name()))
        .mapToDouble(c -> MODEL.recordingSeconds(c.name(), c.accesses()))
        .sum();
  }

  @Test
  void wasteIsWorthMoreThanAccesses() {
    List<Candidate> candidates =
        List.of(function("harmless", 90 * M, 0), function("wasteful", 60 * M, 0.3));
    assertEquals(Set.of("wasteful"), Choice.of(candidates, MODEL, 6, Set.of()));
    assertEquals(Set.of("wasteful", "harmless"), Choice.of(candidates, MODEL, 11.8, Set.of()));
    assertEquals(Set.of(), Choice.of(candidates, MODEL, 1, Set.of()));
  }

  @Test
  void twoThatFitTogetherAreBetterThanOneThatIsWorthMore() {
    List<Candidate> candidates =
        List.of(
            function("most", 90 * M, 0.1), // 5.9 s, 9 M wasted
            function("one", 45 * M, 0.15), // 2.9 s, 6.75 M
            function("other", 45 * M, 0.15));
    assertEquals(Set.of("one", "other"), Choice.of(candidates, MODEL, 6, Set.of()));
  }

  @Test
  void harmlessFunctionsFillWhatIsLeft() {
    List<Candidate> candidates =
        List.of(function("wasteful", 50 * M, 0.3), function("harmless", 40 * M, 0));
    assertEquals(Set.of("wasteful", "harmless"), Choice.of(candidates, MODEL, 7.8, Set.of()));
  }

  @Test
  void whatNoRuleNamesIsKeptAndPaidFor() {
    List<Candidate> candidates =
        List.of(new Candidate("???", 50 * M, 0, true), function("wasteful", 50 * M, 0.3));
    assertEquals(Set.of("???"), Choice.of(candidates, MODEL, 6.4, Set.of()));
    assertEquals(Set.of("???"), Choice.of(candidates, MODEL, -1, Set.of()));
    assertEquals(Set.of("???", "wasteful"), Choice.of(candidates, MODEL, 8.1, Set.of()));
  }

  @Test
  void aFunctionLeavesOnlyForAClearGain() {
    List<Candidate> alike = List.of(function("old", 50 * M, 0.30), function("new", 50 * M, 0.31));
    assertEquals(Set.of("new"), Choice.of(alike, MODEL, 5.2, Set.of()));
    assertEquals(Set.of("old"), Choice.of(alike, MODEL, 5.2, Set.of("old")));
    List<Candidate> better = List.of(function("old", 50 * M, 0.30), function("new", 50 * M, 0.4));
    assertEquals(Set.of("new"), Choice.of(better, MODEL, 5.2, Set.of("old")));
  }

  @Test
  void thousandsOfSmallFunctionsLeaveRoomForALargeOne() {
    List<Candidate> candidates = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      candidates.add(function("small" + i, 10_000, 0.01)); // 28 s in all
    }
    candidates.add(function("large", 50 * M, 0.2)); // 3.3 s
    Set<String> picked = Choice.of(candidates, MODEL, 5.2, Set.of());
    assertTrue(picked.contains("large"));
    assertTrue(picked.size() > 100, "" + picked.size());
    assertTrue(seconds(candidates, picked) <= 5.2);
  }

  @Test
  void noOtherSetIsWorthMuchMore() {
    Random random = new Random(1);
    for (int trial = 0; trial < 30; trial++) {
      List<Candidate> candidates = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        candidates.add(function("f" + i, (5 + random.nextInt(60)) * M, random.nextDouble() / 2));
      }
      double budget = 3 + 6 * random.nextDouble();
      Set<String> picked = Choice.of(candidates, MODEL, budget, Set.of());
      assertTrue(seconds(candidates, picked) <= budget);
      assertTrue(worth(candidates, picked) >= 0.99 * best(candidates, budget), "trial " + trial);
    }
  }

  private static double worth(List<Candidate> candidates, Set<String> picked) {
    double accesses = candidates.stream().mapToDouble(Candidate::accesses).sum();
    double waste = candidates.stream().mapToDouble(c -> c.accesses() * c.waste()).sum();
    return candidates.stream()
        .filter(c -> picked.contains(c.name()))
        .mapToDouble(c -> c.accesses() * (c.waste() / waste + 0.05 / accesses))
        .sum();
  }

  private static double best(List<Candidate> candidates, double budget) {
    double best = 0;
    for (int bits = 0; bits < 1 << candidates.size(); bits++) {
      int set = bits;
      Set<String> names =
          candidates.stream()
              .filter(c -> (set >> candidates.indexOf(c) & 1) != 0)
              .map(Candidate::name)
              .collect(java.util.stream.Collectors.toSet());
      if (seconds(candidates, names) <= budget) {
        best = Math.max(best, worth(candidates, names));
      }
    }
    return best;
  }
}
