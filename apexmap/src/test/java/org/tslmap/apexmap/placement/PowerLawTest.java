package org.tslmap.apexmap.placement;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;

class PowerLawTest {

  private static final MetricParameters PARAMETERS = MetricParameters.defaults();
  private static final long N = PARAMETERS.n();
  private static final int[] LENGTHS = {1, 2, 4, 8, 16, 32, 64, 1024};

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.5, 0.25, 0.1, 0.05, 0.01, 0.001})
  void calculationAgreesWithDrawnVisits(double alpha) {
    for (long words : new long[] {1 << 8, 1 << 12, 1 << 16}) {
      for (int length : LENGTHS) {
        if (words % length == 0) {
          int starts = length == 1024 ? 2000 : Math.max(20_000, 400_000 / length);
          compare(new ProbePoint(words, length, alpha), Operation.READ, starts);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8, 16, 512})
  void stridedVisitsAgreeToo(int stride) {
    for (double alpha : new double[] {1, 0.3, 0.02}) {
      for (int length : new int[] {1, 2, 4, 16, 64}) {
        compare(new ProbePoint(1 << 16, length, stride, alpha), Operation.READ, 300_000 / length);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.25, 0.01})
  void updatesAgreeToo(double alpha) {
    for (int length : LENGTHS) {
      compare(new ProbePoint(1 << 12, length, alpha), Operation.UPDATE, 300_000 / length);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 2000})
  void firstTouchesOfShortRunsAgree(int starts) {
    for (double alpha : new double[] {1, 0.1}) {
      ProbePoint point = new ProbePoint(1 << 14, 16, alpha);
      Histograms drawn = SimulatedProbe.score(point, Operation.READ, starts, PARAMETERS);
      LocalityShares computed = PowerLaw.expected(point, starts, PARAMETERS, Granularity.WORD);
      assertEquals(drawn.word().coldShare(), computed.cold(), 0.1, point.toString());
    }
  }

  private static void compare(ProbePoint point, Operation operation, int starts) {
    Histograms drawn = SimulatedProbe.score(point, operation, starts, PARAMETERS);
    for (Granularity granularity : MetricParameters.defaults().granularities()) {
      LocalityShares simulated = LocalityShares.of(drawn.at(granularity));
      LocalityShares computed =
          PowerLaw.expected(point, operation, starts, PARAMETERS, granularity);
      String which = "%s %s %s".formatted(point, operation, granularity);
      assertAll(
          which,
          () -> assertEquals(simulated.temporalLocality(N), computed.temporalLocality(N), 0.01),
          () -> assertEquals(simulated.spatialLocality(), computed.spatialLocality(), 0.01),
          () -> assertTrue(simulated.reuseDifference(computed) < 0.05, "reuse"),
          () -> assertTrue(simulated.strideDifference(computed) < 0.03, "strides"));
    }
  }

  @Test
  void oneBlockIsACyclicSweep() {
    ProbePoint sweep = new ProbePoint(1 << 10, 1 << 10, 1.0);
    LocalityShares words = PowerLaw.expected(sweep, PowerLaw.STEADY, PARAMETERS, Granularity.WORD);
    assertEquals(1, words.reuse(10), 1e-9, "every distance is 1023");
    assertEquals(1, words.spatialLocality(), 2.0 / 1024);
    LocalityShares lines = PowerLaw.expected(sweep, PowerLaw.STEADY, PARAMETERS, Granularity.LINE);
    assertEquals(7.0 / 8, lines.reuse(0), 1e-9, "seven more words of each line");
    assertEquals(1.0 / 8, lines.reuse(7), 1e-9, "every line after 127 others");
  }

  @Test
  void oneWordIsOneAddress() {
    ProbePoint word = new ProbePoint(1, 1, 0.5);
    LocalityShares shares = PowerLaw.expected(word, PowerLaw.STEADY, PARAMETERS, Granularity.WORD);
    assertEquals(1, shares.temporalLocality(N), 1e-12);
    assertEquals(1, shares.zeroStrideShare(), 1e-12);
  }

  @Test
  void uniformWordsFarBeyondEverything() {
    ProbePoint uniform = new ProbePoint(1L << 36, 1, 1.0);
    LocalityShares shares =
        PowerLaw.expected(uniform, PowerLaw.STEADY, PARAMETERS, Granularity.WORD);
    assertEquals(0, shares.temporalLocality(N), 1e-3);
    assertEquals(0, shares.spatialLocality(), 1e-6);
  }

  @Test
  void aVisitAloneIsAllFirstTouches() {
    ProbePoint point = new ProbePoint(1 << 20, 64, 1.0);
    assertEquals(1, PowerLaw.expected(point, 1, PARAMETERS, Granularity.WORD).cold());
    assertEquals(1.0 / 8, PowerLaw.expected(point, 1, PARAMETERS, Granularity.LINE).cold());
  }

  @Test
  void noStartIsRefused() {
    ProbePoint point = new ProbePoint(64, 1, 1.0);
    assertThrows(
        IllegalArgumentException.class,
        () -> PowerLaw.expected(point, 0, PARAMETERS, Granularity.WORD));
  }
}
