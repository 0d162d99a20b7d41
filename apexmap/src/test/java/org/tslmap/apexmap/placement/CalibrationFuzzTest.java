package org.tslmap.apexmap.placement;

import static org.junit.jupiter.api.Assertions.assertFalse;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.apexmap.DamagedFile;

/**
 * A calibration.json of any bytes is read or refused in one line, and what is read can be asked.
 */
class CalibrationFuzzTest {
  @TempDir static Path folder;

  @FuzzTest
  void anyFileIsReadOrRefused(byte[] bytes) throws IOException {
    DamagedFile.isReadOrRefused(
        folder,
        bytes,
        (file, copy) -> {
          Calibration calibration = Calibration.read(file);
          calibration.write(copy);
          Calibration.read(copy);
          for (Calibration.Row row : calibration.rows()) {
            row.word().temporalLocality(calibration.parameters().n());
            row.line().spatialLocality();
          }
        });
  }

  /** A seed that is refused leads the fuzzer nowhere. */
  @Test
  void theSeedIsRead() throws IOException, URISyntaxException {
    URL seed =
        CalibrationFuzzTest.class.getResource(
            "CalibrationFuzzTestInputs/anyFileIsReadOrRefused/calibration");
    assertFalse(Calibration.read(Path.of(seed.toURI())).rows().isEmpty());
  }
}
