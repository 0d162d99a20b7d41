package org.tslmap.collector.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.wire.BlockDescriptor;

class DrmemtraceTest {
  private static final int LINE_SHIFT = 6;

  @TempDir private Path folder;

  @Test
  void smallTraceHasItsAuthorsReuseDistances() throws IOException {
    String expected =
        Files.readString(Imported.sample("drmemtrace/small.x64.reuse-distance.expected.txt"));
    try (Imported trace =
        Imported.of(new DrmemtraceTrace(), true, Imported.sample("drmemtrace/small.x64.trace"))) {
      assertEquals(number(expected, "Total accesses"), trace.accesses.size());
      long fetches =
          trace.accesses.stream().filter(a -> a.address() == a.site().instruction()).count();
      assertEquals(number(expected, "Instruction accesses"), fetches);
      List<Long> lines = trace.accesses.stream().map(a -> a.address() >>> LINE_SHIFT).toList();
      assertEquals(
          number(expected, "Unique cache lines accessed"), lines.stream().distinct().count());
      assertEquals(histogram(expected), distances(lines));
    }
  }

  private static long number(String text, String what) {
    Matcher line = Pattern.compile(Pattern.quote(what) + ": (\\d+)").matcher(text);
    assertTrue(line.find(), what);
    return Long.parseLong(line.group(1));
  }

  /**
   * Accesses by reuse distance: instructions' in the first column of counts, data in the second.
   */
  private static Map<Integer, Long> histogram(String text) {
    Map<Integer, Long> counts = new TreeMap<>();
    Matcher row =
        Pattern.compile("(?m)^ +(\\d+) +(\\d+) +[0-9.]+% +[0-9.]+% +: +(\\d+)").matcher(text);
    while (row.find()) {
      counts.put(Integer.valueOf(row.group(1)), Long.parseLong(row.group(2)));
    }
    assertFalse(counts.isEmpty());
    return counts;
  }

  /** The plain way: a list of lines, the last one used first. */
  private static Map<Integer, Long> distances(List<Long> lines) {
    Map<Integer, Long> counts = new TreeMap<>();
    List<Long> stack = new ArrayList<>();
    for (Long line : lines) {
      int at = stack.indexOf(line);
      if (at >= 0) {
        counts.merge(at, 1L, Long::sum);
        stack.remove(at);
      }
      stack.add(0, line);
    }
    return counts;
  }

  @Test
  void everySampleIsReadToItsEnd() throws IOException {
    Path all = Imported.sample("drmemtrace");
    for (String name :
        List.of("allasm.x64.trace.zip", "simple_app.x64.trace.zip", "legacy.x64.trace.gz")) {
      try (Imported trace = Imported.of(Formats.of(all.resolve(name)), false, all.resolve(name))) {
        assertTrue(trace.stream.end().isPresent(), name);
        assertEquals(trace.accesses.size(), trace.stream.end().get().made(), name);
      }
    }
  }

  @Test
  void threadsArePutTogetherByTime() throws IOException {
    for (String name : List.of("threadsig.x64", "threadsig.aarch64")) {
      Path[] files = files(Imported.sample("drmemtrace/" + name));
      long apart = 0;
      for (Path file : files) {
        try (Imported one = Imported.of(new DrmemtraceTrace(), false, file)) {
          apart += one.accesses.size();
        }
      }
      try (Imported together = Imported.of(new DrmemtraceTrace(), false, files)) {
        assertEquals(apart, together.accesses.size());
        assertEquals(
            files.length,
            together.accesses.stream().mapToInt(Imported.Access::thread).distinct().count());
        assertTrue(together.stream.totals().threadWords() > files.length, "threads take turns");
      }
    }
  }

  private static Path[] files(Path folder) throws IOException {
    try (Stream<Path> list = Files.list(folder)) {
      return list.sorted().toArray(Path[]::new);
    }
  }

