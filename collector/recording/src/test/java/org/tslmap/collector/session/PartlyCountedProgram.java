package org.tslmap.collector.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.BlockDescriptor.BlockAccess;
import org.tslmap.collector.wire.CountedCode;
import org.tslmap.collector.wire.DataName;
import org.tslmap.collector.wire.End;
import org.tslmap.collector.wire.EventWords;
import org.tslmap.collector.wire.FrameWriter;
import org.tslmap.collector.wire.FunctionState;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SiteCounts;
import org.tslmap.collector.wire.Sites;

/**
 * A program whose function "walk" does the same all the time, and is recorded or counted. In each
 * round it loads the next word of "table", stores to a word that has no name, and loads a word of
 * "heap" at random; once in a thousand rounds it loads another word of "table". The function "kept"
 * goes round a small array, and is recorded always.
 */
final class PartlyCountedProgram {
  static final int WALK = 0;
  static final int KEPT = 1;

  /** Rounds of "walk" between two bursts of "kept", and accesses of one burst. */
  static final int ROUNDS = 25_000;

  static final int BURST = 5_000;

  private static final long TABLE = 0x10_0000;
  private static final long HEAP = 0x20_0000;
  private static final long SMALL = 0x30_0000;
  private static final int WORDS = 512;

  /** Once in so many rounds there is a fourth access. */
  private static final int RARELY = 1000;

  private static final List<Site> SITES =
      List.of(
          new Site(0x40_0000, WALK, 10, 8, false, 0),
          new Site(0x40_0004, WALK, 11, 8, true, 0),
          new Site(0x40_0008, WALK, 12, 8, false, 0),
          new Site(0x40_000c, WALK, 13, 8, false, 0),
          new Site(0x40_0100, KEPT, 20, 8, false, 0));

  private final FrameWriter writer = new FrameWriter();
  private final Random random = new Random(6);
  private final long[] recorded = new long[SITES.size()];
  private final long[] counted = new long[SITES.size()];

  /** What was counted since the last frame, by site. */
  private final TreeMap<Integer, Long> untold = new TreeMap<>();

  private boolean recording = true;
  private long rounds;
  private long blocks;
  private long threadWords;

  PartlyCountedProgram(int pid) {
    writer.write(
        new Hello(
            false,
            pid,
            1,
            -1,
            1_000_000L,
            "host",
            "",
            "/bin/walk",
            "/tmp",
            List.of("walk"),
            List.of("--tsl-out=socket")));
    writer.write(new ObjectFile(0, 0, "/bin/walk"));
    writer.write(new FunctionSymbol(WALK, 0, 10, 0x40_0000L, "walk", "walk.c"));
    writer.write(new FunctionSymbol(KEPT, 0, 20, 0x40_0100L, "kept", "walk.c"));
    writer.write(new Sites(0, SITES));
    block(0, 0, 1, 2);
    block(1, 3);
    block(2, 4);
    writer.write(new DataName(0, TABLE, 8 * WORDS, "table"));
    writer.write(new DataName(0, HEAP, 8 * WORDS, "heap"));
    thread(1);
  }

  private void block(int id, int... sites) {
    List<BlockAccess> accesses = new ArrayList<>();
    for (int site : sites) {
      accesses.add(new BlockAccess(site, accesses.size(), false, 0));
    }
    writer.write(
        new BlockDescriptor(
            id,
            sites.length,
            SITES.get(sites[0]).instruction(),
            BlockDescriptor.Ending.OTHER,
            accesses));
  }

  PartlyCountedProgram thread(int thread) {
    writer.events(EventWords.thread(thread));
    threadWords++;
    return this;
  }

  /** Has "walk" recorded from here on, or counted. */
  PartlyCountedProgram record(boolean on) {
    recording = on;
    writer.write(
        new FunctionState(
            writer.position(),
            WALK,
            on ? FunctionState.State.FULL : FunctionState.State.COUNTED,
            "test"));
    return this;
  }

  /** Runs "walk" so many rounds. */
  PartlyCountedProgram walk(int count) {
    if (!recording) {
      for (int site = 0; site < 3; site++) {
        count(site, count);
      }
      count(3, (rounds + count) / RARELY - rounds / RARELY);
      rounds += count;
      return this;
    }
    long[] words = new long[4 * count + 2 * (count / RARELY + 1)];
    int at = 0;
    for (int i = 0; i < count; i++) {
      words[at++] = EventWords.block(0, 3);
      words[at++] = TABLE + 8 * (rounds % WORDS);
      words[at++] = SMALL + 0x1000;
      words[at++] = HEAP + 8L * random.nextInt(WORDS);
      for (int site = 0; site < 3; site++) {
        recorded[site]++;
      }
      blocks++;
      if (++rounds % RARELY == 0) {
        words[at++] = EventWords.block(1, 1);
        words[at++] = TABLE;
        recorded[3]++;
        blocks++;
      }
    }
    writer.events(Arrays.copyOf(words, at));
    return this;
  }

  private void count(int site, long accesses) {
    counted[site] += accesses;
    if (accesses > 0) {
      untold.merge(site, accesses, Long::sum);
    }
  }

  /** Tells what a thread's code was counted for. */
  PartlyCountedProgram tell(int thread) {
    writer.write(
        new CountedCode(
            writer.position(),
            thread,
            untold.entrySet().stream()
                .map(site -> new SiteCounts.Count(site.getKey(), site.getValue()))
                .toList(),
            List.of(new CountedCode.Calls(WALK, 7))));
    untold.clear();
    return this;
  }

  /** Runs a burst of "kept". */
  PartlyCountedProgram kept() {
    long[] words = new long[2 * BURST];
    for (int i = 0; i < BURST; i++) {
      words[2 * i] = EventWords.block(2, 1);
      words[2 * i + 1] = SMALL + 8L * (i % 64);
    }
    recorded[4] += BURST;
    blocks += BURST;
    writer.events(words);
    return this;
  }

  /** Runs both functions for a while, and tells what was counted. */
  PartlyCountedProgram phase(boolean on, int bursts) {
    record(on);
    for (int i = 0; i < bursts; i++) {
      walk(ROUNDS).kept();
    }
    return on ? this : tell(1);
  }

  private static long sum(long[] accesses, boolean stores) {
    long sum = 0;
    for (int site = 0; site < accesses.length; site++) {
      sum += SITES.get(site).store() == stores ? accesses[site] : 0;
    }
    return sum;
  }

  /** Ends it. */
  byte[] stream() {
    long countedLoads = sum(counted, false);
    long countedStores = sum(counted, true);
    long loads = sum(recorded, false);
    long stores = sum(recorded, true);
    return writer
        .write(
            new End(
                End.Cause.EXITED,
                0,
                blocks,
                writer.position(),
                loads,
                stores,
                threadWords,
                loads + stores + countedLoads + countedStores,
                countedLoads,
                countedStores))
        .toByteArray();
  }
}
