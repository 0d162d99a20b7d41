package org.tslmap.collector.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.StrideShare;

/** Counts of strides are exact where there are few, and never too high. */
class StrideCountsTest {

  @Test
  void theFiveCommonestComeInOrder() {
    StrideCounts counts = new StrideCounts();
    for (int stride = 1; stride <= 7; stride++) {
      counts.add(3, 8L * stride, 10L * stride);
      counts.add(3, 8L * stride, 1);
    }
    assertEquals(
        List.of(
            new StrideShare(56, 71),
            new StrideShare(48, 61),
            new StrideShare(40, 51),
            new StrideShare(32, 41),
            new StrideShare(24, 31)),
        counts.of(3));
    assertEquals(List.of(), counts.of(2));
    assertEquals(List.of(), counts.of(99_999));
  }

  @Property(tries = 200)
  void countsAreNeverTooHighAndAMajorityIsFound(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 100) int different) {
    Random random = new Random(seed);
    StrideCounts counts = new StrideCounts();
    Map<Long, Long> exact = new HashMap<>();
    for (int i = 0; i < 3000; i++) {
      long stride = i % 5 < 3 ? -16 : random.nextInt(different);
      counts.add(0, stride, 1);
      exact.merge(stride, 1L, Long::sum);
    }
    List<StrideShare> found = counts.of(0);
    for (StrideShare share : found) {
      assertTrue(share.count() <= exact.get(share.bytes()), share.toString());
    }
    assertEquals(-16, found.get(0).bytes());
    assertEquals(1800, found.get(0).count());
  }

  @Test
  void aStrideThatBecomesRegularIsFoundAmongIrregularOnes() {
    StrideCounts counts = new StrideCounts();
    for (int i = 0; i < 100_000; i++) {
      counts.add(0, 8L * i * i, 1);
    }
    counts.add(0, -64, 5000);
    counts.add(0, -64, 5000);
    StrideShare found = counts.of(0).get(0);
    assertEquals(new StrideShare(-64, 10_000), found);
  }
}
