package org.tslmap.collector.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import net.openhft.chronicle.core.time.SystemTimeProvider;
import net.openhft.chronicle.core.time.TimeProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.wire.EventWords;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.StreamHandler;
import org.tslmap.collector.wire.WireException;
import org.tslmap.locality.codec.EventPacker;

/** Real Chronicle files: what goes in comes out, limits stop, damage is named. */
class TraceStoreTest {
  private static final int BLOCK_FRAME = 5;

  @TempDir Path folder;

  /** One frame read back. */
  private record Part(int type, long[] words) {}

  private static ByteBuffer payload(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static List<Part> read(TraceReader reader) throws IOException {
    List<Part> parts = new ArrayList<>();
    StreamHandler handler =
        new StreamHandler() {
          @Override
          public void frame(FrameType type, byte[] payload) {
            long[] bytes = new long[payload.length];
            Arrays.setAll(bytes, i -> payload[i]);
            parts.add(new Part(type.code(), bytes));
          }

          @Override
          public void events(long[] words, int count) {
            Part last = parts.isEmpty() ? new Part(1, new long[0]) : parts.get(parts.size() - 1);
            if (last.type() == 0) { // words come in stretches of no special size
              long[] both = Arrays.copyOf(last.words(), last.words().length + count);
              System.arraycopy(words, 0, both, last.words().length, count);
              parts.set(parts.size() - 1, new Part(0, both));
            } else {
              parts.add(new Part(0, Arrays.copyOf(words, count)));
            }
          }
        };
    while (reader.next(handler)) {}
    return parts;
  }

  /** A thread header, then blocks 0 of two words that walk an array. */
  private static long[] walk(int blocks, long start) {
    long[] words = new long[1 + 3 * blocks];
    words[0] = EventWords.thread(1);
    for (int i = 0; i < blocks; i++) {
      words[1 + 3 * i] = EventWords.block(0, 2);
      words[2 + 3 * i] = start + 8L * i;
      words[3 + 3 * i] = start * 2 + 800L * (i % 7);
    }
    return words;
  }

  @Test
  void aClockThatJumpsChangesNothing() throws IOException {
    TimeProvider before = SystemTimeProvider.CLOCK;
    Path trace = folder.resolve("jumping");
    long[] offset = {0};
    SystemTimeProvider.CLOCK = () -> System.currentTimeMillis() + offset[0];
    try (TraceWriter writer = TraceWriter.create(trace, new AtomicLong(Long.MAX_VALUE))) {
      for (long days : new long[] {0, 40, -400, 1, 0}) {
        offset[0] = TimeUnit.DAYS.toMillis(days);
        assertTrue(writer.frame(FrameType.MARK.code(), ByteBuffer.wrap(new byte[] {(byte) days})));
      }
      writer.end("");
    } finally {
      SystemTimeProvider.CLOCK = before;
    }
    try (var files = Files.list(trace)) {
      assertEquals(1, files.filter(file -> file.toString().endsWith(".cq4")).count());
    }
    List<Byte> read = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      StreamHandler handler =
          new StreamHandler() {
            @Override
            public void frame(FrameType type, byte[] payload) {
              read.add(payload[0]);
            }

            @Override
            public void events(long[] words, int count) {}
          };
      while (reader.next(handler)) {
        // All is read.
      }
    }
    assertEquals(List.of((byte) 0, (byte) 40, (byte) -400, (byte) 1, (byte) 0), read);
  }

  @Test
  void framesAndEventsComeBackInOrder() throws IOException {
    long[] some = walk(1000, 0x40_0000);
    long[] many = walk(100_000, 0x7FFF_0000_0000L);
    try (TraceWriter writer =
        TraceWriter.create(folder.resolve("t"), new AtomicLong(Long.MAX_VALUE))) {
      assertTrue(writer.frame(BLOCK_FRAME, payload("first")));
      assertTrue(writer.events(some, some.length, 2000));
      assertTrue(writer.frame(FrameType.THREAD.code(), payload("")));
      assertTrue(writer.events(many, many.length, 200_000));
      writer.end("");
      assertEquals(202_000, writer.storedAccesses());
    }
    try (TraceReader reader = TraceReader.open(folder.resolve("t"))) {
      List<Part> parts = read(reader);
      assertEquals(4, parts.size());
      assertEquals(BLOCK_FRAME, parts.get(0).type());
      assertEquals(5, parts.get(0).words().length);
      assertArrayEquals(some, parts.get(1).words());
      assertEquals(0, parts.get(2).words().length);
      assertArrayEquals(many, parts.get(3).words());
      assertEquals(202_000, reader.accesses());
      assertFalse(reader.limited());
    }
  }

  @Test
  void aFrameOfTheLargestSizeFits() throws IOException {
    byte[] large = new byte[1 << 24];
    Arrays.fill(large, (byte) 7);
    try (TraceWriter writer =
        TraceWriter.create(folder.resolve("t"), new AtomicLong(Long.MAX_VALUE))) {
      assertTrue(writer.frame(BLOCK_FRAME, ByteBuffer.wrap(large)));
      writer.end("");
    }
    try (TraceReader reader = TraceReader.open(folder.resolve("t"))) {
      assertEquals(large.length, read(reader).get(0).words().length);
    }
  }

