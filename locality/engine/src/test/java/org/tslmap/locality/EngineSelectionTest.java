package org.tslmap.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A choice gives the engine it names, or says why it cannot. */
class EngineSelectionTest {

  private static final MetricParameters DEFAULTS = MetricParameters.defaults();

  @Test
  void choicesGiveTheVariantTheyName() {
    Map<EngineChoice, Integer> variants =
        Map.of(
            EngineChoice.NATIVE_PORTABLE, 1,
            EngineChoice.NATIVE_AVX2, 2,
            EngineChoice.NATIVE_AVX512, 3);
    String[] names = {"", "portable", "avx2", "avx512"};
    variants.forEach(
        (choice, variant) -> {
          if (NativeBridge.available(variant)) {
            try (LocalityEngine engine = LocalityEngine.open(DEFAULTS, choice)) {
              assertEquals(names[variant], engine.variant());
            }
          } else {
            String message =
                assertThrows(
                        IllegalStateException.class, () -> LocalityEngine.open(DEFAULTS, choice))
                    .getMessage();
            assertTrue(message.contains("processor"), message);
          }
        });
    try (LocalityEngine engine = LocalityEngine.open(DEFAULTS, EngineChoice.JAVA)) {
      assertEquals("java", engine.variant());
    }
  }

  @Test
  void automaticIsTheBestNativeOne() {
    try (LocalityEngine automatic = LocalityEngine.open(DEFAULTS, EngineChoice.AUTO);
        LocalityEngine best = LocalityEngine.open(DEFAULTS, EngineChoice.NATIVE)) {
      assertEquals(best.variant(), automatic.variant());
    }
  }

  @Test
  void misuseIsRefusedByEveryEngine() {
    for (LocalityEngine engine : Engines.all(DEFAULTS)) {
      String message =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> engine.accesses(0, new long[3], new int[2], 3))
              .getMessage();
      assertTrue(message.contains("0..2") && message.contains("3"), message);
      engine.accesses(0, new long[0], new int[0], 0);
      assertEquals(0, engine.result().threads().size(), engine.variant());
      message =
          assertThrows(
                  IllegalStateException.class,
                  () -> engine.accesses(0, new long[1], new int[] {1 << 24}, 1))
              .getMessage();
      assertTrue(message.contains("2^24"), message);
      assertThrows(
          IllegalStateException.class,
          () -> engine.accesses(0, new long[1], new int[] {-1}, 1),
          engine.variant());
      engine.close();
      engine.close();
      message =
          assertThrows(IllegalStateException.class, engine::result, engine.variant()).getMessage();
      assertTrue(message.contains("closed"), message);
    }
  }

  @Test
  void manySitesStaySmall() {
    int sites = 50_000;
    try (NativeEngine engine = new NativeEngine(DEFAULTS, 0)) {
      long[] addresses = new long[4 * sites];
      int[] numbers = new int[addresses.length];
      for (int i = 0; i < addresses.length; i++) {
        addresses[i] = i * 40L % (1 << 20);
        numbers[i] = i % sites;
      }
      engine.accesses(1, addresses, numbers, addresses.length);
      assertEquals(sites, engine.result().threads().get(0).sites().size());
      assertTrue(engine.bytes() < 150L << 20, engine.bytes() + " bytes for 50000 sites");
    }
  }

  @Test
  void memoryPerDistinctWordIsBounded() {
    int words = 4_000_000;
    long[] addresses = new long[words];
    for (int i = 0; i < words; i++) {
      addresses[i] = 0x7f0000000000L + i * 8L;
    }
    try (NativeEngine engine = new NativeEngine(DEFAULTS, 0)) {
      engine.accesses(1, addresses, new int[words], words);
      double bytes = (double) engine.bytes() / words;
      assertTrue(bytes <= 8, bytes + " bytes per distinct word on a dense footprint");
    }
  }
}
