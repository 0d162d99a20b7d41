package org.tslmap.locality;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ApportionmentTest {
  private static final long HUGE = 1L << 62;

  private static long[] shares(long accesses, long turn, long... row) {
    Apportionment all = new Apportionment(accesses, Arrays.stream(row).sum(), turn);
    long[] shares = new long[row.length];
    long from = 0;
    for (int i = 0; i < row.length; i++) {
      shares[i] = all.share(from, row[i]);
      from += row[i];
    }
    return shares;
  }

  @Property
  void sharesAddUpAndAreOffByLessThanOneAccess(
      @ForAll @LongRange(max = HUGE) long accesses,
      @ForAll @Size(min = 1, max = 40) List<@LongRange(max = HUGE / 40) Long> parts,
      @ForAll @LongRange(max = 1000) long turn) {
    long[] row = parts.stream().mapToLong(Long::longValue).toArray();
    row[0]++;
    long sum = Arrays.stream(row).sum();
    long[] shares = shares(accesses, turn, row);
    assertEquals(accesses, Arrays.stream(shares).sum());
    for (int i = 0; i < row.length; i++) {
      double exact = (double) accesses * row[i] / sum;
      assertTrue(shares[i] >= 0);
      assertTrue(row[i] > 0 || shares[i] == 0, "what was not observed gets nothing");
      assertEquals(exact, shares[i], 1 + 1e-9 * exact, "part " + i);
    }
  }

  @Test
  void sharesByHand() {
    assertEquals(List.of(2L, 4L, 6L), boxed(shares(12, 0, 1, 2, 3)));
    assertEquals(List.of(0L, 0L, 0L), boxed(shares(0, 0, 1, 2, 3)));
    assertEquals(List.of(3L, 4L, 3L), boxed(shares(10, 0, 5, 5, 5)), "rounded to the nearest");
    assertEquals(List.of(0L, 1L, 0L), boxed(shares(1, 0, 5, 5, 5)), "the middle");
    assertEquals(List.of(7L), boxed(shares(7, 0, 1)));
    assertEquals(
        List.of(HUGE / 4, HUGE / 4, HUGE / 2),
        boxed(shares(HUGE, 0, HUGE / 8, HUGE / 8, HUGE / 4)));
    assertEquals(List.of(HUGE - 1), boxed(shares(HUGE - 1, 3, HUGE)));
  }

  private static List<Long> boxed(long[] shares) {
    return Arrays.stream(shares).boxed().toList();
  }

  /** A rare part gets its share of single accesses, too. */
  @Test
  void singleAccessesSpreadOverTheRow() {
    long rare = 0;
    for (int turn = 0; turn < 10_000; turn++) {
      rare += shares(1, turn, 9_700, 300)[1];
    }
    assertEquals(300.0, (double) rare, 3.0);
  }

  @Test
  void whatCannotBeSharedOutIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Apportionment(1, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new Apportionment(-1, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> new Apportionment(1, 1, -1));
  }

  /** 600 accesses in lines and words: a tenth cold, half repeated, the others far. */
  private static Histograms observed() {
    LocalityHistogram word = new LocalityHistogram(16);
    word.addCold(60);
    word.addReuse(0, 300);
    word.addReuse(20, 240);
    word.addStride(0, 300);
    word.addStride(1, 240);
    word.addStride(16, 60);
    LocalityHistogram line = new LocalityHistogram(16);
    line.addCold(10);
    line.addReuse(0, 590);
    line.addStride(0, 590);
    line.addStride(16, 10);
    return new Histograms(List.of(word, line), new CacheMisses(120, 60));
  }

  @Test
  void histogramsKeepTheirProportionsAndScores() {
    Histograms estimate = observed().apportion(new Apportionment(6_000_000, 600, 0), 0);
    assertEquals(6_000_000, estimate.accesses());
    assertEquals(6_000_000, estimate.estimated());
    assertEquals(0, estimate.recorded());
    assertEquals(0, estimate.scoredShare());
    assertTrue(estimate.tellScores());
    assertEquals(600_000, estimate.word().cold());
    assertEquals(3_000_000, estimate.word().reuse()[0]);
    assertEquals(2_400_000, estimate.word().strides()[1]);
    assertEquals(100_000, estimate.line().cold());
    assertEquals(5_900_000, estimate.line().strides()[0]);
    assertEquals(new CacheMisses(1_200_000, 600_000), estimate.misses());
    assertEquals(
        observed().word().temporalLocality(1 << 23), estimate.word().temporalLocality(1 << 23));
  }

  /** Cut anywhere, the parts of a row add up to what the whole row gets. */
  @Test
  void partsOfARowAddUpAtEachGranularity() {
    Histograms observed = observed();
    Apportionment shares = new Apportionment(1_001, 1_800, 2);
    Histograms sum = Histograms.empty(MetricParameters.defaults().withImax(16));
    for (int i = 0; i < 3; i++) {
      Histograms part = observed.apportion(shares, 600L * i);
      long reuse = part.word().cold() + Arrays.stream(part.word().reuse()).sum();
      assertEquals(part.word().accesses(), reuse, "one entry among reuse for each stride");
      assertEquals(part.word().accesses(), part.line().accesses());
      sum.add(part);
    }
    assertEquals(1_001, sum.accesses());
    assertEquals(1_001, sum.line().accesses());
    assertEquals(1_001, sum.estimated());
  }

  @Test
  void recordedAndEstimatedAccessesAdd() {
    Histograms all = observed();
    assertEquals(1, all.scoredShare());
    all.add(observed().apportion(new Apportionment(1_200, 600, 0), 0));
    all.addCounted(600);
    assertEquals(2_400, all.accesses());
    assertEquals(600, all.recorded());
    assertEquals(0.25, all.scoredShare());
    Histograms copy = all.copy();
    assertEquals(all, copy);
    assertEquals(all.hashCode(), copy.hashCode());
    assertTrue(all.toString().endsWith("counted 600, estimated 1200]"), all.toString());
    copy.addEstimated(600);
    assertNotEquals(all, copy, "estimated accesses tell them apart");
    assertThrows(IllegalArgumentException.class, () -> copy.addEstimated(1));
    assertThrows(IllegalArgumentException.class, () -> all.addEstimated(-1));
  }

  @Test
  void sharesByWeightAddUp() {
    assertArrayEquals(new long[] {0, 3, 7}, Apportionment.byWeight(10, new double[] {0, 0.3, 0.7}));
    long[] shares = Apportionment.byWeight(1L << 62, new double[] {1, 1e-3, 1e6});
    assertEquals(1L << 62, Arrays.stream(shares).sum());
    assertEquals(1e-6, shares[0] / 0x1p62, 1e-8);
    assertArrayEquals(new long[] {0, 0}, Apportionment.byWeight(0, new double[] {1, 1}));
  }
}
