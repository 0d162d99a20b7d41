package org.tslmap.locality.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.LabelledBatch;
import org.tslmap.locality.MetricParameters;

/** Only what is wanted is labelled: by number, thread, memory, phase and function. */
class SelectedAccessesTest {
  private static final long END = Long.MAX_VALUE;
  private static final int[] ALL_THREADS = {};
  private static final long[] EVERYWHERE = {};

  private final AccessPass pass =
      new AccessPass(
          new PassOptions(
              MetricParameters.defaults(),
              false,
              true,
              8,
              true,
              false,
              true,
              false,
              PassOptions.Decoding.HIDDEN));
  private final LabelledBatch batch = new LabelledBatch(1 << 14);
  private final List<Long> labelled = new ArrayList<>();

  /** Each site, 0 to 3, has a block with one access; the odd ones store. */
  SelectedAccessesTest() {
    byte wanted = AccessPass.SITE_WANTED;
    byte stores = (byte) (wanted | AccessPass.SITE_STORES);
    pass.sites(
        new int[] {0, 0, 1, 1},
        new int[] {8, 8, 8, 8},
        new byte[] {wanted, stores, 0, AccessPass.SITE_STORES});
    for (int site = 0; site < 4; site++) {
      byte kind = site % 2 == 1 ? AccessPass.STORE : 0;
      pass.define(
          header(site),
          site / 2,
          AccessPass.HAS_ENTRY,
          new int[] {site},
          new int[] {0},
          new long[] {0},
          new byte[] {kind});
    }
    pass.batch(batch);
  }

  @AfterEach
  void free() {
    pass.close();
  }

  private static long header(int block) {
    return 1L << 63 | 1L << 32 | block;
  }

  /** Accesses of a thread from an address on, by these sites; they are labelled at once. */
  private void access(int thread, long address, int... sites) {
    long[] words = new long[1 + 2 * sites.length];
    words[0] = 3L << 62 | thread;
    for (int i = 0; i < sites.length; i++) {
      words[1 + 2 * i] = header(sites[i]);
      words[2 + 2 * i] = address + 8L * i;
    }
    int[] at = {0};
    pass.begin(words, 0, words.length);
    assertEquals(PassStatus.DONE, pass.words(words, words.length, at));
    assertEquals(words.length, at[0]);
    assertEquals(PassStatus.DONE, pass.flush());
    pass.complete();
    long[] addresses = new long[batch.count()];
    int[] labels = new int[batch.count()];
    batch.addresses(0, addresses, addresses.length);
    batch.labels(0, labels, labels.length);
    for (int i = 0; i < labels.length; i++) {
      assertEquals(thread, batch.thread());
      int index = (int) (addresses[i] - address) / 8;
      assertEquals(sites[index], labels[i], "the site");
    }
    labelled.addAll(Arrays.stream(addresses).boxed().toList());
    batch.clear();
    pass.batch(batch);
  }

  @Test
  void aPhaseLastsUntilTheNextOne() {
    pass.select(0, END, new int[] {3}, EVERYWHERE, false);
    pass.phase(false);
    access(3, 8, 0);
    pass.phase(true);
    access(3, 16, 0);
    access(1, 24, 0);
    access(3, 32, 1);
    pass.phase(false);
    access(3, 40, 1);
    assertEquals(List.of(16L, 32L), labelled, "in the phase, of thread 3");
    assertEquals(1, pass.labelledLoads());
    assertEquals(1, pass.labelledStores());
  }

  @Test
  void timesCountAllAccesses() {
    pass.select(3, 7, ALL_THREADS, EVERYWHERE, false);
    access(1, 0, 0, 1);
    access(2, 100, 2, 0, 1);
    access(1, 200, 2, 1, 0, 0, 0);
    assertEquals(List.of(108L, 116L, 208L), labelled, "numbers 3 to 6, less the one of a function");
    assertEquals(1, pass.labelledLoads());
    assertEquals(2, pass.labelledStores());
  }

  @Test
  void threadsAndRegionsMayBeSeveral() {
    pass.select(0, END, new int[] {1, 3}, new long[] {8, 8, 32, 9}, false);
    for (int thread = 1; thread <= 3; thread++) {
      access(thread, 0, 0, 0, 0, 0, 0, 0, 0);
    }
    assertEquals(List.of(8L, 32L, 40L, 8L, 32L, 40L), labelled);
  }

  @Test
  void onlyFunctionsThatAreWanted() {
    pass.select(0, END, ALL_THREADS, EVERYWHERE, false);
    access(1, 0, 0, 2, 1, 3, 3, 0);
    assertEquals(List.of(0L, 16L, 40L), labelled);
    assertEquals(2, pass.labelledLoads());
    assertEquals(1, pass.labelledStores());
    assertEquals(2, pass.node(pass.top(1).node()).loads(), "of the function that is wanted");
  }

  @Test
  void manyAccessesThatComeAtOnceAreCutWhereTheTimeIs() {
    pass.select(5000, 20_000, ALL_THREADS, EVERYWHERE, false);
    for (int part = 0; part < 30; part++) {
      access(1, 1000L * 8 * part, new int[1000]);
    }
    assertEquals(15_000, labelled.size());
    assertEquals(5000L * 8, labelled.get(0));
    assertEquals(15_000, pass.labelledLoads());
  }
}
