package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;

/** A collector that is killed (kill -9) leaves a run that can be shown, replayed and recovered. */
@Timeout(300)
class KilledCollectorEndToEndTest {

  @TempDir private Path folder;

  private static final List<String> PROGRAM = List.of("sh", "-c", "/bin/true; echo ready; read x");

  private static final List<String> FORKS =
      List.of("sh", "-c", "(exit 3); (exit 4); echo ready; read x");

  /** After how many seconds what came is kept, where a trace is stored. */
  private int keepSeconds;

  private void kill(boolean traced, String... options) throws IOException, InterruptedException {
    kill(PROGRAM, () -> isKept(traced), options);
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  /** Starts a program, and kills the collector once enough of the program's accesses is kept. */
  private void kill(List<String> program, Condition enough, String... options)
      throws IOException, InterruptedException {
    List<String> arguments = new java.util.ArrayList<>(List.of("run", "--out", "k"));
    arguments.addAll(List.of(options));
    arguments.add("--");
    arguments.addAll(program);
    ProcessBuilder builder =
        new ProcessBuilder(OwnProgram.command(arguments))
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("JAVA_TOOL_OPTIONS", "-Dtslmap.keepSeconds=" + keepSeconds);
    Process run = builder.start();
    try (BufferedReader out = run.inputReader()) {
      assertEquals("ready", out.readLine());
      while (!enough.holds()) {
        Thread.sleep(10);
      }
    } finally {
      run.destroyForcibly().waitFor();
    }
  }

  private boolean isKept(boolean traced) throws IOException {
    Path run = folder.resolve("k");
    if (traced) {
      return StoredAccesses.in(run) > 0;
    }
    Path kept = run.resolve("profile.json");
    // The profile of the shell's child, which has ended, may be kept before the shell's own.
    return Files.exists(kept)
        && ProfileJson.read(kept).processes().stream()
            .anyMatch(process -> !process.end().complete() && process.totals().accesses() > 0);
  }

  /**
   * Whether both children have ended for the collector, too, and some of their parent is stored.
   */
  private boolean areForksKept() throws IOException {
    int ended = 0;
    for (Path kept : new RunFolder(folder.resolve("k")).processProfiles()) {
      boolean written = kept.toString().endsWith(".json");
      ended += written && ProfileJson.read(kept).processes().get(0).end().complete() ? 1 : 0;
    }
    return ended == 2 && isKept(true);
  }

  private TestPrograms.Result tslmap(String... arguments) throws IOException, InterruptedException {
    return new TestPrograms(folder).tslmap(arguments);
  }

  @Test
  void whatIsStoredIsListedShownReplayedAndRecovered() throws Exception {
    kill(true);
    assertTrue(tslmap("list", ".").out().contains("(unfinished"), tslmap("list", ".").out());

    TestPrograms.Result replayed = tslmap("replay", "--out", "again", "k");
    assertEquals(1, replayed.status(), replayed.err());
    LocalityProfile again = ProfileJson.read(folder.resolve("again/profile.json"));
    ProcessProfile cut = again.processes().get(0);
    assertTrue(cut.totals().accesses() > 0);
    assertFalse(cut.end().complete());
    assertTrue(cut.end().incompleteReason().contains("killed"), cut.end().incompleteReason());

    TestPrograms.Result recovered = tslmap("recover", "k");
    assertEquals(1, recovered.status(), recovered.err());
    assertTrue(recovered.out().contains("INCOMPLETE"), recovered.out());
    LocalityProfile whole = ProfileJson.read(folder.resolve("k/profile.json"));
    assertEquals(again.processes(), whole.processes());
    assertFalse(whole.unfinished());
    assertEquals(List.of(), new RunFolder(folder.resolve("k")).processProfiles());
    assertTrue(tslmap("report", "k").out().contains("the collector of this run was killed"));

    TestPrograms.Result twice = tslmap("recover", "k");
    assertEquals(1, twice.status());
    assertTrue(twice.err().contains("is finished"), twice.err());
  }

  /** The collector has made the folder of another process's trace, and was killed there. */
  @Test
  void aTraceThatWasOnlyBegunCostsTheOthersNothing() throws Exception {
    kill(FORKS, this::areForksKept, "--trace=full");
    Path begun = Files.createDirectory(folder.resolve("k/trace/00099-1"));
    TestPrograms.Result recovered = tslmap("recover", "k");
    assertTrue(recovered.err().contains(begun.getFileName().toString()), recovered.err());
    assertEquals(3, ProfileJson.read(folder.resolve("k/profile.json")).processes().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--trace=full", "--adapt"})
  void childrenThatHaveEndedAreWholeAndTheirParentIsCut(String option) throws Exception {
    kill(FORKS, this::areForksKept, option);
    TestPrograms.Result recovered = tslmap("recover", "k");
    assertEquals(1, recovered.status(), recovered.err());
    List<ProcessProfile> processes = ProfileJson.read(folder.resolve("k/profile.json")).processes();
    assertEquals(
        List.of("3", "4", "cut"),
        processes.stream()
            .map(
                process ->
                    process.end().complete() ? "" + process.end().exitStatus().getAsInt() : "cut")
            .sorted()
            .toList());
    for (ProcessProfile process : processes) {
      assertTrue(process.totals().accesses() > 0, process.identity().toString());
    }
  }

  @Test
  void withoutATraceTheScoresThatWereKeptLastAreThere() throws Exception {
    keepSeconds = 3600; // no trace is stored, so it is kept sooner
    kill(false, "--trace", "none");
    TestPrograms.Result report = tslmap("report", "k");
    assertEquals(0, report.status(), report.err());
    assertTrue(report.out().contains("it was still running"), report.out());
    TestPrograms.Result recovered = tslmap("recover", "--quiet", "k");
    assertEquals(1, recovered.status(), recovered.err());
    LocalityProfile whole = ProfileJson.read(folder.resolve("k/profile.json"));
    assertTrue(whole.merged().totals().accesses() > 0);
    assertFalse(whole.unfinished());
  }
}
