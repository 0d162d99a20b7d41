package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A disk that is full when a run begins, or becomes full while it is recorded, and a run folder
 * that somebody removes or makes read-only: the program goes on, the table is printed, and what can
 * be stored is stored.
 */
class FullDiskEndToEndTest {

  @TempDir private Path folder;

  /**
   * Makes a small disk at $1, of the size $0, runs the rest there, and copies what there is then to
   * $1.after. The disk is in a name space of its own, so that no rights are needed.
   */
  private static final String ON_SMALL_DISK =
      """
      disk=$1; shift
      mkdir "$disk" && mount -t tmpfs -o size="$0" none "$disk" || exit 99
      "$@"
      status=$?
      cp -r --sparse=always "$disk" "$disk.after"
      exit $status
      """;

  private static List<String> small(String size, Path disk) {
    return List.of("unshare", "-rm", "sh", "-c", ON_SMALL_DISK, size, disk.toString());
  }

  private TestPrograms.Result run(String size, String... arguments)
      throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    Path disk = folder.resolve("disk");
    Assumptions.assumeTrue(
        programs
                .run(
                    Map.of(),
                    List.of(
                        "unshare",
                        "-rm",
                        "sh",
                        "-c",
                        "mount -t tmpfs none " + folder + " || exit 1"))
                .status()
            == 0,
        "disks of one's own are not allowed here");
    return programs.tslmapIn(small(size, disk), List.of(arguments));
  }

  private static void checkTable(TestPrograms.Result result) {
    assertTrue(result.err().contains("accesses    "), result.err());
    assertTrue(result.err().contains("word 8 B"), result.err());
    assertFalse(result.err().contains("\tat "), result.err());
    assertEquals("ready\ndone\n", result.out());
  }

  private String working() throws IOException, InterruptedException {
    return new TestPrograms(folder).compile("working.c").toString();
  }

  @ParameterizedTest
  @CsvSource({"8m, --sample-after=16777216", "20m, --sample=off"})
  void aDiskThatBecomesFullStopsTheTraceAndNothingElse(String size, String option)
      throws IOException, InterruptedException {
    TestPrograms.Result result = run(size, "run", option, "--out", "disk/r", "--", working());
    assertEquals(RecordingOptions.NOT_KEPT, result.status(), result.err());
    checkTable(result);
    assertTrue(result.err().contains("the disk is full"), result.err());
    assertTrue(
        result.err().contains("of its accesses are stored; scores do not need a trace"),
        result.err());
    // The small results fit into what the trace leaves.
    assertTrue(Files.exists(folder.resolve("disk.after/r/profile.json")), result.err());
    TestPrograms.Result replay = new TestPrograms(folder).tslmap("replay", "disk.after/r");
    assertTrue(replay.err().contains("stops where the disk is full"), replay.err());
    assertTrue(replay.out().contains("accesses    "), replay.err());
  }

  @Test
  void aDiskThatIsFullFromTheBeginningIsSaidBeforeAnythingRuns()
      throws IOException, InterruptedException {
    TestPrograms.Result result = run("4k", "run", "--out", "disk/r", "--", working());
    assertEquals(1, result.status(), result.err());
    assertTrue(result.err().contains("the disk is full"), result.err());
    assertFalse(result.err().contains("\tat "), result.err());
    assertEquals("", result.out());
  }

  @Test
  void withoutATraceASmallDiskDoes() throws IOException, InterruptedException {
    TestPrograms.Result result =
        run("8m", "run", "--trace", "none", "--out", "disk/r", "--", working());
    assertEquals(0, result.status(), result.err());
    checkTable(result);
  }

  @Test
  void theProgramsStatusStays() throws IOException, InterruptedException {
    TestPrograms.Result result =
        run("12m", "run", "--out", "disk/r", "--", "sh", "-c", working() + "; exit 7");
    assertEquals(7, result.status(), result.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"plot --out disk/p r", "view --export disk/e r", "merge disk/m r s"})
  void resultsThatDoNotFitAreNotLeftInPieces(String command)
      throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    String program = programs.compile("counts.S", "-nostdlib", "-static").toString();
    for (String name : List.of("r", "s")) {
      assertEquals(
          7, programs.tslmap("run", "--quiet", "--trace", "none", "--out", name, program).status());
    }
    TestPrograms.Result result = run("4k", command.split(" "));
    assertEquals(1, result.status(), result.err());
    assertTrue(result.err().contains("the disk is full"), result.err());
    assertFalse(result.err().contains("\tat "), result.err());
    try (var files = Files.walk(folder.resolve("disk.after"))) {
      assertEquals(List.of(), files.filter(Files::isRegularFile).toList(), result.err());
    }
  }

  @Test
  void aRunFolderThatIsRemovedCostsTheFilesOnly() throws IOException, InterruptedException {
    String program = working();
    TestPrograms programs = new TestPrograms(folder);
    Process run = programs.startTslmap("run", "--out", "r", "--", program);
    List<String> lines;
    try (BufferedReader out = run.inputReader();
        BufferedReader err = run.errorReader()) {
      assertEquals("ready", out.readLine());
      while (StoredAccesses.in(folder.resolve("r")) == 0) {
        Thread.sleep(10);
      }
      RunFolders.delete(folder.resolve("r"));
      assertEquals("done", out.readLine());
      lines = err.lines().toList();
    }
    String text = String.join("\n", lines);
    assertEquals(RecordingOptions.NOT_KEPT, run.waitFor(), text);
    assertTrue(text.contains("accesses    "), text);
    assertTrue(text.contains("is not whole: "), text);
    assertTrue(Files.exists(folder.resolve("r/profile.json")), "what can be stored is");
    assertFalse(text.contains("\tat "), text);
  }

  @Test
  void aRunFolderThatBecomesReadOnlyCostsTheFilesOnly() throws IOException, InterruptedException {
    String program = working();
    TestPrograms programs = new TestPrograms(folder);
    Process run =
        programs.startTslmap(
            underRights(programs), List.of("run", "--keep-sources", "--out", "r", "--", program));
    List<String> lines;
    try (BufferedReader out = run.inputReader();
        BufferedReader err = run.errorReader()) {
      assertEquals("ready", out.readLine());
      while (StoredAccesses.in(folder.resolve("r")) == 0) {
        Thread.sleep(10);
      }
      assertEquals(0, programs.run(Map.of(), List.of("chmod", "-R", "a-w", "r")).status());
      assertEquals("done", out.readLine());
      lines = err.lines().toList();
    } finally {
      programs.run(Map.of(), List.of("chmod", "-R", "u+w", "r"));
    }
    String text = String.join("\n", lines);
    assertEquals(RecordingOptions.NOT_KEPT, run.waitFor(), text);
    assertTrue(text.contains("accesses    "), text);
    assertTrue(text.contains("the results cannot be written to r"), text);
    assertTrue(text.contains("the sources cannot be kept: "), text);
    assertFalse(text.contains("\tat "), text);
  }

  /** What starts a program for which the permissions of files hold, for root too. */
  private static List<String> underRights(TestPrograms programs)
      throws IOException, InterruptedException {
    if (!"root".equals(System.getProperty("user.name"))) {
      return List.of();
    }
    List<String> prefix = List.of("setpriv", "--inh-caps=-all", "--bounding-set=-all");
    List<String> trial = new ArrayList<>(prefix);
    trial.add("true");
    Assumptions.assumeTrue(
        programs.run(Map.of(), trial).status() == 0, "rights cannot be given up here");
    return prefix;
  }
}
