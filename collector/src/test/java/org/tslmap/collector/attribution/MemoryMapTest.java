package org.tslmap.collector.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The map says of every byte what an array with an entry for each byte says. */
class MemoryMapTest {
  private static final long BASE = (5L << 30) - 8192;
  private static final int BYTES = 5 * 4096;

  @Property(tries = 100)
  void everyByteHasTheRangeThatWasPutLast(@ForAll long seed) {
    Random random = new Random(seed);
    LiveRanges ranges = new LiveRanges();
    MemoryMap map = new MemoryMap(ranges);
    int[] expected = new int[BYTES];
    List<Integer> live = new ArrayList<>();
    for (int step = 0; step < 40; step++) {
      int start = random.nextInt(BYTES);
      int end = start + 1 + random.nextInt(BYTES - start);
      if (random.nextInt(3) > 0) {
        start &= -8;
        end = Math.max(start + 8, end & -8);
      }
      int kind = random.nextInt(4);
      if (kind == 0) {
        map.clear(BASE + start, BASE + end);
        Arrays.fill(expected, start, end, 0);
      } else if (kind == 1 && !live.isEmpty()) {
        int range = live.remove(random.nextInt(live.size()));
        map.remove(range);
        for (int i = 0; i < BYTES; i++) {
          expected[i] = expected[i] == range ? 0 : expected[i];
        }
      } else {
        int range = ranges.add(BASE + start, end - start, 0);
        map.put(range);
        live.add(range);
        Arrays.fill(expected, start, end, range);
      }
    }
    for (int i = 0; i < BYTES; i++) {
      assertEquals(expected[i], map.at(BASE + i), "byte " + i);
    }
  }
}
