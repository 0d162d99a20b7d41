package org.tslmap.collector.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.FrameWriter;
import org.tslmap.collector.wire.SampleProgram;

/** Any stretch of a trace, read without what is before it, is what the program did then. */
class StoredTraceTest {
  private static final int FRAMES = 60;
  private static final int BLOCKS = 50;
  private static final int BLOCK_WORDS = 300;

  @TempDir Path folder;

  private static void frame(TraceWriter writer, Frame frame) {
    writer.frame(FrameWriter.type(frame).code(), ByteBuffer.wrap(FrameWriter.payload(frame)));
  }

  private static SampleProgram write(Path folder, long limit) throws IOException {
    SampleProgram program = new SampleProgram(11, 40);
    try (TraceWriter writer = TraceWriter.create(folder, new AtomicLong(limit), BLOCK_WORDS)) {
      frame(writer, program.hello());
      program.definitions().forEach(definition -> frame(writer, definition));
      for (int i = 0; i < FRAMES; i++) {
        int before = program.accesses().size();
        long[] words = program.run(BLOCKS);
        writer.events(words, words.length, program.accesses().size() - before);
      }
      frame(writer, program.end());
      writer.end("");
    }
    return program;
  }

  private static List<SampleProgram.Access> read(StoredTrace trace, long from, long to)
      throws IOException {
    List<SampleProgram.Access> found = new ArrayList<>();
    trace.read(
        from,
        to,
        (thread, addresses, sites, count) -> {
          for (int i = 0; i < count; i++) {
            found.add(new SampleProgram.Access(thread, addresses[i], sites[i]));
          }
        });
    return found;
  }

  @Test
  void everyStretchIsTheProgramsOwn() throws IOException {
    SampleProgram program = write(folder.resolve("t"), Long.MAX_VALUE);
    TracePositions positions = TracePositions.read(folder.resolve("t")).orElseThrow();
    assertTrue(positions.keys().size() > 10, () -> "few places to start: " + positions.keys());
    Random random = new Random(3);
    try (StoredTrace trace = StoredTrace.open(folder.resolve("t")).orElseThrow()) {
      int all = program.accesses().size();
      assertEquals(all, trace.accesses());
      assertEquals(program.hello(), trace.hello());
      assertEquals(program.accesses(), read(trace, 0, all));
      for (int i = 0; i < 200; i++) {
        int from = random.nextInt(all);
        int to = from + random.nextInt(Math.min(all - from, 1 + random.nextInt(2000)) + 1);
        assertEquals(program.accesses().subList(from, to), read(trace, from, to));
      }
      assertThrows(IllegalArgumentException.class, () -> read(trace, 0, all + 1L));
      assertThrows(IllegalArgumentException.class, () -> read(trace, -1, 0));
    }
  }

  @Test
  void whatALimitLeftIsReachedToo() throws IOException {
    SampleProgram program = write(folder.resolve("t"), 60_000);
    try (StoredTrace trace = StoredTrace.open(folder.resolve("t")).orElseThrow()) {
      int stored = (int) trace.accesses();
      assertTrue(stored > 0 && stored < program.accesses().size(), () -> "stored " + stored);
      assertEquals(program.accesses().subList(stored / 2, stored), read(trace, stored / 2, stored));
    }
  }

  @Test
  void aTraceWithoutPositionsIsNotOpened() throws IOException {
    write(folder.resolve("t"), Long.MAX_VALUE);
    Files.delete(folder.resolve("t/positions"));
    assertTrue(StoredTrace.open(folder.resolve("t")).isEmpty());
  }

  @Test
  void damagedPositionsAreNamed() throws IOException {
    write(folder.resolve("t"), Long.MAX_VALUE);
    Path file = folder.resolve("t/positions");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 3));
    IOException e = assertThrows(IOException.class, () -> StoredTrace.open(folder.resolve("t")));
    assertTrue(e.getMessage().contains("positions"), e.getMessage());
  }
}
