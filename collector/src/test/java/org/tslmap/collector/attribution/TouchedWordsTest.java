package org.tslmap.collector.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
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
    assertEquals(1, touched.oneOf());
    Footprint[] found = touched.footprints(groupOf, groups);
    for (int group = 0; group < groups; group++) {
      assertEquals(new Footprint(words[group].size(), lines[group].size()), found[group]);
    }
  }

  @SuppressWarnings("unchecked")
  private static Set<Long>[] sets(int count) {
    return IntStream.range(0, count).mapToObj(i -> new HashSet<Long>()).toArray(Set[]::new);
  }

  @Test
  void whatDoesNotFitIsEstimatedFromTheSameStretchesForAllOwners() {
    TouchedWords touched = new TouchedWords(MetricParameters.defaults(), 1 << 13);
    int words = 1 << 20;
    for (int i = 0; i < words; i++) {
      touch(touched, 0, 8L * i);
      touch(touched, 1, 8L * i);
      touch(touched, 2, 8L * (words + i));
    }
    assertTrue(touched.oneOf() > 1);
    Footprint[] found = touched.footprints(new int[] {0, 0, 1}, 2);
    Footprint[] all = touched.footprints(new int[] {0, 0, 0}, 1);
    for (Footprint one : found) {
      assertEquals(1, (double) one.word() / words, 0.1);
      assertEquals(one.word(), 8 * one.line());
    }
    assertEquals(found[0].plus(found[1]), all[0]);
  }
}
