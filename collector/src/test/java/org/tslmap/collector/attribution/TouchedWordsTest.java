package org.tslmap.collector.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
      assertEquals(
          new EstimatedFootprint(new Footprint(words[group].size(), lines[group].size()), 1),
          found.get(group));
    }
  }

  @SuppressWarnings("unchecked")
  private static Set<Long>[] sets(int count) {
    return IntStream.range(0, count).mapToObj(i -> new HashSet<Long>()).toArray(Set[]::new);
  }

  @Test
  void whatIsTouchedOutOfOrderIsEstimatedAndWhatIsInOrderExact() {
    TouchedWords touched = new TouchedWords(MetricParameters.defaults());
    int words = 1 << 20;
    Random random = new Random(1);
    for (int i = 0; i < 8 * words; i++) {
      touch(touched, 0, 8L * random.nextInt(words));
    }
    for (int chunk = 0; chunk < words / 64; chunk++) {
      touched.add(1, 512L * chunk, -1);
    }
    List<EstimatedFootprint> found = touched.footprints(new int[] {0, 1}, 2);
    assertEquals(16, found.get(0).oneOf());
    assertEquals(1, (double) found.get(0).footprint().word() / words, 0.1);
    assertEquals(1, 8.0 * found.get(0).footprint().line() / words, 0.1);
    assertEquals(new EstimatedFootprint(new Footprint(words, words / 8), 1), found.get(1));
    EstimatedFootprint both = touched.footprints(new int[] {0, 0}, 1).get(0);
    assertEquals(1, (double) both.footprint().word() / words, 0.1, "the union is no sum");
  }

  @Test
  void whatDoesNotFitIsEstimatedFromTheSameStretchesForAllOwners() {
    for (int line : new int[] {64, 4096}) {
      MetricParameters parameters = MetricParameters.defaults().withLine(line);
      TouchedWords touched = new TouchedWords(parameters, 1 << 12);
      int chunks = 1 << 14;
      for (int i = 0; i < chunks; i++) {
        touched.add(0, 512L * i, -1);
        touched.add(1, 512L * i, -1);
        touched.add(2, 512L * (chunks + i), -1);
      }
      List<EstimatedFootprint> found = touched.footprints(new int[] {0, 0, 1}, 2);
      EstimatedFootprint all = touched.footprints(new int[] {0, 0, 0}, 1).get(0);
      assertTrue(all.oneOf() > 1);
      for (EstimatedFootprint one : found) {
        assertEquals(1, one.footprint().word() / (64.0 * chunks), 0.2);
        assertEquals(one.footprint().word() * 8, one.footprint().line() * line);
      }
      assertEquals(found.get(0).footprint().plus(found.get(1).footprint()), all.footprint());
    }
  }
}
