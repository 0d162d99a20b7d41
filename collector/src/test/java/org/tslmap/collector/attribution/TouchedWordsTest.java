package org.tslmap.collector.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.Footprint;

/** Distinct words and lines, against sets of them. */
class TouchedWordsTest {
  private static final int OWNERS = 7;

  private static void touch(TouchedWords touched, int owner, long address) {
    touched.add(owner, address, 1L << (address >>> touched.wordShift()));
  }

  @Property(tries = 300)
  void unionsAreExactForEverySizeOfWordsAndLines(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 12) int wordShift,
      @ForAll @IntRange(min = 0, max = 12) int more,
      @ForAll @IntRange(min = 1, max = 4) int groups) {
    int lineShift = Math.min(12, wordShift + more);
    MetricParameters parameters =
        MetricParameters.defaults().withWord(1).withLine(1 << lineShift).withWord(1 << wordShift);
    TouchedWords touched = new TouchedWords(parameters);
    Random random = new Random(seed);
    int[] groupOf = IntStream.range(0, OWNERS).map(owner -> owner % (groups + 1) - 1).toArray();
    Set<Long>[] words = sets(groups);
    Set<Long>[] lines = sets(groups);
    long range = 1L << 6 + random.nextInt(14);
    long base = random.nextLong() >>> 17;
    for (int i = 0; i < 3000; i++) {
      int owner = random.nextInt(OWNERS);
      long address = base + (random.nextLong() >>> 1) % range;
      touch(touched, owner, address);
      if (groupOf[owner] >= 0) {
        words[groupOf[owner]].add(address >>> wordShift);
        lines[groupOf[owner]].add(address >>> lineShift);
      }
    }
    List<EstimatedFootprint> found = touched.footprints(groupOf, groups);
    for (int group = 0; group < groups; group++) {
      assertEquals(exactly(words[group].size(), lines[group].size()), found.get(group));
    }
  }

  @SuppressWarnings("unchecked")
  private static Set<Long>[] sets(int count) {
    return IntStream.range(0, count).mapToObj(i -> new HashSet<Long>()).toArray(Set[]::new);
  }

  @Test
  void whatIsTouchedOutOfOrderIsExact() {
    TouchedWords touched = new TouchedWords(MetricParameters.defaults());
    int words = 1 << 20;
    BitSet expected = new BitSet(words);
    Random random = new Random(1);
    for (int i = 0; i < words; i++) {
      int word = random.nextInt(words);
      expected.set(word);
      touch(touched, 0, 8L * word);
    }
    long lines =
        IntStream.range(0, words / 8)
            .filter(
                line ->
                    expected.nextSetBit(8 * line) < 8 * line + 8
                        && expected.nextSetBit(8 * line) >= 0)
            .count();
    assertEquals(
        exactly(expected.cardinality(), lines), touched.footprints(new int[] {0}, 1).get(0));
  }

  @Test
  void muchThatIsTouchedOutOfOrderIsEstimated() {
    TouchedWords touched = new TouchedWords(MetricParameters.defaults());
    int words = 1 << 23;
    BitSet expected = new BitSet(words);
    Random random = new Random(1);
    for (int i = 0; i < words / 2; i++) {
      int word = random.nextInt(words);
      expected.set(word);
      touch(touched, 0, 8L * word);
    }
    for (int chunk = 0; chunk < words / 64; chunk++) {
      touched.add(1, 512L * chunk, -1);
    }
    List<EstimatedFootprint> found = touched.footprints(new int[] {0, 1}, 2);
    assertEquals(8, found.get(0).oneOf());
    assertEquals(1, found.get(0).footprint().word() / (double) expected.cardinality(), 0.1);
    assertEquals(exactly(words, words / 8), found.get(1), "in order");
  }

  @Test
  void ifNotAllFitsTheLargestAreEstimatedAndTheOthersExact() {
    for (int line : new int[] {64, 4096}) {
      TouchedWords touched = new TouchedWords(MetricParameters.defaults().withLine(line), 1 << 12);
      int chunks = 1 << 16;
      int few = 1 << 8;
      for (int i = 0; i < chunks; i++) {
        touched.add(0, 512L * i, -1);
        touched.add(1, 512L * i, -1);
        touched.add(2, 512L * (chunks + i), -1);
        touched.add(3, 512L * (i % few), -1);
      }
      List<EstimatedFootprint> found = touched.footprints(new int[] {0, 0, 1, 2}, 3);
      EstimatedFootprint all = touched.footprints(new int[] {0, 0, 0, 0}, 1).get(0);
      assertEquals(exactly(64L * few, 512L * few / line), found.get(2));
      for (EstimatedFootprint one : List.of(found.get(0), found.get(1))) {
        assertTrue(one.oneOf() > 1, one.toString());
        assertEquals(1, one.footprint().word() / (64.0 * chunks), 0.1);
        assertEquals(one.footprint().word() * 8, one.footprint().line() * line);
      }
      assertEquals(
          found.get(0).footprint().plus(found.get(1).footprint()),
          all.footprint(),
          "unions, from the same regions");
    }
  }

  @Test
  void manySmallOwnersAreEstimatedToo() {
    TouchedWords touched = new TouchedWords(MetricParameters.defaults(), 1 << 10);
    int owners = 1 << 14;
    for (int owner = 0; owner < owners; owner++) {
      touched.add(owner, 8192L * owner, 1);
    }
    EstimatedFootprint all = touched.footprints(new int[owners], 1).get(0);
    assertTrue(all.oneOf() >= 16, all.toString());
    assertEquals(1, all.footprint().word() / (double) owners, 0.2);
  }

  @Property(tries = 100)
  void groupsHaveWhatTheirPartsHave(@ForAll long seed) {
    ContextWords touched = new ContextWords(MetricParameters.defaults());
    Random random = new Random(seed);
    // Each group is a part of one before it.
    int[] partOf = IntStream.range(0, OWNERS).map(i -> i == 0 ? -1 : random.nextInt(i)).toArray();
    int[] groupOf = IntStream.range(0, OWNERS).map(i -> (i + 3) % OWNERS).toArray();
    Set<Long>[] words = sets(OWNERS);
    Set<Long>[] lines = sets(OWNERS);
    for (int i = 0; i < 500; i++) {
      int owner = random.nextInt(OWNERS);
      long[] addresses =
          random
              .longs(random.nextInt(9), 0, 1 << 10 + random.nextInt(10))
              .map(a -> a & -8)
              .toArray();
      touched.touch(owner, addresses, 0, addresses.length);
      for (int group = groupOf[owner]; group >= 0; group = partOf[group]) {
        for (long address : addresses) {
          words[group].add(address >> 3);
          lines[group].add(address >> 6);
        }
      }
    }
    touched.finish();
    List<EstimatedFootprint> found = touched.footprints(groupOf, partOf);
    for (int group = 0; group < OWNERS; group++) {
      assertEquals(exactly(words[group].size(), lines[group].size()), found.get(group));
    }
  }

  private static EstimatedFootprint exactly(long words, long lines) {
    return new EstimatedFootprint(new Footprint(words, lines), 1);
  }
}
