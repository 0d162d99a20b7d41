package org.tslmap.npb.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.collector.cli.Signals;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

/** A benchmark that is measured ends when the terminal does, and what was measured is kept. */
class HangUpEndToEndTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"HUP, 1", "TERM, 15"})
  void theRunIsKept(String signal, int number) throws IOException, InterruptedException {
    Process run =
        Tslmap.builder(folder, "npb", "run", "is", "--class", "A", "--", "--quiet", "--out", "kept")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("printed").toFile())
            .start();
    try {
      while (!hasTrace()) {
        assertTrue(run.isAlive(), () -> printed());
        run.waitFor(50, TimeUnit.MILLISECONDS);
      }
      Signals.send(signal, run);
      assertEquals(128 + number, run.waitFor(), () -> printed());
    } finally {
      run.destroyForcibly();
    }
    LocalityProfile profile = ProfileJson.read(folder.resolve("kept/profile.json"));
    assertTrue(profile.complete(), () -> profile.problems() + printed());
  }

  private String printed() {
    try {
      return Files.readString(folder.resolve("printed"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private boolean hasTrace() throws IOException {
    Path traces = folder.resolve("kept/trace");
    if (!Files.isDirectory(traces)) {
      return false;
    }
    try (Stream<Path> files = Files.walk(traces)) {
      return files.anyMatch(file -> file.toString().endsWith(".cq4"));
    }
  }
}
