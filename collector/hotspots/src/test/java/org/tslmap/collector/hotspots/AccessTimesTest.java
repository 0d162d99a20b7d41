package org.tslmap.collector.hotspots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tslmap.apexmap.Dependence;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.OutsideSurfaceException;
import org.tslmap.apexmap.Surface;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;

class AccessTimesTest {

  private static final AccessTimes TYPICAL = AccessTimes.typical(HotspotSettings.COMMON_CACHES);
  private static final int PAGE = 4096;

  @Test
  void costsAreThoseOfMemoriesOfTheSize() {
    AccessTimes times = AccessTimes.of(SmallSurfaces.file(SmallSurfaces.surfaces()), "mine");
    assertEquals("mine", times.source());
    assertEquals(1, times.hit());
    double bytes = 520 * 512 * 8;
    assertEquals(0, times.penalty(Manner.OVERLAPPED, 0, bytes));
    assertEquals(15, times.penalty(Manner.OVERLAPPED, 0, 1024 * bytes), 1e-9);
    assertEquals(
        3, times.penalty(Manner.OVERLAPPED, 0, 32 * bytes), 1e-9, "the logarithms' middle");
    assertEquals(7.5, times.penalty(Manner.STREAMED, 0, 1024 * bytes), 1e-9, "of long visits");
    assertEquals(198, times.penalty(Manner.DEPENDENT, 0, Double.POSITIVE_INFINITY), 1e-9);
    assertEquals(7.5, times.penalty(Manner.STRIDED, 64, 1024 * bytes), 1e-9);
  }

  @Test
  void aWalkOverPagesCountsTheLinesItUses() {
    AccessTimes times = AccessTimes.of(SmallSurfaces.file(SmallSurfaces.surfaces()), "mine");
    // Of 520 * 512 words a walk with steps of a page uses 520 lines.
    assertEquals(0, times.penalty(Manner.STRIDED, PAGE, 520 * 64));
    assertEquals(7.5, times.penalty(Manner.STRIDED, -PAGE, 1024 * 520 * 64), 1e-9);
    assertEquals(7.5, times.penalty(Manner.STRIDED, PAGE + 64, 1024 * 512 * 64), 1e-9);
  }

  @Test
  void stepsWithinPagesNeedFewerPagesThanLines() {
    double pages = TYPICAL.penalty(Manner.STRIDED, PAGE + 64, 128 * 64);
    assertTrue(pages > 0, "128 pages are more than a TLB holds");
    assertEquals(0, TYPICAL.penalty(Manner.STRIDED, 256, 128 * 64), "these are in 8 pages");
  }

  @Test
  void aWalkThatBeginsAgainHasNoMorePagesThanSteps() {
    double bytes = 1L << 16;
    double lines = TYPICAL.penalty(Manner.STRIDED, 64, bytes);
    for (long stride : List.of(PAGE, PAGE + 64)) {
      assertTrue(TYPICAL.penalty(Manner.STRIDED, stride, bytes) > lines, "1024 pages");
      assertEquals(
          lines + TYPICAL.penalty(Manner.STRIDED, stride, 16 * 64),
          TYPICAL.penalty(Manner.STRIDED, stride, 16 * 64, bytes),
          1e-9,
          "16 pages");
      assertEquals(
          TYPICAL.penalty(Manner.STRIDED, stride, bytes),
          TYPICAL.penalty(Manner.STRIDED, stride, Double.POSITIVE_INFINITY, bytes));
    }
  }

  @Test
  void stepsToOtherPagesAreNotFetchedAhead() {
    double far = Double.POSITIVE_INFINITY;
    double single = TYPICAL.penalty(Manner.OVERLAPPED, 0, far);
    double lines = TYPICAL.penalty(Manner.STRIDED, 64, far);
    assertTrue(lines < single / 2, "fetched ahead within pages");
    for (long stride : List.of(PAGE, PAGE + 64, 40 * PAGE + 64)) {
      assertEquals(single, TYPICAL.penalty(Manner.STRIDED, stride, 64, far), 1e-9);
    }
    double between = TYPICAL.penalty(Manner.STRIDED, 512, 64, far);
    assertTrue(between > lines && between < single, lines + " " + between + " " + single);
  }

  @Test
  void whatCompetesForSetsGoesOnWhileOthersWaitForMemory() {
    Memory memory =
        new Memory(
            MetricParameters.defaults(),
            new HotspotSettings(
                List.of(new CacheLevel("L1", 32768, 8), new CacheLevel("L2", 1L << 20, 8)),
                TYPICAL,
                HotspotSettings.LEAST_SHARE));
    StepWalk walk = new StepWalk(PAGE, 16, 16, Operation.WRITE);
    int sixteen = 5; // distances of 16 to 31 lines
    LocalityHistogram near = memory.emptyHistogram();
    near.addReuse(sixteen, 1000);
    double conflicts = memory.penalty(Manner.STRIDED, walk, near);
    assertTrue(conflicts > memory.penalty(Manner.STRIDED, walk.inAllSets(), near));
    LocalityHistogram few = memory.emptyHistogram();
    few.addReuse(sixteen, 1000);
    few.addCold(1);
    assertEquals(conflicts, memory.penalty(Manner.STRIDED, walk, few), 1e-9);
    LocalityHistogram many = memory.emptyHistogram();
    many.addReuse(sixteen, 1000);
    many.addCold(10_000);
    assertEquals(
        memory.penalty(Manner.STRIDED, walk.inAllSets(), many),
        memory.penalty(Manner.STRIDED, walk, many),
        1e-9);
  }

