package org.tslmap.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Accesses that are not counted leave the others with the scores that they would have anyway. */
class WarmHistoryTest {
  private static final int LENGTH = 3000;
  private static final int WARM = 1 << 20;

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void othersHaveTheSameScores(@ForAll AccessStream.Shape shape, @ForAll long seed) {
    MetricParameters parameters = MetricParameters.defaults();
    long[] addresses = AccessStream.of(shape, LENGTH, 1, 1, seed).addresses();
    Random random = new Random(seed);
    int[] sites = new int[LENGTH];
    List<Integer> cuts = new ArrayList<>();
    for (int i = 0; i < LENGTH; i++) {
      if (i == 0 || random.nextInt(100) == 0) {
        cuts.add(i);
      }
      sites[i] = cuts.size() % 2 == 0 ? WARM : random.nextInt(5);
    }
    cuts.add(LENGTH);
    NaiveEngine naive = new NaiveEngine(parameters);
    naive.accesses(1, addresses, sites, LENGTH);
    ThreadResult all = naive.result().threads().get(0);
    for (LocalityEngine engine : Engines.all(parameters)) {
      try (engine) {
        for (int k = 0; k + 1 < cuts.size(); k++) {
          int from = cuts.get(k);
          int count = cuts.get(k + 1) - from;
          long[] part = Arrays.copyOfRange(addresses, from, from + count);
          if (sites[from] == WARM) {
            LabelledBatch batch = new LabelledBatch(count + 1);
            batch.filled(1, count + 1, 0, count);
            long[] padded = Arrays.copyOf(part, count + 1);
            System.arraycopy(part, 0, padded, 1, count);
            batch.replaceAddresses(padded, count + 1);
            engine.warm(batch, 1, count);
          } else {
            engine.accesses(1, part, Arrays.copyOfRange(sites, from, from + count), count);
          }
        }
        EngineResult result = engine.result();
        ThreadResult scored = result.threads().get(0);
        assertEquals(all.footprint(), scored.footprint(), engine.variant());
        assertEquals(all.footprint(), result.footprint(), engine.variant());
        all.sites()
            .forEach(
                (site, counts) ->
                    assertEquals(
                        site == WARM ? null : counts, scored.sites().get(site), engine.variant()));
        long counted = Arrays.stream(sites).filter(site -> site != WARM).count();
        assertEquals(
            counted, result.windows().stream().mapToLong(WindowResult::accesses).sum(), "windows");
      }
    }
  }
}
