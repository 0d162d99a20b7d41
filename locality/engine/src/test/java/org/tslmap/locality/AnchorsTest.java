package org.tslmap.locality;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

/** Streams whose scores are known by hand; every engine must give exactly those. */
class AnchorsTest {

  private static final MetricParameters DEFAULTS = MetricParameters.defaults();
  private static final double LOG2_N = 23;

  private interface Check {
    void check(LocalityHistogram words, String engine);
  }

  private static void onEachEngine(int n, IntToLongFunction word, Check check) {
    long[] addresses = new long[n];
    for (int i = 0; i < n; i++) {
      addresses[i] = 0x7f0000000000L + 8 * word.applyAsLong(i);
    }
    for (LocalityEngine engine : Engines.all(DEFAULTS)) {
      try (engine) {
        engine.accesses(1, addresses, new int[n], n);
        check.check(engine.result().histogram(Granularity.WORD, 1024), engine.variant());
      }
    }
  }

  @Test
  void strideOneWithoutRepeats() {
    int n = 100_000;
    onEachEngine(
        n,
        i -> i,
        (words, engine) -> {
          assertEquals((n - 1.0) / n, words.spatialLocality(), engine);
          assertEquals(1.0, words.spatialLocalityNonZero() * n / (n - 1), 1e-15, engine);
          assertEquals(0.0, words.temporalLocality(DEFAULTS.n()), engine);
          assertEquals(1.0, words.coldShare(), engine);
        });
  }

  @Test
  void strideTwoWithoutRepeats() {
    int n = 100_000;
    onEachEngine(
        n,
        i -> 2L * i,
        (words, engine) -> {
          assertEquals(0.5 * (n - 1) / n, words.spatialLocality(), engine);
          assertEquals(0.0, words.temporalLocality(DEFAULTS.n()), engine);
        });
  }

  @Test
  void oneAddress() {
    int n = 100_000;
    onEachEngine(
        n,
        i -> 0,
        (words, engine) -> {
          assertEquals(0.0, words.spatialLocality(), engine);
          assertEquals(0.0, words.spatialLocalityNonZero(), engine);
          assertEquals((n - 1.0) / n, words.zeroStrideShare(), engine);
          assertEquals((n - 1.0) / n, words.temporalLocality(DEFAULTS.n()), engine);
        });
  }

  @Test
  void cyclicSweepsOverPowersOfTwo() {
    for (int k : new int[] {1, 4, 6, 9, 10, 13, 16}) {
      int words = 1 << k;
      int rounds = Math.max(4, 400_000 / words);
      int n = words * rounds;
      onEachEngine(
          n,
          i -> i % words,
          (histogram, engine) -> {
            // every access but the first round's has d = 2^k - 1, in bin k - 1
            long[] reuse = new long[k + 1];
            reuse[k] = n - words;
            assertArrayEquals(reuse, histogram.reuse(), engine + " over 2^" + k);
            assertEquals(
                (double) (n - words) * (LOG2_N - (k - 1)) / LOG2_N / n,
                histogram.temporalLocality(DEFAULTS.n()),
                1e-15,
                engine + " over 2^" + k);
            if (k >= 6) { // shorter sweeps come back to the same word within the window
              assertEquals(1.0, histogram.spatialLocality(), 2.0 * rounds / n, engine);
            }
          });
    }
  }

  @Test
  void cyclicSweepsJustBesidePowersOfTwo() {
    for (int k : new int[] {9, 10, 13}) {
      for (int words : new int[] {(1 << k) - 1, (1 << k) + 1}) {
        int n = words * 50;
        onEachEngine(
            n,
            i -> i % words,
            (histogram, engine) -> {
              // d = words - 1: 2^k - 2 is still in bin k - 1, 2^k in bin k
              int entry = words < 1 << k ? k : k + 1;
              assertEquals(n - words, histogram.reuse()[entry], engine + " over " + words);
            });
      }
    }
  }

  @Test
  void uniformRandomFarBeyondN() {
    MetricParameters small = DEFAULTS.withN(16);
    SplittableRandom random = new SplittableRandom(1);
    long[] addresses = random.longs(200_000, 0, 1L << 40).map(w -> w & ~7L).toArray();
    for (LocalityEngine engine : Engines.all(small)) {
      try (engine) {
        engine.accesses(1, addresses, new int[addresses.length], addresses.length);
        LocalityHistogram words = engine.result().histogram(Granularity.WORD, 1024);
        assertEquals(0.0, words.temporalLocality(16), 1e-4, engine.variant());
        assertEquals(0.0, words.spatialLocality(), 1e-4, engine.variant());
      }
    }
  }

  /**
   * The inner loop of c[i][j] += a[i][k] * b[k][j], reading a and b: strides 1 and n, which give (1
   * + 1 / n) / 2 = 0.5 + 0.5 / n, but for the first of each n steps.
   */
  @Test
  void matrixMultiplyInnerLoop() {
    int n = 100;
    long b = 1L << 20;
    onEachEngine(
        2 * n * n * n,
        access -> {
          int step = access / 2;
          int i = step / (n * n);
          int j = step / n % n;
          int k = step % n;
          return access % 2 == 0 ? (long) i * n + k : b + (long) k * n + j;
        },
        (words, engine) -> {
          long inner = 9900; // n * (n - 1)
          LocalityHistogram expected = new LocalityHistogram(1024);
          // k > 0: the next word of a, the next row of b
          expected.addStride(1, n * inner);
          expected.addStride(n, n * inner);
          // k = 0: a goes on with the next row (j = 0) or back to the start of the row, n - 16
          // words
          // from the 16th last access to a; b goes back to the top
          expected.addStride(1, n - 1);
          expected.addStride(n - 16, inner);
          expected.addStride(1024, 1 + inner + n);
          assertArrayEquals(expected.strides(), words.strides(), engine);
          assertEquals(0.5 + 0.5 / n, words.spatialLocality(), 0.5 / n, engine);
          double temporal = words.temporalLocality(DEFAULTS.n());
          assertTrue(temporal > 0.1 && temporal < 0.9, engine + " TL " + temporal);
        });
  }
}