  @Test
  void whatIsMissingIsNamed() {
    List<Surface> surfaces = SmallSurfaces.surfaces();
    surfaces.removeIf(surface -> surface.stride() == 512);
    OutsideSurfaceException thrown =
        assertThrows(
            OutsideSurfaceException.class,
            () -> AccessTimes.of(SmallSurfaces.file(surfaces), "mine"));
    assertEquals(
        "expected independent reads with a stride of 512 words, found none; measure them with"
            + " tslmap apex measure --quick",
        thrown.getMessage());
  }

  @ParameterizedTest
  @EnumSource
  void typicalCostsGrowWithDistance(Manner manner) {
    for (long stride : List.of(64L, 320L, 4096L, 4160L, 100_000L)) {
      double last = 0;
      for (double bytes = 64; bytes < 1e10; bytes *= 2) {
        double next = TYPICAL.penalty(manner, stride, bytes);
        assertTrue(
            next >= last - 1e-9, manner + " after " + bytes + ": " + next + " below " + last);
        last = next;
      }
      assertEquals(last, TYPICAL.penalty(manner, stride, Double.POSITIVE_INFINITY));
      assertTrue(last > 0);
    }
  }

  @Test
  void aChainWaitsLongestAndAStreamLeast() {
    double far = Double.POSITIVE_INFINITY;
    double chain = TYPICAL.penalty(Manner.DEPENDENT, 0, far);
    double random = TYPICAL.penalty(Manner.OVERLAPPED, 0, far);
    double stream = TYPICAL.penalty(Manner.STREAMED, 0, far);
    assertTrue(chain > 10 * random && random > 8 * stream, chain + " " + random + " " + stream);
  }

  @Test
  void oneSmallCacheIsFollowedByMemory() {
    AccessTimes small = AccessTimes.typical(List.of(new CacheLevel("L1", 4096, 8)));
    assertEquals(0, small.penalty(Manner.OVERLAPPED, 0, 4096));
    assertEquals(
        TYPICAL.penalty(Manner.OVERLAPPED, 0, Double.POSITIVE_INFINITY),
        small.penalty(Manner.OVERLAPPED, 0, 8 * 4096));
  }

  @Test
  void whatTheSmallestCacheHoldsCostsNothingMore() {
    Memory memory =
        new Memory(
            MetricParameters.defaults(),
            new HotspotSettings(
                List.of(new CacheLevel("L1", 4L << 20, 8)),
                AccessTimes.of(SmallSurfaces.file(SmallSurfaces.surfaces()), "mine"),
                HotspotSettings.LEAST_SHARE));
    for (Manner manner : Manner.values()) {
      assertEquals(0, memory.penalty(manner, 64, (4L << 20) - 64), manner.toString());
      assertTrue(memory.penalty(manner, 64, 4L << 20) > 0, manner.toString());
    }
    assertTrue(memory.penalty(Manner.STRIDED, PAGE, 1L << 20) > 0, "more pages than a TLB holds");
  }

  @Test
  void whatIsUpdatedInStepsOfAPageCompetesAtTheCostOfUpdates() {
    List<Surface> surfaces = SmallSurfaces.surfaces();
    assertEquals(
        AccessTimes.of(SmallSurfaces.file(surfaces), "mine").competing(Operation.READ, 1e9),
        AccessTimes.of(SmallSurfaces.file(surfaces), "mine").competing(Operation.UPDATE, 1e9),
        "reads stand in for what was not measured");
    for (double cost : List.of(1.0, 20.0)) {
      long words = cost == 1 ? 520 * 512 : 1024L * 520 * 512;
      surfaces.add(
          SmallSurfaces.surface(Operation.UPDATE, Dependence.INDEPENDENT, words, 512, cost));
    }
    AccessTimes times = AccessTimes.of(SmallSurfaces.file(surfaces), "mine");
    assertEquals(7.5, times.competing(Operation.READ, 1e9), 1e-9);
    assertEquals(19, times.competing(Operation.UPDATE, 1e9), 1e-9, "a load and a store");
  }

  @Test
  void whatACoreLooksAheadOverTakesAsLongAsTheLongestMissInIt() {
    Memory memory =
        new Memory(
            MetricParameters.defaults(),
            new HotspotSettings(
                List.of(new CacheLevel("L1", 4096, 8)),
                AccessTimes.of(SmallSurfaces.file(SmallSurfaces.surfaces()), "mine"),
                HotspotSettings.LEAST_SHARE));
    LocalityHistogram lines = memory.emptyHistogram();
    lines.addCold(100);
    double far = 198;
    assertEquals(100 * far * (1 - Math.exp(-1)), memory.longest(lines, 100), 1e-6);
    assertEquals(10 * far, memory.longest(lines, 10), 0.1, "ten at a time, of which one is enough");
    lines.addReuse(8, 1000); // near ones hide behind far ones
    assertEquals(10 * far, memory.longest(lines, 10), 0.1);
    assertEquals(0, memory.longest(lines, 0));
  }
}
