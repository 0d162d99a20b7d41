package org.tslmap.collector.imports;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file may be packed in any way, and may be of any format: it is recognised and read, or refused
 * in one line that names it.
 */
class PackedTraceFuzzTest {
  @TempDir static Path folder;

  @FuzzTest
  void anyFileIsReadOrRefused(byte[] input) throws IOException {
    Path file = Files.write(folder.resolve("some.trace"), input);
    try {
      TraceFormat format = Formats.of(file);
      Formats.tellsCalls(format, file);
      FuzzedTrace.isRead(format, false, file);
    } catch (IOException e) {
      FuzzedTrace.isOneLine(e);
      assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
    }
  }
}