  @Test
  void theLimitStopsStoringAndIsRemembered() throws IOException {
    long[] words = walk(1000, 0x40_0000);
    long stored;
    try (TraceWriter writer = TraceWriter.create(folder.resolve("t"), new AtomicLong(3000), 1)) {
      int frames = 0;
      while (writer.events(words, words.length, 2000)) {
        frames++;
      }
      assertTrue(writer.limited());
      assertFalse(writer.frame(BLOCK_FRAME, payload("late")));
      stored = writer.storedAccesses();
      writer.end("");
      assertEquals(2000L * frames, stored);
      assertTrue(frames > 0, "the first frame fits");
    }
    try (TraceReader reader = TraceReader.open(folder.resolve("t"))) {
      List<Part> parts = read(reader);
      assertEquals(1, parts.size());
      int frames = (int) stored / 2000;
      assertEquals(frames * words.length, parts.get(0).words().length);
      for (int i = 0; i < frames; i++) {
        int from = i * words.length;
        assertArrayEquals(
            words, Arrays.copyOfRange(parts.get(0).words(), from, from + words.length));
      }
      assertTrue(reader.limited());
      assertEquals(stored, reader.accesses());
    }
  }

  @Test
  void damageIsNamed() throws IOException {
    long[] words = walk(1000, 0x40_0000);
    byte[] mark = "a text that is easily found".getBytes(StandardCharsets.UTF_8);
    try (TraceWriter writer =
        TraceWriter.create(folder.resolve("t"), new AtomicLong(Long.MAX_VALUE))) {
      writer.events(words, words.length, 2000);
      writer.frame(BLOCK_FRAME, ByteBuffer.wrap(mark));
    }
    alter(folder.resolve("t"), mark);
    try (TraceReader reader = TraceReader.open(folder.resolve("t"))) {
      DamagedTraceException e = assertThrows(DamagedTraceException.class, () -> read(reader));
      assertTrue(e.getMessage().contains("record 1: expected the checksum"), e.getMessage());
      assertTrue(e.getMessage().contains(folder.toString()), e.getMessage());
    }
  }

  @Test
  void framesComeAtTheirAccesses() throws IOException {
    List<Long> accesses = new ArrayList<>();
    try (TraceWriter writer =
        TraceWriter.create(folder.resolve("t"), new AtomicLong(Long.MAX_VALUE), 100_000)) {
      for (int i = 0; i < 60; i++) {
        writer.frame(BLOCK_FRAME, payload("frame " + i));
        long[] words = walk(1000, 0x40_0000L + 8000L * i);
        writer.events(words, words.length, 2000);
      }
      writer.end("");
    }
    try (TraceReader reader = TraceReader.open(folder.resolve("t"))) {
      StreamHandler handler =
          new StreamHandler() {
            @Override
            public void frame(FrameType type, byte[] payload) {
              accesses.add(reader.accesses());
            }

            @Override
            public void events(long[] words, int count) {}
          };
      while (reader.next(handler)) {}
      assertEquals(LongStream.range(0, 60).map(i -> 2000 * i).boxed().toList(), accesses);
      assertEquals(120_000, reader.accesses());
    }
  }

  @Test
  void aDamagedBlockIsNamedWhereverReadingStarts() throws IOException {
    long[] first = walk(1000, 0x40_0000);
    long[] second = walk(1000, 0x1234_5678);
    try (TraceWriter writer =
        TraceWriter.create(folder.resolve("t"), new AtomicLong(Long.MAX_VALUE), 1)) {
      writer.events(first, first.length, 2000);
      writer.events(second, second.length, 2000);
      writer.end("");
    }
    try (EventPacker packer = new EventPacker()) {
      packer.add(first, first.length);
      packer.finish();
      packer.add(second, second.length);
      alter(folder.resolve("t"), packer.finish());
    }
    TracePositions positions = TracePositions.read(folder.resolve("t")).orElseThrow();
    try (TraceReader reader = TraceReader.open(folder.resolve("t"))) {
      DamagedTraceException e = assertThrows(DamagedTraceException.class, () -> read(reader));
      assertTrue(e.getMessage().contains("record 2: expected the checksum"), e.getMessage());
      reader.moveTo(positions.before(1999));
      e = assertThrows(DamagedTraceException.class, () -> read(reader));
      assertTrue(e.getMessage().contains("record 2: expected the checksum"), e.getMessage());
      reader.moveTo(positions.before(2000));
      e = assertThrows(DamagedTraceException.class, () -> read(reader));
      assertTrue(e.getMessage().contains("record 2: expected the checksum"), e.getMessage());
    }
  }

