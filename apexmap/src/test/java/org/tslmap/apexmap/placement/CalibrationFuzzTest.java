package org.tslmap.apexmap.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.apexmap.ApexFileException;

/**
 * A calibration.json of any bytes is read or refused in one line, and what is read can be asked.
 */
class CalibrationFuzzTest {
  @TempDir static Path folder;

  @FuzzTest
  void anyFileIsReadOrRefused(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("calibration.json"), bytes);
    try {
      Calibration calibration = Calibration.read(file);
      Path copy = folder.resolve("copy.json");
      calibration.write(copy);
      Calibration.read(copy);
      for (Calibration.Row row : calibration.rows()) {
        row.word().temporalLocality(calibration.parameters().n());
        row.line().spatialLocality();
      }
    } catch (ApexFileException e) {
      assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    }
  }
}
