package org.tslmap.collector.imports;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A list of modules may hold any bytes: it is read, or refused in one line that names it. */
class ModulesLogFuzzTest {
  @TempDir static Path folder;

  @FuzzTest
  void anyListIsReadOrRefused(byte[] input) throws IOException {
    Path file = Files.write(folder.resolve("modules.log"), input);
    try {
      for (LoadedFile loaded : ModulesLog.read(file)) {
        assertTrue(loaded.file().isAbsolute(), loaded.toString());
      }
    } catch (IOException e) {
      FuzzedTrace.isOneLine(e);
      assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
    }
  }
}
