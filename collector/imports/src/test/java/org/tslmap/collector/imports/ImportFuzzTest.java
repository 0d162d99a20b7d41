package org.tslmap.collector.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another tool's trace may hold any bytes, packed in any way: it is read, or refused in one line.
 * The first byte of an input chooses the format, and whether fetches of instructions count.
 */
class ImportFuzzTest {
  private static final int FETCHES = 8;

  @TempDir static Path folder;

  private static List<TraceFormat> formats() throws ImportException {
    return List.of(
        new LackeyTrace(),
        new DrmemtraceTrace(),
        new ChampSimTrace(),
        Formats.columns("kind,address:hex,size,pc:hex,thread"));
  }

  @FuzzTest
  void anyFileIsReadOrRefused(byte[] bytes) throws IOException {
    if (bytes.length == 0) {
      return;
    }
    Path file =
        Files.write(folder.resolve("some.trace"), Arrays.copyOfRange(bytes, 1, bytes.length));
    List<TraceFormat> formats = formats();
    try {
      Formats.tellsCalls(formats.get(0), file);
      ModulesLog.read(file);
    } catch (IOException e) {
      assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    }
    try (Imported trace =
        Imported.of(formats.get(bytes[0] & formats.size() - 1), (bytes[0] & FETCHES) != 0, file)) {
      assertEquals(trace.accesses.size(), trace.stream.totals().accesses());
    } catch (IOException e) {
      assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    }
  }
}
