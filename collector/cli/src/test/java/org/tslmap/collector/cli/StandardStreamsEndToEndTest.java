package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Standard input, output and error that are closed or full, and a working folder that is gone. */
class StandardStreamsEndToEndTest {
  private static final Path LAUNCHER = Path.of(System.getProperty("tslmap.home"), "tslmap");

  @TempDir private Path folder;
  private TestPrograms programs;

  @BeforeEach
  void prepare() {
    programs = new TestPrograms(folder);
  }

  private TestPrograms.Result shell(String script, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", "-c", script));
    command.addAll(List.of(arguments));
    return programs.run(Map.of(), command);
  }

  /** What the launcher does before it starts Java, and which descriptors Java then has. */
  @ParameterizedTest
  @CsvSource({"'',''", "<&-,0", ">&-,1", "2>&-,2", "<&- >&- 2>&-,201"})
  void somethingStandsInForWhatIsClosed(String closing, String told)
      throws IOException, InterruptedException {
    String launcher = Files.readString(LAUNCHER);
    String part =
        launcher.substring(launcher.indexOf("closed=\n"), launcher.indexOf("\nroot=") + 1);
    String show = "for fd in 0 1 2; do test -e /proc/$$/fd/$fd && echo $fd; done >>shown\n";
    Files.writeString(
        folder.resolve("part"), "set -eu\n" + part + "echo \"[$closed]\" >shown\n" + show);
    shell("cd " + folder + " && bash part " + closing);
    assertEquals("[" + told + "]\n0\n1\n2\n", Files.readString(folder.resolve("shown")), closing);
  }

  @Test
  void aProgramGetsNoneThatIsClosed() throws IOException, InterruptedException {
    TestPrograms.Result open = programs.tslmap("run", "--quiet", "--out", "open", "--", "cat");
    assertEquals(0, open.status(), open.err());
    TestPrograms.Result closed =
        programs.tslmap(
            Map.of("JAVA_TOOL_OPTIONS", "-Dtslmap.closed=0"),
            "run",
            "--quiet",
            "--out",
            "closed",
            "--",
            "cat");
    assertEquals(1, closed.status());
    assertTrue(closed.err().contains("cat: -: Bad file descriptor"), closed.err());
  }

  @Test
  void whatCannotBePrintedIsToldAndFails() throws IOException, InterruptedException {
    assertEquals(0, programs.tslmap("run", "--quiet", "--out", "r", "--", "true").status());
    TestPrograms.Result full = programs.tslmapFromShell(Map.of(), "report r >/dev/full");
    assertEquals(1, full.status());
    assertEquals(
        "tslmap: expected to write to standard output, but: No space left on device; what was"
            + " printed there is not complete\n",
        full.err());
    assertEquals(1, programs.tslmapFromShell(Map.of(), "report r 1</dev/null").status());
  }

  @Test
  void aReaderThatWantsNoMoreIsNoFailure() throws IOException, InterruptedException {
    assertEquals(0, programs.tslmap("run", "--quiet", "--out", "r", "--", "true").status());
    TestPrograms.Result ended = programs.tslmapFromShell(Map.of(), "report r > >(exec true)");
    assertEquals(0, ended.status(), ended.err());
    assertEquals("", ended.err());
  }

  @Test
  void theLauncherSaysThatTheWorkingFolderIsGone() throws IOException, InterruptedException {
    TestPrograms.Result result =
        shell(
            "cd " + folder + " && mkdir gone && cd gone && rmdir ../gone && exec \"$0\" list",
            LAUNCHER.toString());
    assertEquals(1, result.status());
    assertTrue(
        result
            .err()
            .endsWith("tslmap: the current folder has been removed; change to one that exists\n"),
        result.err());
  }
}