  @Test
  void cutFileIsNamedWithItsPosition() throws IOException {
    byte[] whole = Files.readAllBytes(Imported.sample("drmemtrace/small.x64.trace"));
    Path cut = folder.resolve("cut.trace");
    Files.write(cut, Arrays.copyOf(whole, 1207));
    ImportException refused =
        assertThrows(ImportException.class, () -> Imported.of(new DrmemtraceTrace(), false, cut));
    assertTrue(
        refused.getMessage().startsWith(cut + ", byte 1200: expected a drmemtrace's footer"),
        refused.getMessage());
  }

  @Test
  void cutZipIsNamedWithItsPosition() throws IOException {
    byte[] whole = Files.readAllBytes(Imported.sample("drmemtrace/simple_app.x64.trace.zip"));
    Path cut = folder.resolve("cut.zip");
    Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
    ImportException refused =
        assertThrows(ImportException.class, () -> Imported.of(new DrmemtraceTrace(), false, cut));
    assertTrue(
        refused.getMessage().matches("(?s).*cut.zip, byte \\d{5,} of what is unpacked: .*"),
        refused.getMessage());
  }

  @Test
  void traceOfANewerVersionIsRefused() {
    assertTrue(refusal(records(25, 0, 8)).contains("version 7 at most, found version 8"));
  }

  @Test
  void traceOfA32BitProgramIsRefused() {
    assertTrue(refusal(records(25, 0, 5, 28, 9, 0x20, 26, 0, 0)).contains("32-bit program"));
  }

  @Test
  void unknownRecordIsRefused() {
    assertTrue(
        refusal(records(25, 0, 5, 28, 2, 1, 60, 0, 0))
            .contains("byte 24: expected a record of type 0 to 49, found type 60"));
  }

  @Test
  void kernelsAccessesAreLeftOutAndCounted() throws IOException {
    Path file = folder.resolve("kernel.trace");
    Files.write(
        file,
        records(
            25, 0, 7, 22, 4, 5, 24, 4, 5, 28, 2, 1, 10, 4, 0x1000, 0, 8, 0x8000, 28, 27, 3, 10, 4,
            0x9000, 1, 8, 0xA000, 28, 28, 3, 10, 4, 0x1004, 1, 8, 0x8008, 23, 4, 5, 26, 0, 0));
    try (Imported trace = Imported.of(new DrmemtraceTrace(), false, file)) {
      assertEquals(
          List.of(0x8000L, 0x8008L),
          trace.accesses.stream().map(Imported.Access::address).toList());
      assertEquals(1, trace.outside());
      assertEquals(5, trace.stream.hello().orElseThrow().pid());
    }
  }

  @Test
  void callsAndReturnsEndTheirBlocks() throws IOException {
    Path file = folder.resolve("calls.trace");
    Files.write(
        file,
        records(
            25, 0, 7, 22, 4, 5, 24, 4, 5, 28, 2, 1, 14, 5, 0x1000, 1, 8, 0x8000, 16, 1, 0x2000, 0,
            8, 0x8000, 26, 0, 0));
    try (Imported trace = Imported.of(new DrmemtraceTrace(), false, file)) {
      assertEquals(
          List.of("CALL", "RETURN"),
          trace.frames.stream()
              .filter(BlockDescriptor.class::isInstance)
              .map(f -> ((BlockDescriptor) f).ending().name())
              .toList());
    }
  }

  private String refusal(byte[] content) {
    Path file = folder.resolve("x.trace");
    try {
      Files.write(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return assertInstanceOf(
            ImportException.class,
            assertThrows(IOException.class, () -> Imported.of(new DrmemtraceTrace(), false, file)))
        .getMessage();
  }

  /** Records of type, size and value each. */
  private static byte[] records(long... fields) {
    ByteBuffer bytes =
        ByteBuffer.allocate(fields.length / 3 * DrmemtraceRecords.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < fields.length; i += 3) {
      bytes.putShort((short) fields[i]).putShort((short) fields[i + 1]).putLong(fields[i + 2]);
    }
    return bytes.array();
  }
}
