package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Too little memory, or too few files, are said in one line; the program ends as it would. */
class ShortageEndToEndTest {

  @TempDir private Path folder;

  @Test
  void theLauncherSaysThatTooFewFilesMayBeOpen() throws IOException, InterruptedException {
    String launcher = Path.of(System.getProperty("tslmap.home"), "tslmap").toString();
    TestPrograms.Result result =
        new TestPrograms(folder)
            .run(Map.of(), List.of("sh", "-c", "ulimit -n 20; exec \"$0\" run -- true", launcher));
    assertEquals(1, result.status());
    assertEquals(
        "tslmap: expected that 160 files may be open at a time, found 20;"
            + " raise the limit with ulimit -n\n",
        result.err());
  }

  @Test
  void theSmallestNumberOfFilesThatTheLauncherAllowsIsEnough()
      throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    TestPrograms.Result result =
        programs.tslmapIn(
            List.of("sh", "-c", "ulimit -n 160; exec \"$@\"", "sh"),
            List.of("run", "--out", "r", "--", "true"));
    assertEquals(0, result.status(), result.err());
    assertTrue(result.err().contains("accesses    "), result.err());
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 10, 12, 16, 24})
  void theProgramEndsAndALineTellsOfTheMemory(int megabytes)
      throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    String program = programs.compile("working.c").toString();
    // The program may outlive the command; cat reads until both have ended.
    TestPrograms.Result result =
        programs.tslmapIn(
            List.of(
                "env",
                "JAVA_TOOL_OPTIONS=-Xmx" + megabytes + "m",
                "bash",
                "-c",
                "set -o pipefail; timeout 120 \"$@\" | cat",
                "bash"),
            List.of("run", "--out", "r", "--", program));
    if (result.status() == 0) {
      assertTrue(result.err().contains("accesses    "), result.err());
      return; // enough for this program
    }
    assertEquals(1, result.status(), result.err());
    assertTrue(result.err().contains("set JAVA_TOOL_OPTIONS=-Xmx2g"), result.err());
    assertFalse(result.err().contains("\tat "), result.err());
    // With very little nothing is started.
    assertTrue(List.of("", "ready\ndone\n").contains(result.out()), result.out());
  }
}
