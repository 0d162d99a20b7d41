package org.tslmap.locality;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Histograms add up, compare by what they count, and give the scores the metrics page defines. */
class LocalityHistogramTest {

  private static LocalityHistogram random(int imax, long seed) {
    Random random = new Random(seed);
    LocalityHistogram histogram = new LocalityHistogram(imax);
    for (int i = random.nextInt(60); i > 0; i--) {
      int count = random.nextInt(1000);
      histogram.addStride(random.nextInt(imax + 1) >> random.nextInt(8), count);
      if (random.nextInt(4) == 0) {
        histogram.addCold(count);
      } else {
        histogram.addReuse(random.nextInt(LocalityHistogram.REUSE_BINS), count);
      }
    }
    return histogram;
  }

  private static LocalityHistogram sum(LocalityHistogram... parts) {
    LocalityHistogram sum = new LocalityHistogram(parts[0].imax());
    for (LocalityHistogram part : parts) {
      sum.add(part);
    }
    return sum;
  }

  @Property(tries = 200)
  void sumsDoNotDependOnOrder(@ForAll @IntRange(min = 2, max = 3000) int imax, @ForAll long seed) {
    LocalityHistogram a = random(imax, seed);
    LocalityHistogram b = random(imax, seed + 1);
    LocalityHistogram c = random(imax, seed + 2);
    assertEquals(sum(a, b, c), sum(c, a, b));
    assertEquals(sum(a, b, c), sum(a, sum(b, c)));
    assertEquals(sum(a, b, c).hashCode(), sum(c, b, a).hashCode());
    assertEquals(a, sum(a, new LocalityHistogram(imax)));
    assertEquals(a.accesses() + b.accesses(), sum(a, b).accesses());
  }

  @Property(tries = 200)
  void aSumCountsWhatItsPartsCount(
      @ForAll @IntRange(min = 2, max = 3000) int imax, @ForAll long seed) {
    LocalityHistogram a = random(imax, seed);
    LocalityHistogram b = random(imax, seed + 1);
    LocalityHistogram sum = sum(a, b);
    assertEquals(a.cold() + b.cold(), sum.cold());
    for (int i = 0; i <= imax; i++) {
      assertEquals(a.strides()[i] + b.strides()[i], sum.strides()[i], "stride " + i);
    }
    for (int i = 0; i < sum.reuse().length; i++) {
      long fromA = i < a.reuse().length ? a.reuse()[i] : 0;
      long fromB = i < b.reuse().length ? b.reuse()[i] : 0;
      assertEquals(fromA + fromB, sum.reuse()[i], "reuse entry " + i);
    }
  }

  @Property(tries = 200)
  void scoresLieBetweenZeroAndOne(
      @ForAll @IntRange(min = 2, max = 3000) int imax, @ForAll long seed) {
    LocalityHistogram histogram = random(imax, seed);
    for (double score :
        new double[] {
          histogram.spatialLocality(),
          histogram.spatialLocalityNonZero(),
          histogram.zeroStrideShare()
        }) {
      assertTrue(score >= 0 && score <= 1, histogram + " has a score of " + score);
    }
  }

  @Example
  void scoresByHand() {
    LocalityHistogram histogram = new LocalityHistogram(4);
    histogram.addStride(0, 2);
    histogram.addStride(1, 3);
    histogram.addStride(2, 2);
    histogram.addStride(4, 1);
    histogram.addCold(1);
    histogram.addReuse(0, 2);
    histogram.addReuse(1, 1);
    histogram.addReuse(3, 4);
    assertEquals((3 + 2 / 2.0) / 8, histogram.spatialLocality());
    assertEquals((3 + 2 / 2.0) / 6, histogram.spatialLocalityNonZero());
    assertEquals(2 / 8.0, histogram.zeroStrideShare());
    assertEquals(1 / 8.0, histogram.coldShare());
    // log2 n = 4: distance 0 earns 1, bin 0 earns 4/4, bin 2 earns 2/4
    assertEquals((2 + 1 + 4 * 0.5) / 8, histogram.temporalLocality(16));
    // log2 n = 2: bin 2 is out of range
    assertEquals((2 + 1) / 8.0, histogram.temporalLocality(4));
  }

  @Example
  void missRatiosByHand() {
    LocalityHistogram histogram = new LocalityHistogram(4);
    histogram.addStride(1, 8);
    histogram.addCold(1);
    histogram.addReuse(0, 2);
    histogram.addReuse(1, 1);
    histogram.addReuse(3, 4);
    assertEquals(6 / 8.0, histogram.missRatio(1), "only distance 0 hits");
    assertEquals(5 / 8.0, histogram.missRatio(2), "distance 1, too");
    assertEquals(5 / 8.0, histogram.missRatio(4));
    assertEquals(3 / 8.0, histogram.missRatio(6), "half of the distances 4 to 7");
    assertEquals(1 / 8.0, histogram.missRatio(8), "a first touch always misses");
    assertEquals(1 / 8.0, histogram.missRatio(Long.MAX_VALUE));
    assertEquals(0.0, new LocalityHistogram(4).missRatio(1));
    assertThrows(IllegalArgumentException.class, () -> histogram.missRatio(0));
  }

  @Example
  void anEmptyHistogramScoresZero() {
    LocalityHistogram empty = new LocalityHistogram(1024);
    assertEquals(0.0, empty.temporalLocality(16));
    assertEquals(0.0, empty.spatialLocality());
    assertEquals(0.0, empty.spatialLocalityNonZero());
    assertEquals(0.0, empty.zeroStrideShare());
    assertEquals(0.0, empty.coldShare());
    assertArrayEquals(new long[0], empty.reuse());
    assertEquals(1025, empty.strides().length);
  }

  @Example
  void differentCountsAreNotEqual() {
    LocalityHistogram none = new LocalityHistogram(10);
    LocalityHistogram cold = new LocalityHistogram(10);
    cold.addCold(1);
    LocalityHistogram stride = new LocalityHistogram(10);
    stride.addStride(3, 1);
    LocalityHistogram large = new LocalityHistogram(10);
    large.addStride(10, 1);
    assertNotEquals(none, cold);
    assertNotEquals(none, stride);
    assertNotEquals(stride, large);
    assertNotEquals(none, new LocalityHistogram(11));
    assertEquals("LocalityHistogram[cold=0, reuse=[], strides={none=1}]", large.toString());
  }

  @Example
  void whatCannotBeCountedIsRefused() {
    LocalityHistogram histogram = new LocalityHistogram(10);
    assertThrows(IllegalArgumentException.class, () -> new LocalityHistogram(1));
    assertThrows(IllegalArgumentException.class, () -> histogram.addStride(11, 1));
    assertThrows(IllegalArgumentException.class, () -> histogram.addReuse(48, 1));
    assertThrows(IllegalArgumentException.class, () -> histogram.addCold(-1));
    assertThrows(IllegalArgumentException.class, () -> histogram.temporalLocality(10));
    String message =
        assertThrows(IllegalArgumentException.class, () -> histogram.add(new LocalityHistogram(20)))
            .getMessage();
    assertTrue(message.contains("10") && message.contains("20"), message);
  }
}
