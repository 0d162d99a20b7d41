package org.tslmap.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An engine that finds no memory says so; Java and other engines go on. */
class EngineMemoryTest {

  private static final int COUNT = 4096;
  private static final long LIMIT = 256L << 20;

  private final int[] sites = new int[COUNT];

  @BeforeEach
  void limit() {
    assumeTrue(LocalityEngine.nativeProblem().isEmpty());
    LocalityEngine.limitMemory(LIMIT);
  }

  @AfterEach
  void unlimited() {
    if (LocalityEngine.nativeProblem().isEmpty()) {
      NativeBridge.limit(0);
    }
  }

  /** Touches so many words, each in a page of its own. */
  private void touch(LocalityEngine engine, int words) {
    long[] addresses = new long[COUNT];
    for (int from = 0; from < words; from += COUNT) {
      int first = from;
      Arrays.setAll(addresses, i -> (first + (long) i) << 16);
      engine.accesses(1, addresses, sites, COUNT);
    }
  }

  @Test
  void anEngineAtTheLimitFailsAloneAndGivesItsMemoryBack() {
    try (LocalityEngine small =
        LocalityEngine.open(MetricParameters.defaults(), EngineChoice.NATIVE)) {
      for (int round = 0; round < 2; round++) {
        try (LocalityEngine large =
            LocalityEngine.open(MetricParameters.defaults(), EngineChoice.NATIVE)) {
          IllegalStateException refused =
              assertThrows(IllegalStateException.class, () -> touch(large, 1 << 22));
          assertTrue(refused.getMessage().contains("the limit is reached"), refused.getMessage());
          assertThrows(IllegalStateException.class, () -> touch(large, COUNT), "it stays failed");
        }
      }
      touch(small, COUNT);
      assertEquals(COUNT, small.result().histogram(Granularity.WORD, 1024).cold());
    }
  }
}
