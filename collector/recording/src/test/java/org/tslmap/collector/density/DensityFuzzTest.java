package org.tslmap.collector.density;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A file of addresses over time may hold any bytes: it is read, or refused in one line. */
class DensityFuzzTest {
  @TempDir static Path folder;

  @FuzzTest
  void anyFileIsReadOrRefused(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("some.density"), bytes);
    try (DensityFile density = DensityFile.open(file)) {
      for (DensityLevel level : density.levels()) {
        long[] sum = {0};
        level.visit(0, level.columns(), (column, row, loads, stores) -> sum[0] += loads + stores);
        level.coarsened(16, 16);
      }
    } catch (IOException e) {
      assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    }
  }
}
