package org.tslmap.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.tslmap.locality.AccessStream.Shape;

/**
 * Contexts are counted beside sites, labels can be read one by one, and what changed since the last
 * reading adds up. A failure means that call paths, data objects or time lines are wrong.
 */
class LabelsTest {

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void contextsEqualTheNaiveOnes(
      @ForAll("streams") AccessStream stream, @ForAll("parameters") MetricParameters parameters) {
    NaiveEngine naive = new NaiveEngine(parameters);
    stream.feedWithContexts(naive::accesses, 50);
    stream.feed(naive);
    EngineResult expected = naive.result();
    for (LocalityEngine engine : Engines.all(parameters)) {
      try (engine) {
        stream.feedWithContexts(engine::accesses, 50);
        stream.feed(engine);
        assertEquals(expected, engine.result(), engine.variant());
      }
    }
  }

  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void visitingGivesTheResult(
      @ForAll("streams") AccessStream stream, @ForAll("parameters") MetricParameters parameters) {
    for (LocalityEngine engine : Engines.all(parameters)) {
      try (engine) {
        stream.feedWithContexts(engine::accesses, 3000);
        EngineResult whole = engine.result();
        List<ThreadResult> threads = new ArrayList<>();
        EngineResult summary = engine.summary();
        for (ThreadResult thread : summary.threads()) {
          assertEquals(Map.of(), thread.sites());
          Map<Integer, Histograms> sites = new TreeMap<>();
          engine.eachSite(
              (number, site, counts) -> {
                if (number == thread.thread()) {
                  sites.put(site, counts);
                }
              });
          threads.add(new ThreadResult(thread.thread(), thread.footprint(), sites));
        }
        Map<Integer, Histograms> contexts = new TreeMap<>();
        engine.eachContext(contexts::put);
        assertEquals(
            whole,
            new EngineResult(threads, contexts, summary.windows(), summary.footprint()),
            engine.variant());
      }
    }
  }

  /** A visited site. */
  private record Change(
      int thread, int site, long accesses, long cold, double temporal, double spatial) {}

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void changesAddUpToTheResult(
      @ForAll("streams") AccessStream stream,
      @ForAll("parameters") MetricParameters parameters,
      @ForAll("gaps") int gap) {
    List<List<Change>> first = new ArrayList<>();
    for (LocalityEngine engine : Engines.all(parameters)) {
      try (engine) {
        List<List<Change>> readings = new ArrayList<>();
        int[] calls = {0};
        stream.feed(
            (thread, addresses, sites, count) -> {
              engine.accesses(thread, addresses, sites, count);
              if (calls[0]++ % gap == gap / 2) {
                readings.add(changes(engine));
              }
            });
        readings.add(changes(engine));
        assertEquals(List.of(), changes(engine), engine.variant());
        checkSums(readings, engine.result(), parameters);
        if (first.isEmpty()) {
          first.addAll(readings);
        }
        assertEquals(first, readings, engine.variant());
      }
    }
  }

  @Example
  void changesAreThoseSinceTheLastReading() {
    for (LocalityEngine engine : Engines.all(MetricParameters.defaults())) {
      try (engine) {
        engine.accesses(5, new long[] {0, 8, 16, 16}, new int[] {2, 2, 9, 9}, 4);
        // Strides: none, 1 | 1, 0. The repeat has distance 0.
        assertEquals(
            List.of(new Change(5, 2, 2, 2, 0.0, 1.0), new Change(5, 9, 2, 1, 1.0, 1.0)),
            changes(engine));
        engine.accesses(5, new long[] {16, 4096 * 8}, new int[] {9, 70_000}, 2);
        assertEquals(
            List.of(new Change(5, 9, 1, 0, 1.0, 0.0), new Change(5, 70_000, 1, 1, 0.0, 0.0)),
            changes(engine));
        // 2 other words since word 0 was touched: bin 1 of 23; a stride of 30 from word 2, whose
        // weight is a whole number of parts of 2^32.
        double thirtieth = Math.round(0x1p32 / 30) * 0x1p-32;
        engine.accesses(5, new long[] {0, 32 * 8}, new int[] {9, 9}, 2);
        assertEquals(List.of(new Change(5, 9, 2, 1, 22.0 / 23, thirtieth)), changes(engine));
      }
    }
  }

