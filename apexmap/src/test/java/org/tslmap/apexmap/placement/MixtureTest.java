package org.tslmap.apexmap.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.tslmap.apexmap.AccessCost;
import org.tslmap.apexmap.Dependence;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.OutsideSurfaceException;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.EngineResult;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;

class MixtureTest {

  private static final MetricParameters PARAMETERS = MetricParameters.defaults();

  /** 1 ns and, for each doubling of memory beyond 2^9 words, more; less where lines are shared. */
  private static final AccessCost COST =
      (point, operation, dependence) -> {
        if (point.words() < 1 << 9
            || point.words() > 1 << 20
            || point.length() > 4096
            || point.stride() > 512
            || point.alpha() < 0.01) {
          throw new OutsideSurfaceException("M from 2^9 to 2^20 words, but is " + point.words());
        }
        double lines = Math.max(1.0 / 8, Math.min(1, point.stride() / 8.0));
        double random = point.length() == 1 ? 4 : lines;
        return 1 + random * (Math.log(point.words()) / Math.log(2) - 9) * point.alpha();
      };

  private static final Dictionary DICTIONARY =
      Dictionary.of(COST, Operation.READ, Dependence.INDEPENDENT, new PatternShares(PARAMETERS));

  private static double cost(Mixture mixture) {
    return mixture.nanoseconds(COST, Operation.READ, Dependence.INDEPENDENT);
  }

  private static double cost(ProbePoint point) {
    return COST.nanoseconds(point, Operation.READ, Dependence.INDEPENDENT);
  }

  private static Histograms score(long... words) {
    try (LocalityEngine engine = LocalityEngine.open(PARAMETERS, EngineChoice.AUTO)) {
      long[] addresses = Arrays.stream(words).map(w -> 0x7f0000000000L + 8 * w).toArray();
      engine.accesses(1, addresses, new int[words.length], words.length);
      EngineResult result = engine.result();
      return new Histograms(
          result.histogram(Granularity.WORD, 1024), result.histogram(Granularity.LINE, 1024));
    }
  }

  @Test
  void everyPatternIsItsOwnMixture() {
    for (int i = 0; i < DICTIONARY.patterns().size(); i += 37) {
      ProbePattern pattern = DICTIONARY.patterns().get(i);
      Mixture mixture =
          Mixture.of(
              pattern.shares(PARAMETERS, Granularity.WORD),
              pattern.shares(PARAMETERS, Granularity.LINE),
              DICTIONARY,
              1);
      assertEquals(0, mixture.residual().lineReuse(), 0.01, pattern.toString());
      assertEquals(0, mixture.residual().lineStride(), 0.01, pattern.toString());
      if (pattern.point().alpha() == 1) {
        double cost = cost(pattern.costPoint());
        assertEquals(cost, cost(mixture), 0.15 * cost, pattern.toString());
      }
    }
  }

  @Test
  void theProbeItselfIsPlacedWhereItIs() {
    for (int length : new int[] {1, 16, 512}) {
      ProbePoint point = new ProbePoint(1 << 16, length, 1.0);
      Histograms drawn =
          SimulatedProbe.score(point, Operation.READ, 1_000_000 / length, PARAMETERS);
      Mixture mixture = Mixture.of(drawn, DICTIONARY);
      assertEquals(cost(point), cost(mixture), 0.1 * cost(point), point + " " + mixture);
    }
  }

  @Test
  void oneAddressForEverIsNear() {
    Mixture mixture = Mixture.of(score(new long[10_000]), DICTIONARY);
    assertTrue(mixture.parts().get(0).pattern().near(), mixture.toString());
    assertEquals(1, cost(mixture), 0.01);
  }

  @Test
  void firstTouchesOfALongArrayAreTheLargestMemoryInLongVisits() {
    long[] words = new long[1 << 20];
    Arrays.setAll(words, i -> i);
    Mixture mixture = Mixture.of(score(words), DICTIONARY);
    assertEquals(cost(new ProbePoint(1 << 20, 4096, 1.0)), cost(mixture), 0.02, mixture.toString());
  }

  @Test
  void aWalkDownColumnsIsStridedAndNotRandom() {
    int n = 512;
    long[] words = new long[4 * n * n];
    Arrays.setAll(words, i -> (long) (i % n) * n + i / n % n);
    Mixture mixture = Mixture.of(score(words), DICTIONARY);
    double strided =
        mixture.parts().stream()
            .filter(part -> part.pattern().point().stride() >= 256)
            .mapToDouble(Mixture.Part::share)
            .sum();
    assertTrue(strided > 0.9, mixture.toString());
    assertTrue(mixture.residual().lineReuse() < 0.02, mixture.toString());
  }

  @Test
  void sharesAddUpToOneAndReuseBeyondTheSurfaceIsSaid() {
    long[] words = new long[1 << 22];
    Arrays.setAll(words, i -> i % (1 << 21));
    Mixture mixture = Mixture.of(score(words), DICTIONARY);
    assertEquals(1, mixture.parts().stream().mapToDouble(Mixture.Part::share).sum(), 1e-12);
    assertEquals(0.5, mixture.beyond(), 1e-9, "the second round comes back after 2^21 words");
  }

  @Test
  void amongNearAccessesWhatIsMisplacedFarAwayCountsMost() {
    CumulativeShares rows = new CumulativeShares(PARAMETERS, 1 << 22);
    assertTrue(rows.isNear(rows.of(reusedAfter(0), reusedAfter(13))));
    assertFalse(rows.isNear(rows.of(reusedAfter(0), reusedAfter(14))));
    assertEquals(4, error(rows, 14, 18, true) / error(rows, 4, 8, true), 0.01);
    assertEquals(1, error(rows, 14, 18, false) / error(rows, 4, 8, false), 0.01);
  }

  /** Of the lines of all accesses, if they are taken for others. */
  private static double error(
      CumulativeShares rows, int log2Lines, int otherLog2Lines, boolean near) {
    double[] right = rows.weighted(rows.of(reusedAfter(0), reusedAfter(log2Lines)), near);
    double[] wrong = rows.weighted(rows.of(reusedAfter(0), reusedAfter(otherLog2Lines)), near);
    double sum = 0;
    for (int i = 0; i < right.length; i++) {
      sum += Math.pow(right[i] - wrong[i], 2);
    }
    return Math.sqrt(sum);
  }

  private static LocalityShares reusedAfter(int log2Distance) {
    double[] reuse = new double[LocalityHistogram.REUSE_BINS];
    reuse[log2Distance + 1] = 1;
    double[] strides = new double[PARAMETERS.imax() + 1];
    strides[1] = 1;
    return new LocalityShares(reuse, 0, strides);
  }

  @Test
  void aSurfaceWithoutAnythingIsRefused() {
    assertThrows(
        OutsideSurfaceException.class,
        () -> Dictionary.of(point -> false, new PatternShares(PARAMETERS)));
  }
}
