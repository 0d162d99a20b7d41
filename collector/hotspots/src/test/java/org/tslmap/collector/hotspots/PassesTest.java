package org.tslmap.collector.hotspots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.CodeLoop;

/** What one pass leaves for the next, against a cache of 64 lines. */
class PassesTest {

  private final TracedStream stream = new TracedStream();

  @Test
  void aBufferOfWhichEachPassIsOverwrittenIsTooLarge() {
    int ring = stream.array("ring", "double [4096]", 8, 4096L);
    int store = stream.store(stream.function("decode"), 8, 4);
    int load = stream.load(stream.function("mix"), 8, 9);
    for (int i = 0; i < 5 * 4096; i += 16) {
      for (int k = i; k < i + 16; k++) {
        stream.access(store, ring, 8L * (k % 4096));
      }
      for (int k = i; k < i + 16; k++) {
        stream.access(load, ring, 8L * (k % 4096));
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.LARGE_BUFFER, only.pattern(), only.sentence());
    assertEquals("decode", only.function());
    assertEquals("about 5 passes over the 32.0 KiB of ring", only.evidence().get(0));
    assertTrue(only.sentence().contains("use a smaller buffer, which fits into L1"));
  }

  @Test
  void whatIsLoadedFromTheLineOfAStoreMayBeOld() {
    // Each pass stores to one word of a pair, and then loads the other one of the pass before.
    int pairs = stream.array("pairs", "double [4096]", 8, 4096L);
    int f = stream.function("step");
    int store = stream.store(f, 8, 4);
    int load = stream.load(f, 8, 5);
    int change = stream.store(f, 8, 5);
    for (int pass = 0; pass < 5; pass++) {
      for (int i = 0; i < 4096; i += 2) {
        stream.access(store, pairs, 8L * i);
        stream.access(load, pairs, 8L * i + 8);
        stream.access(change, pairs, 8L * i + 8);
      }
    }
    assertTrue(
        stream.findings().stream().noneMatch(one -> one.pattern() == AccessPattern.LARGE_BUFFER));
  }

  private Finding queries(String result, long words) {
    int time = stream.array("time", "double [2048]", 8, 2048L);
    int value = stream.array("value", "double [2048]", 8, 2048L);
    int found = stream.array(result, "double [%d]".formatted(words), 8, words);
    int fill = stream.store(stream.function("fill"), 8, 2);
    int f = stream.function("answer");
    int loadTime = stream.load(f, 8, 14);
    int loadValue = stream.load(f, 8, 15);
    int store = stream.store(f, 8, 16);
    stream.loops(
        new CodeLoop(f, -1, 0x1000, 12, 17, true, 10),
        new CodeLoop(f, 0, 0x1010, 13, 16, true, 10 * 2048));
    stream.inLoop(loadTime, 1);
    stream.inLoop(loadValue, 1);
    stream.inLoop(store, 1);
    stream.sweep(fill, time, 2048);
    stream.sweep(fill, value, 2048);
    for (int query = 0; query < 10; query++) {
      for (int i = 0; i < 2048; i++) {
        stream.access(loadTime, time, 8L * i);
        stream.access(loadValue, value, 8L * i);
        if (i % 4 == 0) {
          stream.access(store, found, 8L * (i / 4 % words));
        }
      }
    }
    return stream.findings().get(0);
  }

  @Test
  void queriesThatEachLoadAWholeTableMayBeAnsweredTogether() {
    Finding first = queries("sum", 1);
    assertEquals(AccessPattern.REPEATED_SWEEP, first.pattern());
    assertTrue(
        first
            .sentence()
            .startsWith(
                "answer (kernel.c:14, kernel.c:15) loads all of time and value again in each round of"
                    + " the loop at 12, and uses each line again after 32.0 KiB or more of other"
                    + " lines, too late for L1; do several of these rounds together on a block"),
        first.sentence());
  }

  @Test
  void roundsThatLeaveMuchBehindMayNeedOneAnother() {
    String sentence = queries("next", 512).sentence();
    assertTrue(!sentence.contains("several of these rounds together"), sentence);
  }
}
