package org.tslmap.locality.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.LabelledBatch;
import org.tslmap.locality.MetricParameters;

/** What is known of a spot of a frame holds for every call, in whose frame it is. */
class OwnFrameTest {
  private static final int THREAD = 1;
  private static final int CALL = 0;
  private static final int RETURN = 1;
  private static final int LOAD = 2;
  private static final int MAIN_AGAIN = 3;
  private static final int CALL_ON = 4;
  private static final int CALLEE = 5;
  private static final int LOCAL = 11;
  private static final int OTHER = 12;

  private final AccessPass pass =
      new AccessPass(
          new PassOptions(
              MetricParameters.defaults(),
              true,
              true,
              8,
              true,
              false,
              false,
              false,
              PassOptions.Decoding.HIDDEN));
  private final LabelledBatch batch = new LabelledBatch(1 << 14);
  private final List<Long> asked = new ArrayList<>();
  private int stacks;

  /** Function 0 calls function 1, which has the blocks RETURN, LOAD and CALL_ON, to function 2. */
  OwnFrameTest() {
    byte stores = AccessPass.SITE_STORES;
    pass.sites(
        new int[] {0, 1, 1, 0, 1, 2},
        new int[] {8, 8, 8, 8, 8, 8},
        new byte[] {stores, 0, 0, 0, stores, 0});
    define(CALL, 0, AccessPass.CALL | AccessPass.TRANSFERS, AccessPass.STORE);
    define(RETURN, 1, AccessPass.RETURN | AccessPass.TRANSFERS, (byte) 0);
    define(LOAD, 1, AccessPass.AT_ENTRY, (byte) 0);
    define(MAIN_AGAIN, 0, 0, (byte) 0);
    define(CALL_ON, 1, AccessPass.CALL | AccessPass.TRANSFERS, AccessPass.STORE);
    define(CALLEE, 2, AccessPass.AT_ENTRY, (byte) 0);
    pass.batch(batch);
    run(3L << 62 | THREAD, header(MAIN_AGAIN), 64);
  }

  private void define(int block, int function, int flags, byte kind) {
    pass.define(
        header(block),
        function,
        flags | AccessPass.HAS_ENTRY,
        new int[] {block},
        new int[] {0},
        new long[] {0},
        new byte[] {kind});
  }

  @AfterEach
  void free() {
    pass.close();
  }

  private static long header(int block) {
    return 1L << 63 | 1L << 32 | block;
  }

  private void answer(PassStatus status) {
    if (status == PassStatus.STACK) {
      stacks++;
      assertEquals(THREAD, pass.askedThread());
    } else {
      assertEquals(PassStatus.PLACE, status);
      long address = pass.askedAddress();
      asked.add(address);
      FrameSpot spot = pass.askedSpot().orElseThrow();
      pass.foundSpot(spot.hasCallee() ? OTHER : LOCAL, spot.offset() & -8, 8, false);
    }
  }

  /** Labels words; gives the objects that accesses went to. */
  private List<Integer> run(long... words) {
    int[] at = {0};
    pass.begin(words, 0, words.length);
    for (PassStatus status = pass.words(words, words.length, at);
        status != PassStatus.DONE;
        status = pass.words(words, words.length, at)) {
      answer(status);
    }
    for (PassStatus status = pass.flush(); status != PassStatus.DONE; status = pass.flush()) {
      answer(status);
    }
    assertEquals(words.length, at[0]);
    pass.complete();
    int[] labels = new int[batch.count()];
    batch.labels(0, labels, labels.length);
    List<Integer> objects = new ArrayList<>();
    for (int label : labels) {
      int[] pair = new int[2];
      assertEquals(1, pass.labels(label, pair));
      objects.add(pair[1]);
    }
    batch.clear();
    pass.batch(batch);
    return objects;
  }

  @Test
  void anOffsetFromTheFrameHoldsForEveryCall() {
    for (long cfa = 1 << 30; cfa > (1 << 30) - 80_000; cfa -= 800) {
      List<Integer> objects =
          run(
              header(CALL),
              cfa - 8,
              header(LOAD),
              cfa - 40,
              header(LOAD),
              cfa - 33,
              header(RETURN),
              cfa - 8,
              header(MAIN_AGAIN),
              64);
      assertEquals(List.of(LOCAL, LOCAL), objects.subList(1, 3));
    }
    assertEquals(1, stacks);
    assertEquals(
        1,
        asked.stream().filter(address -> Math.floorMod(address - (1 << 30), 800) == 760).count(),
        "the frame's word is asked for once");
  }

  @Test
  void aSpotOfACallersFrameHoldsForEveryCall() {
    for (long cfa = 1 << 30; cfa > (1 << 30) - 80_000; cfa -= 800) {
      List<Integer> objects =
          run(
              header(CALL),
              cfa - 8,
              header(LOAD),
              cfa - 40,
              header(CALL_ON),
              cfa - 108,
              header(CALLEE),
              cfa - 40,
              header(CALLEE),
              cfa - 140,
              header(RETURN),
              cfa - 8,
              header(MAIN_AGAIN),
              64);
      assertEquals(List.of(LOCAL, LOCAL, OTHER, LOCAL), objects.subList(1, 5));
    }
    assertEquals(
        2,
        asked.stream().filter(address -> Math.floorMod(address - (1 << 30), 800) == 760).count(),
        "once by the function itself, once by what it called");
  }
}
