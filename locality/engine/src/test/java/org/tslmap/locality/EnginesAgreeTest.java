package org.tslmap.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
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
 * Every engine gives the naive reference's histograms, per site, thread and window, and its
 * footprints. A failure means that scores of real programs are wrong.
 */
class EnginesAgreeTest {

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void anyStreamWithAnyParameters(
      @ForAll("streams") AccessStream stream, @ForAll("parameters") MetricParameters parameters) {
    check(stream, parameters, Engines.all(parameters));
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void timesRenumberedAllTheTime(
      @ForAll("streams") AccessStream stream,
      @ForAll("parameters") MetricParameters parameters,
      @ForAll("tunings") Engines.Tuning tuning) {
    check(stream, parameters, Engines.tuned(parameters, tuning));
  }

  @Example
  void footprintsAroundPowersOfTwo() {
    MetricParameters parameters = MetricParameters.defaults();
    for (int words : new int[] {511, 512, 513, 1023, 1024, 1025, 2047, 2048, 2049}) {
      long[] addresses = new long[5 * words];
      for (int i = 0; i < addresses.length; i++) {
        addresses[i] = 0x10000 + i % words * 8L;
      }
      check(
          AccessStream.of("cyclic over " + words + " words", addresses),
          parameters,
          Engines.all(parameters));
    }
  }

  @Example
  void resultsMayBeReadInTheMiddle() {
    MetricParameters parameters = MetricParameters.defaults().withTimeWindow(1024);
    AccessStream stream = AccessStream.of(Shape.ZIPF, 3000, 2, 10, 5);
    for (LocalityEngine engine : Engines.all(parameters)) {
      try (engine) {
        NaiveEngine naive = new NaiveEngine(parameters);
        stream.feed(naive);
        stream.feed(engine);
        EngineResult middle = engine.result();
        assertEquals(naive.result(), middle, engine.variant());
        stream.feed(engine);
        assertEquals(naive.result(), middle, engine.variant() + " changed a result given out");
        stream.feed(naive);
        assertEquals(naive.result(), engine.result(), engine.variant());
      }
    }
  }

  @Example
  void runningScoresAreThoseOfTheResult() {
    MetricParameters parameters = MetricParameters.defaults().withTimeWindow(1024);
    AccessStream stream = AccessStream.of(Shape.UNIFORM, 5000, 2, 10, 5);
    for (LocalityEngine engine : Engines.all(parameters)) {
      try (engine) {
        assertEquals(new RunningScores(0, 0.0, 0.0), engine.running(), engine.variant());
        stream.feed(engine);
        LocalityHistogram words = engine.result().histogram(Granularity.WORD, parameters.imax());
        assertEquals(
            new RunningScores(
                5000, words.temporalLocality(parameters.n()), words.spatialLocality()),
            engine.running(),
            engine.variant());
      }
    }
  }

  @Example
  void tooManyWindowsAreJoinedTwoByTwo() {
    MetricParameters parameters = MetricParameters.defaults().withTimeWindow(1024);
    int doubledTwice = EngineResult.MOST_WINDOWS * 2 * 1024 + 1500;
    AccessStream stream = AccessStream.of(Shape.ZIPF, doubledTwice, 2, 10, 5);
    for (LocalityEngine engine : Engines.all(parameters)) {
      MetricParameters longer = parameters.withTimeWindow(4 * 1024);
      try (engine;
          LocalityEngine other = new NativeEngine(longer, 1)) {
        stream.feed(engine);
        stream.feed(other);
        assertEquals(
            EngineResult.MOST_WINDOWS / 2 + 1, engine.result().windows().size(), engine.variant());
        assertEquals(other.result(), engine.result(), engine.variant());
      }
    }
  }

  private static void check(
      AccessStream stream, MetricParameters parameters, List<LocalityEngine> engines) {
    NaiveEngine naive = new NaiveEngine(parameters);
    stream.feed(naive);
    EngineResult expected = naive.result();
    for (LocalityEngine engine : engines) {
      try (engine) {
        stream.feed(engine);
        assertEquals(expected, engine.result(), engine.variant());
      }
    }
  }

  @Provide
  Arbitrary<AccessStream> streams() {
    return Combinators.combine(
            Arbitraries.of(Shape.class),
            Arbitraries.integers().between(1, 6000),
            Arbitraries.of(1, 1, 1, 3),
            Arbitraries.of(1, 5, 40, 2000),
            Arbitraries.longs().between(0, 1L << 40))
        .as(AccessStream::of);
  }

  @Provide
  Arbitrary<MetricParameters> parameters() {
    return Combinators.combine(
            Arbitraries.of(
                "8/64/0",
                "8/64/4096",
                "4/128/2097152",
                "1/4096/0",
                "1/4096/4096",
                "16/16/0",
                "16/16/256",
                "8/64/1073741824"),
            Arbitraries.of(32, 32, 1, 2, 7, 33, 64),
            Arbitraries.of(1024, 1024, 2, 3, 29, 30, 31, 100, 2100),
            Arbitraries.of(1024L, 1500L, 1L << 20),
            Arbitraries.of(HistoryMode.class))
        .as(
            (sizes, window, imax, timeWindow, history) -> {
              String[] bytes = sizes.split("/");
              return new MetricParameters(
                  Integer.parseInt(bytes[0]),
                  Integer.parseInt(bytes[1]),
                  Integer.parseInt(bytes[2]),
                  window,
                  imax,
                  1L << 23,
                  timeWindow,
                  history,
                  WideAccesses.FIRST,
                  List.of());
            });
  }

  @Provide
  Arbitrary<Engines.Tuning> tunings() {
    return Combinators.combine(
            Arbitraries.integers().between(128, 700),
            Arbitraries.integers().between(1, 20),
            Arbitraries.integers().between(1, 256))
        .as(Engines.Tuning::new);
  }
}
