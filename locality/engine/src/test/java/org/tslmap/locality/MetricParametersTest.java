package org.tslmap.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A wrong parameter must be refused with its name, its range and the value found. */
class MetricParametersTest {

  private static final MetricParameters DEFAULTS = MetricParameters.defaults();

  private static void refused(Supplier<MetricParameters> make, String... parts) {
    IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, make::get);
    for (String part : parts) {
      assertTrue(refusal.getMessage().contains(part), refusal.getMessage() + " lacks " + part);
    }
  }

  @Test
  void defaultsAreThoseOfTheMetricsPage() {
    assertEquals(
        new MetricParameters(
            8,
            64,
            0,
            32,
            1024,
            8388608,
            1048576,
            HistoryMode.THREAD,
            WideAccesses.FIRST,
            List.of()),
        DEFAULTS);
  }

  @Test
  void wrongValuesAreRefused() {
    refused(() -> DEFAULTS.withWord(0), "word", "power of two", "1..4096", "0");
    refused(() -> DEFAULTS.withWord(12), "word", "power of two", "1..4096", "12");
    refused(() -> DEFAULTS.withWord(-8), "word", "-8");
    refused(() -> DEFAULTS.withWord(128), "line", "word", "128", "64");
    refused(() -> DEFAULTS.withLine(8192), "line", "1..4096", "8192");
    refused(() -> DEFAULTS.withLine(4), "line", "word", "8", "4");
    refused(() -> DEFAULTS.withPage(32), "page", "line", "64", "32");
    refused(() -> DEFAULTS.withPage(5000), "page", "power of two", "5000");
    refused(() -> DEFAULTS.withPage(-4096), "page", "-4096");
    refused(() -> DEFAULTS.withWindow(0), "window", "1..64", "0");
    refused(() -> DEFAULTS.withWindow(65), "window", "1..64", "65");
    refused(() -> DEFAULTS.withImax(1), "imax", "2..65536", "1");
    refused(() -> DEFAULTS.withImax(65537), "imax", "2..65536", "65537");
    refused(() -> DEFAULTS.withN(1), "n ", "2..2^40", "1");
    refused(() -> DEFAULTS.withN(1000), "n ", "power of two", "1000");
    refused(() -> DEFAULTS.withN(1L << 41), "n ", "2..2^40", Long.toString(1L << 41));
    refused(() -> DEFAULTS.withTimeWindow(1023), "timeWindow", "1024", "1023");
    refused(() -> DEFAULTS.withHistory(null), "history", "THREAD", "PROCESS");
  }

  @Test
  void extremesAreAccepted() {
    MetricParameters least =
        new MetricParameters(
            1, 1, 1, 1, 2, 2, 1024, HistoryMode.PROCESS, WideAccesses.FIRST, List.of());
    MetricParameters most =
        new MetricParameters(
            4096,
            4096,
            1 << 30,
            64,
            65536,
            1L << 40,
            Long.MAX_VALUE,
            HistoryMode.THREAD,
            WideAccesses.FIRST,
            List.of());
    for (MetricParameters parameters : List.of(least, most)) {
      for (LocalityEngine engine : Engines.all(parameters)) {
        try (engine) {
          engine.accesses(0, new long[] {-1, 0, -1}, new int[3], 3);
          EngineResult result = engine.result();
          assertEquals(new Footprint(2, 2, 2), result.footprint(), engine.variant());
          assertEquals(
              2, result.histogram(Granularity.WORD, parameters.imax()).cold(), engine.variant());
        }
      }
    }
  }

  @Test
  void shiftsAreLogarithms() {
    assertEquals(3, DEFAULTS.shift(Granularity.WORD));
    assertEquals(6, DEFAULTS.shift(Granularity.LINE));
    assertEquals(21, DEFAULTS.withPage(1 << 21).shift(Granularity.PAGE));
  }

  @Test
  void pagesAreScoredWhereTheyHaveASize() {
    assertEquals(List.of(Granularity.WORD, Granularity.LINE), DEFAULTS.granularities());
    assertEquals(
        List.of(Granularity.WORD, Granularity.LINE, Granularity.PAGE),
        DEFAULTS.withPage(4096).granularities());
  }
}
