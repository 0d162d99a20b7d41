package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CountingLimitsTest {
  @Test
  void aFunctionOfOnePercentThatMovesFurtherThanTwoHundredthsHasLostContext() {
    assertTrue(CountingLimits.contextLost(0.01, 0.021));
    assertFalse(CountingLimits.contextLost(0.01, 0.02));
    assertFalse(CountingLimits.contextLost(0.0099, 0.5));
  }

  @Test
  void codeWithoutASymbolHasNoName() {
    assertFalse(CountingLimits.isNamed("???"));
    assertFalse(CountingLimits.isNamed(""));
    assertTrue(CountingLimits.isNamed("????"));
    assertTrue(CountingLimits.isNamed("main"));
  }
}