  @Example
  void manyLabelsAreReadInParts() {
    int labels = 100_000;
    long[] addresses = new long[labels];
    int[] numbers = new int[labels];
    Arrays.setAll(addresses, i -> i * 8L);
    Arrays.setAll(numbers, i -> i);
    for (LocalityEngine engine : Engines.all(MetricParameters.defaults())) {
      try (engine) {
        engine.accesses(1, addresses, numbers, numbers, labels);
        int[] seen = {0, 0, 0};
        engine.eachSite(
            (thread, site, counts) -> {
              assertEquals(seen[0]++, site);
              assertEquals(1, counts.word().cold());
            });
        engine.eachContext(
            (context, counts) -> {
              assertEquals(seen[1]++, context);
              assertEquals(1, counts.line().accesses());
            });
        engine.eachChange(
            (thread, site, accesses, cold, temporal, spatial) -> {
              assertEquals(seen[2]++, site);
              assertEquals(1, accesses);
            });
        assertEquals(List.of(labels, labels, labels), Arrays.stream(seen).boxed().toList());
      }
    }
  }

  @Example
  void contextsOutOfRangeAreRefused() {
    for (LocalityEngine engine : Engines.all(MetricParameters.defaults())) {
      try (engine) {
        String message =
            assertThrows(
                    IllegalArgumentException.class,
                    () -> engine.accesses(0, new long[3], new int[3], new int[1], 2))
                .getMessage();
        assertTrue(message.contains("0..1"), message);
        message =
            assertThrows(
                    IllegalStateException.class,
                    () -> engine.accesses(0, new long[1], new int[1], new int[] {1 << 24}, 1))
                .getMessage();
        assertTrue(message.contains("context"), message);
      }
    }
  }

  private static List<Change> changes(LocalityEngine engine) {
    List<Change> changes = new ArrayList<>();
    engine.eachChange(
        (thread, site, accesses, cold, temporal, spatial) ->
            changes.add(new Change(thread, site, accesses, cold, temporal, spatial)));
    return changes;
  }

  private static void checkSums(
      List<List<Change>> readings, EngineResult result, MetricParameters parameters) {
    for (ThreadResult thread : result.threads()) {
      thread
          .sites()
          .forEach(
              (site, counts) -> {
                List<Change> own =
                    readings.stream()
                        .flatMap(List::stream)
                        .filter(c -> c.thread() == thread.thread() && c.site() == site)
                        .toList();
                LocalityHistogram word = counts.word();
                long accesses = own.stream().mapToLong(Change::accesses).sum();
                assertEquals(word.accesses(), accesses);
                assertEquals(word.cold(), own.stream().mapToLong(Change::cold).sum());
                assertEquals(
                    word.temporalLocality(parameters.n()),
                    own.stream().mapToDouble(Change::temporal).sum() / accesses,
                    1e-9);
                assertEquals(
                    word.spatialLocality(),
                    own.stream().mapToDouble(Change::spatial).sum() / accesses,
                    1e-9);
              });
    }
    long all = readings.stream().flatMap(List::stream).mapToLong(Change::accesses).sum();
    assertEquals(result.histogram(Granularity.WORD, parameters.imax()).accesses(), all);
  }

  @Provide
  Arbitrary<Integer> gaps() {
    return Arbitraries.of(1, 2, 5, 1000);
  }

  @Provide
  Arbitrary<AccessStream> streams() {
    return Combinators.combine(
            Arbitraries.of(Shape.class),
            Arbitraries.integers().between(1, 4000),
            Arbitraries.of(1, 1, 3),
            Arbitraries.of(1, 5, 40, 2000),
            Arbitraries.longs().between(0, 1L << 40))
        .as(AccessStream::of);
  }

  @Provide
  Arbitrary<MetricParameters> parameters() {
    return Combinators.combine(
            Arbitraries.of(64, 64, 8, 4096),
            Arbitraries.of(0, 4096, 1 << 21),
            Arbitraries.of(1024, 1024, 2, 29, 31, 33, 2100),
            Arbitraries.of(1L << 23, 1L << 8, 2L),
            Arbitraries.of(HistoryMode.class))
        .as(
            (line, page, imax, n, history) ->
                MetricParameters.defaults()
                    .withLine(line)
                    .withPage(page)
                    .withImax(imax)
                    .withN(n)
                    .withTimeWindow(1500)
                    .withHistory(history));
  }
}
