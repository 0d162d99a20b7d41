package org.tslmap.collector.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A trace may hold any records: they are read, or refused in one line. An input is records one
 * behind the other, each with its head as {@link TraceFormat} describes it. Checksums are made
 * right, so that what is behind them is reached; a head whose checksum is 0xFFFFFFFF keeps it.
 */
class TraceRecordsFuzzTest {
  private static final int KEPT_CHECKSUM = -1;

  // Where these are in a record's head.
  private static final int SIZE = 17;
  private static final int CHECKSUM = 21;

  @TempDir static Path folder;

  @FuzzTest
  void anyRecordsAreReadOrRefused(byte[] bytes) throws IOException {
    Path trace = emptied(folder.resolve("trace"));
    write(trace, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
    DamagedTrace.isReadOrRefused(trace);
  }

  /** A seed that is refused at its first frame leads the fuzzer nowhere. */
  @ParameterizedTest
  @ValueSource(strings = {"seed", "tiny"})
  void seedsAreWholeTraces(String seed) throws IOException {
    String name = "TraceRecordsFuzzTestInputs/anyRecordsAreReadOrRefused/" + seed;
    try (InputStream in = TraceRecordsFuzzTest.class.getResourceAsStream(name)) {
      Path trace = emptied(folder.resolve("seed"));
      write(trace, ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN));
      assertEquals("", DamagedTrace.read(trace));
    }
  }

  private static Path emptied(Path trace) throws IOException {
    if (Files.isDirectory(trace)) {
      try (Stream<Path> files = Files.list(trace)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          Files.delete(file);
        }
      }
    }
    return Files.createDirectories(trace);
  }

  private static void write(Path trace, ByteBuffer records) throws IOException {
    long end = 0;
    CRC32C checksum = new CRC32C();
    try (SingleChronicleQueue queue = TraceFormat.write(trace);
        ExcerptAppender appender = queue.createAppender()) {
      while (records.remaining() >= TraceFormat.HEAD_BYTES) {
        byte[] headBytes = new byte[TraceFormat.HEAD_BYTES];
        records.get(headBytes);
        ByteBuffer head = ByteBuffer.wrap(headBytes).order(ByteOrder.LITTLE_ENDIAN);
        int size = head.getInt(SIZE);
        byte[] content = new byte[Math.max(0, Math.min(size, records.remaining()))];
        records.get(content);
        checksum.reset();
        checksum.update(content);
        if (head.getInt(CHECKSUM) != KEPT_CHECKSUM) {
          head.putInt(CHECKSUM, (int) checksum.getValue());
        }
        try (DocumentContext document = appender.writingDocument()) {
          Bytes<?> to = document.wire().bytes();
          to.write(headBytes);
          to.write(content);
          end = to.writePosition();
        }
      }
    }
    TraceFormat.trim(trace, end);
  }
}
