package org.tslmap.apexmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Grids have no gaps that a prediction could fall into. */
class GridTest {

  private static final AccessCost QUICK = made(Grid.quick(ProbeSetting.DEFAULT)).cost();
  private static final AccessCost FULL = made(Grid.full(ProbeSetting.DEFAULT)).cost();

  /** What measuring the grid would give, with a cost of 1 ns everywhere. */
  private static SurfaceFile made(Grid grid) {
    List<Surface> surfaces =
        grid.plans().stream()
            .map(
                plan ->
                    new Surface(
                        plan.setting(),
                        plan.words(),
                        plan.stride(),
                        plan.alphas(),
                        plan.lengths(),
                        plan.points().stream()
                            .map(point -> new MeasuredCost(point, 1, 2.6, 0, 5))
                            .toList()))
            .toList();
    return Surfaces.file(surfaces);
  }

  @Property
  void everyPatternOfTheBoxHasACost(
      @ForAll @IntRange(min = 9, max = 25) int words,
      @ForAll @IntRange(max = 16) int length,
      @ForAll @IntRange(max = 9) int stride,
      @ForAll @DoubleRange(min = -3, max = 0) double logAlpha) {
    int strideBits = Math.min(stride, words);
    int lengthBits = Math.min(length, words - strideBits);
    ProbePoint point =
        new ProbePoint(1L << words, 1 << lengthBits, 1 << strideBits, Math.pow(10, logAlpha));
    for (AccessCost cost : List.of(QUICK, FULL)) {
      for (Operation operation : Operation.values()) {
        assertEquals(1, cost.nanoseconds(point, operation, Dependence.INDEPENDENT), 1e-9);
      }
      if (strideBits == 0) {
        assertEquals(1, cost.nanoseconds(point, Operation.READ, Dependence.DEPENDENT), 1e-9);
        assertEquals(1, cost.nanoseconds(point, Operation.UPDATE, Dependence.DEPENDENT), 1e-9);
      }
    }
  }

  @Test
  void theFullGridHasTheAxesOfThePapers() {
    Grid.Plan reads =
        Grid.full(ProbeSetting.DEFAULT).plans().stream()
            .filter(plan -> plan.words() == 1 << 25 && plan.setting().equals(ProbeSetting.DEFAULT))
            .findFirst()
            .orElseThrow();
    assertEquals(
        List.of(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0), reads.alphas());
    assertEquals(17, reads.lengths().size());
    assertEquals(65536, reads.lengths().get(16));
  }

  @Test
  void gridsAreCutToOperationsAndSizes() {
    Grid quick = Grid.quick(ProbeSetting.DEFAULT);
    Grid writes = quick.only(EnumSet.of(Operation.WRITE), EnumSet.allOf(Dependence.class));
    assertTrue(
        writes.plans().stream().allMatch(plan -> plan.setting().operation() == Operation.WRITE));
    assertThrows(
        IllegalArgumentException.class,
        () -> quick.only(EnumSet.of(Operation.WRITE), EnumSet.of(Dependence.DEPENDENT)));
    Grid small = quick.withWords(List.of(64L, 1L << 18));
    assertEquals(
        List.of(64L, 1L << 18), small.plans().stream().map(Grid.Plan::words).distinct().toList());
    assertEquals(
        List.of(1, 4, 16, 64),
        small.plans().get(0).lengths(),
        "lengths that do not fit give way to the one that fills the memory");
    String message =
        assertThrows(IllegalArgumentException.class, () -> quick.withWords(List.of(1000L)))
            .getMessage();
    assertTrue(message.contains("divide M") && message.contains("1000"), message);
  }
}
