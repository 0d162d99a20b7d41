package org.tslmap.apexmap.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValidationTest {

  private static Validation.Row row(String name, double measured, double mixture, double point) {
    return new Validation.Row(
        name, 1_000_000_000, measured, Map.of(Method.MIXTURE, mixture, Method.SINGLE_POINT, point));
  }

  private static final Validation VALIDATION =
      Validation.of(List.of(row("a", 1, 1.1, 3), row("b", 2, 1.6, 2), row("c", 6, 6, 1.5)));

  @Test
  void errorsByHand() {
    // 0.1, 0.2, 0
    Validation.Summary mixture = VALIDATION.summaries().get(Method.MIXTURE);
    assertEquals(0.1, mixture.medianError(), 1e-12);
    assertEquals(0.2, mixture.worstError(), 1e-12);
    assertEquals("b", mixture.worst());
    assertEquals(1, mixture.rankCorrelation().orElseThrow(), 1e-12);
    // 2, 0, 0.75
    Validation.Summary point = VALIDATION.summaries().get(Method.SINGLE_POINT);
    assertEquals(0.75, point.medianError(), 1e-12);
    assertEquals("a", point.worst());
    assertEquals(-1, point.rankCorrelation().orElseThrow(), 1e-12);
  }

  @Test
  void theMeanOfTheSetIsTheSameForAll() {
    // (1 + 2 + 6) / 3 = 3 ns: errors of 2, 0.5, 0.5
    Validation.Summary mean = VALIDATION.summaries().get(Method.SET_MEAN);
    assertEquals(0.5, mean.medianError(), 1e-12);
    assertEquals(2, mean.worstError(), 1e-12);
    assertTrue(mean.rankCorrelation().isEmpty());
  }

  @Test
  void methodsThatLackAProgramAreLeftOut() {
    assertFalse(VALIDATION.summaries().containsKey(Method.SURFACE_MEAN));
  }

  @Test
  void nothingAndNoTimeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> Validation.of(List.of()));
    assertThrows(IllegalArgumentException.class, () -> row("a", 0, 1, 1));
  }

  @Test
  void utilisationByHand() {
    // 10^9 accesses in 2 s; memory alone would take 1.8 s of them, or 0.4 s
    Utilisation bound = Utilisation.of(1_000_000_000, 2, 1.8);
    assertEquals(5e8, bound.accessesPerSecond(), 1e-3);
    assertEquals(0.9, bound.share(), 1e-12);
    assertThrows(IllegalArgumentException.class, () -> Utilisation.of(1, 0, 1));
  }
}
