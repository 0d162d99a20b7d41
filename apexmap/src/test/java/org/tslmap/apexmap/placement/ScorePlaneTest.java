package org.tslmap.apexmap.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.tslmap.apexmap.Dependence;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;

class ScorePlaneTest {

  private static final MetricParameters PARAMETERS = MetricParameters.defaults();
  private static final ScorePlane PLANE = ScorePlane.of(1 << 16, PARAMETERS);

  private static SinglePoint place(double alpha, int length) {
    LocalityShares shares =
        PowerLaw.expected(
            new ProbePoint(1 << 16, length, alpha), PowerLaw.STEADY, PARAMETERS, Granularity.WORD);
    return PLANE.place(shares.temporalLocality(PARAMETERS.n()), shares.spatialLocality());
  }

  @Test
  void pointsAreFoundAgain() {
    for (double alpha : new double[] {1, 0.4, 0.2, 0.1}) {
      for (int length : new int[] {1, 4, 16, 64}) {
        SinglePoint point = place(alpha, length);
        assertTrue(point.found(), point.toString());
        assertEquals(alpha, point.alpha(), 0.1 * alpha, "L = " + length);
        assertEquals(Math.log(length) / Math.log(2), point.log2Length(), 0.3, "alpha " + alpha);
      }
    }
  }

  @Test
  void scoresThatNoPointHasAreSaidToBeFarAway() {
    // one address for ever, and a stride-1 stream that repeats within the window
    assertFalse(PLANE.place(0.1, 0.1).found(), "less temporal locality than any 2^16 words have");
    SinglePoint corner = PLANE.place(1, 1);
    assertFalse(corner.found());
    assertTrue(corner.residual() > 0.1, corner.toString());
    assertTrue(corner.toString().contains("no point has TL 1.000 and SL 1.000"));
  }

  @Test
  void costBetweenTwoLengthsIsBetweenTheirCosts() {
    SinglePoint point = new SinglePoint(1 << 16, 0.5, 2.5, 0, 0, 0, 0);
    double cost =
        point.nanoseconds(
            (p, operation, dependence) -> 64.0 / p.length(),
            Operation.READ,
            Dependence.INDEPENDENT);
    assertEquals(64 / Math.pow(2, 2.5), cost, 1e-9);
  }

  @Test
  void costOfALengthIsItsOwn() {
    SinglePoint point = new SinglePoint(1 << 16, 0.5, 16, 0, 0, 0, 0);
    double cost =
        point.nanoseconds(
            (p, operation, dependence) -> p.length(), Operation.READ, Dependence.INDEPENDENT);
    assertEquals(65536, cost, "no longer visit is asked for");
  }

  @Test
  void scoresAndSizesOutOfRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> PLANE.place(1.1, 0));
    assertThrows(IllegalArgumentException.class, () -> PLANE.place(0, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> ScorePlane.of(1000, PARAMETERS));
  }
}
