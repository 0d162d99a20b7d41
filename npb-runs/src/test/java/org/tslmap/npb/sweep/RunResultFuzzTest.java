package org.tslmap.npb.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.npb.Variant;

/** The result of a sweep's run may be a file of any bytes: it is read or refused in one line. */
class RunResultFuzzTest {
  private static final PlannedRun RUN =
      new PlannedRun(
          new Subject("one", "one", "", Variant.SERIAL, 1, List.of("./one"), "", false),
          Tool.SCORE,
          "",
          1);

  @TempDir static Path root;

  @FuzzTest
  void anyResultIsReadOrRefused(byte[] bytes) throws IOException {
    Path results = Files.createDirectories(root.resolve("results"));
    Files.write(results.resolve(RUN.id() + ".json"), bytes);
    try {
      new SweepFolder(root)
          .result(RUN)
          .ifPresent(
              result -> {
                result.medianSeconds();
                result.spread();
                result.scores().granularities();
              });
    } catch (MeasurementException e) {
      assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    }
  }
}
