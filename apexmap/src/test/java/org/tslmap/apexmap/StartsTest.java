package org.tslmap.apexmap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts of visits follow the power law that METRICS.md and the Apex-Map papers have. */
class StartsTest {

  private static final int STARTS = 200_000;

  private static long[] starts(long blocks, long step, double alpha, long seed, int count) {
    long[] starts = new long[count];
    NativeProbe.starts(blocks, step, alpha, seed, starts);
    return starts;
  }

  /** Block b is visited with probability ((b + 1) / B)^alpha - (b / B)^alpha. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 0.5, 0.25, 0.1, 0.05, 0.025, 0.01, 0.005, 0.0025, 0.001})
  void startsFollowThePowerLaw(double alpha) {
    int blocks = 64;
    double[] expected = new double[blocks];
    for (int b = 0; b < blocks; b++) {
      expected[b] = Math.pow((b + 1.0) / blocks, alpha) - Math.pow((double) b / blocks, alpha);
    }
    long[] counted = new long[blocks];
    for (long start : starts(blocks, 8, alpha, 7, STARTS)) {
      counted[(int) (start / 8)]++;
    }
    // A true law fails here once in ten thousand seeds; this seed is fixed.
    assertTrue(
        new ChiSquareTest().chiSquareTest(expected, counted) > 1e-4,
        "alpha " + alpha + ": " + Arrays.toString(counted));
  }

  @Property(tries = 200)
  void startsAreBlocksOfTheMemory(
      @ForAll @LongRange(min = 1, max = 1L << 37) long blocks,
      @ForAll @IntRange(min = 1, max = 8) int step,
      @ForAll @DoubleRange(min = -3, max = 0) double logAlpha,
      @ForAll long seed) {
    for (long start : starts(blocks, step, Math.pow(10, logAlpha), seed, 300)) {
      assertEquals(0, start % step);
      assertTrue(start >= 0 && start / step < blocks, start + " of " + blocks + " blocks");
    }
  }

  @Property(tries = 20)
  void equalSeedsEqualStarts(@ForAll long seed) {
    assertArrayEquals(starts(1 << 20, 4, 0.5, seed, 1000), starts(1 << 20, 4, 0.5, seed, 1000));
    assertFalse(
        Arrays.equals(
            starts(1 << 20, 4, 0.5, seed, 1000), starts(1 << 20, 4, 0.5, seed + 1, 1000)));
  }

  /** All bits of a large memory's starts are random: both halves of every power of two occur. */
  @ParameterizedTest
  @ValueSource(ints = {0, 8, 16, 24, 32, 36})
  void largeMemoriesAreReachedEverywhere(int bit) {
    long set =
        Arrays.stream(starts(1L << 37, 1, 1, 3, 10_000)).filter(x -> (x >> bit & 1) == 1).count();
    assertEquals(5000.0, (double) set, 250);
  }
}
