package org.tslmap.collector.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.tslmap.collector.wire.BlockDescriptor.BlockAccess;

/**
 * A made-up program: definitions drawn at random, and streams of its blocks together with the
 * accesses they stand for, derived one by one as the protocol's description says.
 */
public final class SampleProgram {
  /** One access, as a naive reader of the protocol finds it. */
  public record Access(int thread, long address, int site) {}

  private static final int SITES = 40;
  private static final int FUNCTIONS = 4;

  private final Random random;
  private final Hello hello;
  private final List<Frame> definitions = new ArrayList<>();
  private final List<Site> sites = new ArrayList<>();
  private final List<BlockDescriptor> blocks = new ArrayList<>();
  private final List<Access> accesses = new ArrayList<>();
  private int thread = -1;
  private long executed;
  private long words;
  private long threadWords;

  /** A program with up to so many blocks. */
  public SampleProgram(long seed, int blockCount) {
    random = new Random(seed);
    int pid = 1 + random.nextInt(1 << 20);
    hello =
        new Hello(
            random.nextBoolean(),
            pid,
            1,
            -1,
            1_000_000L + random.nextInt(1000),
            "host",
            "",
            "/bin/sample" + seed,
            "/tmp",
            List.of("sample", "ä" + seed),
            List.of("--tsl-out=socket"));
    definitions.add(new ObjectFile(0, 0, "/bin/sample"));
    for (int f = 0; f < FUNCTIONS; f++) {
      definitions.add(
          new FunctionSymbol(f, 0, 10 * f, 0x40_0000L + 4L * f, "function" + f, "sample.c"));
    }
    for (int s = 0; s < SITES; s++) {
      sites.add(new Site(0x40_0000L + 4L * s, s % FUNCTIONS, s, 8, random.nextBoolean(), s % 2));
    }
    definitions.add(new Sites(0, sites));
    for (int b = 0; b < blockCount; b++) {
      BlockDescriptor block = block(b);
      blocks.add(block);
      definitions.add(block);
    }
  }

  private BlockDescriptor block(int id) {
    int wordCount = random.nextInt(8) == 0 ? random.nextInt(300) : random.nextInt(6);
    List<BlockAccess> list = new ArrayList<>();
    int count = random.nextInt(8);
    for (int a = 0; a < count; a++) {
      boolean constant = wordCount == 0 || random.nextInt(5) == 0;
      list.add(
          new BlockAccess(
              random.nextInt(SITES),
              constant ? BlockAccess.NO_WORD : random.nextInt(wordCount),
              !constant && random.nextInt(4) == 0,
              constant ? 0x60_0000 + random.nextInt(1 << 16) : random.nextInt(64) - 32));
    }
    return new BlockDescriptor(
        id, wordCount, 0x40_0000 + id, BlockDescriptor.Ending.values()[id % 4], list);
  }

  /** The first frame. */
  public Hello hello() {
    return hello;
  }

  /** What is defined, in order. */
  public List<Frame> definitions() {
    return definitions;
  }

  /** The tables after all definitions. */
  public SymbolTables symbols() throws WireException {
    SymbolTables symbols = new SymbolTables();
    for (Frame frame : definitions) {
      symbols.define(frame);
    }
    return symbols;
  }

  /** Runs so many blocks more; gives their event words. */
  public long[] run(int count) {
    List<Long> out = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (thread < 0 || random.nextInt(20) == 0) {
        thread = 1 + random.nextInt(3);
        out.add(EventWords.thread(thread));
        threadWords++;
      }
      BlockDescriptor block = blocks.get(random.nextInt(blocks.size()));
      long[] values = new long[block.words()];
      for (int w = 0; w < values.length; w++) {
        values[w] =
            switch (random.nextInt(6)) {
              case 0 -> 0;
              case 1 -> random.nextLong() >>> 1;
              default -> 0x10_0000 + 8L * random.nextInt(5000);
            };
      }
      out.add(EventWords.block(block.id(), block.words()));
      for (long value : values) {
        out.add(value);
      }
      for (BlockAccess access : block.accesses()) {
        boolean constant = access.word() == BlockAccess.NO_WORD;
        if (!access.guarded() || values[access.word()] != 0) {
          long address = access.offset() + (constant ? 0 : values[access.word()]);
          accesses.add(new Access(thread, address, access.site()));
        }
      }
      executed++;
    }
    words += out.size();
    return out.stream().mapToLong(Long::longValue).toArray();
  }

  /** All accesses so far. */
  public List<Access> accesses() {
    return accesses;
  }

  /** The totals so far. */
  public StreamTotals totals() {
    long stores = accesses.stream().filter(access -> sites.get(access.site()).store()).count();
    return new StreamTotals(executed, words, threadWords, accesses.size() - stores, stores);
  }

  /** The frame that ends the program now. */
  public End end() {
    StreamTotals t = totals();
    return new End(
        End.Cause.EXITED,
        0,
        t.blocks(),
        t.words(),
        t.loads(),
        t.stores(),
        t.threadWords(),
        t.accesses());
  }

  /** A whole stream of so many EVENTS frames of so many blocks. */
  public byte[] stream(int frames, int blocksPerFrame) {
    FrameWriter writer = new FrameWriter().write(hello);
    definitions.forEach(writer::write);
    for (int f = 0; f < frames; f++) {
      writer.events(run(blocksPerFrame));
    }
    return writer.write(end()).toByteArray();
  }
}
