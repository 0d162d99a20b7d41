package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

/** SIGSTOP of the collector or of the program: the other waits, and nothing is lost. */
class StoppedProcessesEndToEndTest {

  @TempDir private Path folder;

  /** Runs a program whose end is known, and stops one of the two when it has begun. */
  private void stopAndGoOn(boolean collector, int seconds)
      throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    String program = programs.compile("working.c").toString();
    Process run = programs.startTslmap("run", "--quiet", "--out", "r", "--", program);
    try (BufferedReader out = run.inputReader()) {
      assertEquals("ready", out.readLine());
      List<ProcessHandle> stopped =
          collector ? List.of(run.toHandle()) : run.descendants().toList();
      signal("STOP", stopped);
      TimeUnit.SECONDS.sleep(seconds);
      signal("CONT", stopped);
      assertEquals("done", out.readLine());
      assertEquals(0, run.waitFor());
    } finally {
      run.destroyForcibly();
    }
    LocalityProfile profile = ProfileJson.read(folder.resolve("r/profile.json"));
    assertTrue(profile.complete());
    assertEquals(
        profile.mainProcess().totals().toolAccesses(), profile.mainProcess().totals().accesses());
  }

  private static void signal(String name, List<ProcessHandle> processes)
      throws IOException, InterruptedException {
    for (ProcessHandle process : processes) {
      new ProcessBuilder("/bin/sh", "-c", "kill -%s %d".formatted(name, process.pid()))
          .start()
          .waitFor();
    }
  }

  @Test
  void aCollectorThatIsStoppedForAShortTimeLosesNothing() throws Exception {
    stopAndGoOn(true, 2);
  }

  @Test
  void aProgramThatIsStoppedForAShortTimeLosesNothing() throws Exception {
    stopAndGoOn(false, 2);
  }

  @Test
  @Tag("soak")
  @Timeout(600)
  void aCollectorThatIsStoppedForAMinuteLosesNothing() throws Exception {
    stopAndGoOn(true, 65);
  }

  @Test
  @Tag("soak")
  @Timeout(600)
  void aProgramThatIsStoppedForAMinuteLosesNothing() throws Exception {
    stopAndGoOn(false, 65);
  }
}
