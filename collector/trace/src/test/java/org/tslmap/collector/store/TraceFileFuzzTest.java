package org.tslmap.collector.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.FrameWriter;
import org.tslmap.collector.wire.SampleProgram;

/**
 * The files of a trace may be changed anywhere: they are read, or refused in one line. An input is
 * changes, each a file's number, where it is to be changed, how many bytes are changed, and these;
 * 0xFF in place of how many cuts the file there.
 */
class TraceFileFuzzTest {
  private static final int CHANGE_BYTES = 6;
  private static final int CUT = 0xFF;

  @TempDir static Path folder;
  private static Path intact;
  private static List<Path> files;

  @BeforeAll
  static void write() throws IOException {
    intact = folder.resolve("intact");
    SampleProgram program = new SampleProgram(7, 12);
    try (TraceWriter writer = TraceWriter.create(intact, new AtomicLong(1 << 30), 300)) {
      frame(writer, program.hello());
      program.definitions().forEach(definition -> frame(writer, definition));
      for (int i = 0; i < 8; i++) {
        int before = program.accesses().size();
        long[] words = program.run(50);
        writer.events(words, words.length, program.accesses().size() - before);
      }
      frame(writer, program.end());
      writer.end("");
    }
    try (Stream<Path> all = Files.list(intact)) {
      files = all.sorted().toList();
    }
  }

  private static void frame(TraceWriter writer, Frame frame) {
    writer.frame(FrameWriter.type(frame).code(), ByteBuffer.wrap(FrameWriter.payload(frame)));
  }

  @FuzzTest
  void changedFilesAreReadOrRefused(byte[] changes) throws IOException {
    Path trace = Files.createDirectories(folder.resolve("changed"));
    for (Path file : files) {
      Files.write(trace.resolve(file.getFileName()), Files.readAllBytes(file));
    }
    change(trace, ByteBuffer.wrap(changes).order(ByteOrder.LITTLE_ENDIAN));
    DamagedTrace.isReadOrRefused(trace);
    try (StoredTrace stored = StoredTrace.open(trace).orElse(null)) {
      if (stored != null && stored.accesses() >= 0) {
        long all = stored.accesses();
        stored.read(all / 2, all, (thread, addresses, sites, count) -> {});
        stored.read(0, Math.min(all, 10), (thread, addresses, sites, count) -> {});
      }
    } catch (IOException e) {
      assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    }
  }

  private static void change(Path trace, ByteBuffer changes) throws IOException {
    while (changes.remaining() >= CHANGE_BYTES) {
      int number = Byte.toUnsignedInt(changes.get()) % files.size();
      long at = Integer.toUnsignedLong(changes.getInt());
      int count = Byte.toUnsignedInt(changes.get());
      try (FileChannel channel =
          FileChannel.open(
              trace.resolve(files.get(number).getFileName()), StandardOpenOption.WRITE)) {
        at %= Math.max(1, channel.size());
        if (count == CUT) {
          channel.truncate(at);
        } else {
          byte[] bytes = new byte[Math.min(count, changes.remaining())];
          changes.get(bytes);
          channel.write(ByteBuffer.wrap(bytes), at);
        }
      }
    }
  }
}
