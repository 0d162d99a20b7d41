package org.tslmap.npb.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.npb.Variant;

/** The result of a sweep's run may be a file of any bytes: it is read or refused in one line. */
class RunResultFuzzTest {
  /** That of the seed {@code score}; a result of another run is none. */
  private static final PlannedRun RUN =
      new PlannedRun(
          new Subject(
              "one.serial",
              "one",
              "",
              Variant.SERIAL,
              1,
              List.of("/tmp/fz/./seed"),
              "852492cb47fa6292",
              false),
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

  /** A seed that is refused, or no result of the run, leads the fuzzer nowhere. */
  @Test
  void theSeedIsAResultOfTheRun() throws IOException, MeasurementException {
    String name = "RunResultFuzzTestInputs/anyResultIsReadOrRefused/score";
    Path results = Files.createDirectories(root.resolve("seed/results"));
    try (InputStream in = RunResultFuzzTest.class.getResourceAsStream(name)) {
      Files.write(results.resolve(RUN.id() + ".json"), in.readAllBytes());
    }
    assertTrue(new SweepFolder(root.resolve("seed")).result(RUN).isPresent());
  }
}
