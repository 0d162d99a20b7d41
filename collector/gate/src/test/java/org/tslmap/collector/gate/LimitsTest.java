package org.tslmap.collector.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.locality.SimulatedCache;

/** Limits as users write them, and which one holds. */
class LimitsTest {
  private static final double EXACT = 0;
  private static final List<CacheSize> CACHES =
      List.of(new CacheSize(32 << 10), new CacheSize(1 << 20));

  private static final List<SimulatedCache> SETS =
      List.of(
          new SimulatedCache(SimulatedCache.Kind.DATA, 32 << 10, 8, 64),
          SimulatedCache.tlb(64, 4, 4096));

  private static Limits limits(String... texts) {
    return new Limits(Arrays.stream(texts).map(Limit::parse).toList());
  }

  private static Metric metric(String key) {
    return Metric.all(CACHES, SETS).stream()
        .filter(m -> m.key().equals(key))
        .findAny()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "misses@32K:+2%, 1000, 20",
    "accesses:+7, 1000, 7",
    "tl:-0.01, 0.5, 0.01",
    "wordSl:-2.5%, 0.4, 0.01",
    "misses@1048576:+0, 5, 0",
    "footprint:off, 3, Infinity",
    "misses@32K:8:+2%, 1000, 20",
    "f/misses@tlb64:4:off, 1, Infinity",
    "a/b::c(int)/accesses:+1%, 100, 1",
  })
  void anAmountIsOfTheValueBeforeOrAbsolute(String text, double before, double allowed) {
    assertEquals(allowed, Limit.parse(text).allowed(before), 1e-12);
  }

  @Test
  void sizesOfCachesAreThoseOfBaselines() {
    assertEquals("misses@1M", Limit.parse("misses@1024k:+1").metric());
    assertEquals("misses@32K:8", Limit.parse("misses@32768:8:+1").metric());
    limits("misses@32768:+1", "misses@32K:8:+1", "misses@tlb64:4:+1")
        .check(Metric.all(CACHES, SETS));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "tl",
        "tl:",
        "tl:0.1",
        "tl:-",
        "tl:-x",
        "/tl:-1",
        "tl:-1%%",
        "tl:+1",
        "accesses:-1",
        "accesses:+1 %",
        "accesses:+99999999999999999999"
      })
  void whatIsNoLimitIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> Limit.parse(text));
  }

  @Test
  void theMostParticularLimitHolds() {
    Limits some =
        limits("tl:-0.1", "wordTl:-0.2", "f/tl:-0.3", "f/wordTl:-0.4", "misses:+5", "misses:+6");
    assertEquals(0.1, some.of("g", metric("lineTl")).amount(), EXACT);
    assertEquals(0.2, some.of("g", metric("wordTl")).amount(), EXACT);
    assertEquals(0.3, some.of("f", metric("lineTl")).amount(), EXACT);
    assertEquals(0.4, some.of("f", metric("wordTl")).amount(), EXACT);
    assertEquals(6, some.of("f", metric("misses@1M")).amount(), EXACT);
    assertTrue(some.of("f", metric("accesses")).isUsual());
  }

  @Test
  void everyMetricHasAUsualLimit() {
    for (Metric metric : Metric.all(CACHES, SETS)) {
      assertTrue(limits().of("any", metric).isUsual(), metric.key());
    }
  }

  @Test
  void aMetricThatIsNotThereIsNamed() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> limits("misses@4K:+1").check(Metric.all(CACHES, SETS)));
    assertTrue(refused.getMessage().contains("misses@32K"), refused.getMessage());
    assertTrue(refused.getMessage().contains("found 'misses@4K'"), refused.getMessage());
  }
}
