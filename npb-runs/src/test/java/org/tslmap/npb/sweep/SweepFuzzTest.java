package org.tslmap.npb.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.cli.MeasurementException;

/**
 * A sweep's plan may hold any bytes: it is read or refused in one line, and what it names stays in
 * the sweep's folder.
 */
class SweepFuzzTest {
  @TempDir static Path root;

  @FuzzTest
  void anyPlanIsReadOrRefused(byte[] bytes) throws IOException {
    Files.write(root.resolve("sweep.json"), bytes);
    SweepFolder folder = new SweepFolder(root);
    try {
      Sweep sweep = folder.sweep();
      for (PlannedRun run : sweep.runs()) {
        assertTrue(folder.run(run).normalize().startsWith(root.resolve("runs")), run.id());
        run.title();
        folder.result(run);
      }
    } catch (MeasurementException e) {
      assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    }
  }
}
