package org.tslmap.collector.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.LocalityProfile;

/**
 * A run.json of any bytes is read or refused in one line, and the traces that are read because of
 * it lie in the run's folder.
 */
class RunFileFuzzTest {
  @TempDir static Path folder;

  private interface Step {
    void run() throws IOException;
  }

  private static void readOrRefused(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      assertEquals(1, e.getMessage().lines().count(), e.getMessage());
    }
  }

  @FuzzTest
  void anyFileIsReadOrRefused(byte[] bytes) throws IOException {
    RunFolder run = new RunFolder(folder);
    Files.createDirectories(run.traces().resolve("00001-4711"));
    Path file = Files.write(run.description(), bytes);
    LocalityProfile profile = new LocalityProfile("fuzzed", List.of());
    readOrRefused(() -> RunFile.read(file, profile));
    readOrRefused(() -> RunFile.notices(file));
    readOrRefused(
        () -> {
          for (RunFile.Trace trace : RunFile.traces(file)) {
            Path named = folder.resolve(trace.folder()).normalize();
            assertTrue(named.startsWith(run.traces()), trace.toString());
          }
        });
    readOrRefused(() -> Replay.attribution(folder));
    readOrRefused(
        () -> {
          for (Path trace : Replay.traces(folder)) {
            assertTrue(trace.startsWith(run.traces()), trace.toString());
          }
        });
  }
}