  @Test
  void aTraceOfTheFirstFormatIsRefused() throws IOException {
    Files.createDirectories(folder.resolve("t"));
    try (var queue = TraceFormat.write(folder.resolve("t"));
        var appender = queue.createAppender();
        var document = appender.writingDocument()) {
      var to = document.wire().bytes(); // a HELLO frame of 48 bytes, its head without words
      to.writeByte((byte) TraceFormat.FRAME);
      to.writeInt(1);
      to.writeLong(0);
      to.writeInt(48);
      to.writeInt(0x1234_5678);
      to.write(new byte[48]);
    }
    IOException e = assertThrows(IOException.class, () -> TraceReader.open(folder.resolve("t")));
    assertTrue(
        e.getMessage().endsWith("found one of format 1; record the run again"), e.getMessage());
  }

  @Test
  void aFrameOfAnUnknownTypeIsNamed() throws IOException {
    try (TraceWriter writer =
        TraceWriter.create(folder.resolve("t"), new AtomicLong(Long.MAX_VALUE))) {
      writer.frame(BLOCK_FRAME, payload("first"));
      writer.frame(99, payload("second"));
      writer.end("");
    }
    try (TraceReader reader = TraceReader.open(folder.resolve("t"))) {
      WireException e = assertThrows(WireException.class, () -> read(reader));
      assertEquals("record 3: expected a frame of a known type, found 99", e.getMessage());
    }
  }

  @Test
  void aTraceWithoutItsLastRecordIsReadAndCut() throws IOException {
    try (TraceWriter writer =
        TraceWriter.create(folder.resolve("t"), new AtomicLong(Long.MAX_VALUE))) {
      writer.frame(BLOCK_FRAME, payload("first"));
    }
    try (TraceReader reader = TraceReader.open(folder.resolve("t"))) {
      assertEquals(1, read(reader).size(), "what is stored before");
      assertTrue(reader.isCut());
      assertTrue(reader.failure().contains("without its closing record"), reader.failure());
    }
  }

  @Test
  void whatWasWrongWithTheStreamIsRemembered() throws IOException {
    try (TraceWriter writer =
        TraceWriter.create(folder.resolve("t"), new AtomicLong(Long.MAX_VALUE))) {
      writer.end("the connection broke");
    }
    try (TraceReader reader = TraceReader.open(folder.resolve("t"))) {
      assertEquals(List.of(), read(reader));
      assertEquals("the connection broke", reader.failure());
    }
  }

  /** What the queue says of itself at the start of its file is positions in its index, too. */
  @Test
  void nothingThatTheQueueSaysOfItselfIsBelieved() throws IOException {
    try (TraceWriter writer =
        TraceWriter.create(folder.resolve("t"), new AtomicLong(Long.MAX_VALUE))) {
      writer.frame(BLOCK_FRAME, payload("first"));
      writer.end("");
    }
    try (var files = Files.newDirectoryStream(folder.resolve("t"), "*.cq4*")) {
      for (Path file : files) {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
          int length = Integer.reverseBytes(access.readInt()) & 0x3FFF_FFFF;
          byte[] ones = new byte[length];
          Arrays.fill(ones, (byte) -1);
          access.write(ones);
        }
      }
    }
    TracePositions positions = TracePositions.read(folder.resolve("t")).orElseThrow();
    try (TraceReader reader = TraceReader.open(folder.resolve("t"))) {
      assertEquals(1, read(reader).size());
      assertEquals("", reader.failure());
      reader.moveTo(positions.before(0));
      assertEquals(1, read(reader).size());
    }
  }

  private static void alter(Path trace, byte[] mark) throws IOException {
    try (var files = Files.newDirectoryStream(trace, "*.cq4")) {
      Path file = files.iterator().next();
      byte[] head = new byte[1 << 20];
      try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
        int size = access.read(head);
        for (int i = 0; i + mark.length <= size; i++) {
          if (Arrays.equals(head, i, i + mark.length, mark, 0, mark.length)) {
            access.seek(i + 3);
            access.write('X');
            return;
          }
        }
      }
      throw new AssertionError("the text is not in " + file);
    }
  }

  @Test
  void aMissingTraceIsAnError() {
    IOException e = assertThrows(IOException.class, () -> TraceReader.open(folder.resolve("no")));
    assertTrue(e.getMessage().contains("--trace full"), e.getMessage());
  }

  @Test
  void aFolderWithFilesIsNotOverwritten() throws IOException {
    Files.writeString(folder.resolve("x"), "x");
    assertThrows(
        IOException.class, () -> TraceWriter.create(folder, new AtomicLong(Long.MAX_VALUE)));
  }

  @Test
  void aSmallTraceTakesLittleSpace() throws IOException {
    try (TraceWriter writer =
        TraceWriter.create(folder.resolve("t"), new AtomicLong(Long.MAX_VALUE))) {
      writer.frame(BLOCK_FRAME, payload("first"));
    }
    assertTrue(
        TraceFormat.bytes(folder.resolve("t")) < 4 << 20,
        "bytes: " + TraceFormat.bytes(folder.resolve("t")));
  }
}
