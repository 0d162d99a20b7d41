package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.cli.TestPrograms.Result;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

/** What is merged is the sum of its parts, and what does not fit together is refused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MergeEndToEndTest {

  private Path folder;
  private TestPrograms programs;
  private String counts;
  private String calls;

  @BeforeAll
  void recordTwoRuns(@EmptyFolder Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    programs = new TestPrograms(folder);
    counts = programs.compile("counts.S", "-nostdlib", "-static").toString();
    calls = programs.compile("inclusive.c").toString();
    record(Map.of(), "one", counts);
    record(Map.of(), "two", counts, "with", "arguments");
  }

  private void record(Map<String, String> environment, String out, String... program)
      throws IOException, InterruptedException {
    String[] arguments = new String[program.length + 5];
    List<String> start = List.of("run", "--quiet", "--out", out, "--");
    start.toArray(arguments);
    System.arraycopy(program, 0, arguments, start.size(), program.length);
    assertEquals(7, programs.tslmap(environment, arguments).status());
  }

  private LocalityProfile profile(String run) throws IOException {
    return ProfileJson.read(folder.resolve(run + "/profile.json"));
  }

  @Test
  void twoRunsGiveTheirSum() throws IOException, InterruptedException {
    Result merge = programs.tslmap("merge", "sum", "one", "two");
    assertEquals(0, merge.status(), merge.err());
    assertTrue(merge.out().contains("2 processes added together"), merge.out());
    assertTrue(merge.out().contains("accesses    3,008 = 1,004 loads + 2,004 stores"), merge.out());
    LocalityProfile sum = profile("sum");
    assertEquals(
        List.of(profile("one").processes().get(0), profile("two").processes().get(0)),
        sum.processes());
    Histograms histograms = profile("one").merged().histograms();
    histograms.add(profile("two").merged().histograms());
    assertEquals(histograms, sum.merged().histograms());

    assertTrue(programs.tslmap("list", ".").out().contains("sum "), "it is a run like others");
    Result replay = programs.tslmap("replay", "--quiet", "--out", "sum-again", "sum");
    assertEquals(0, replay.status(), replay.err());
    assertEquals(
        -1,
        Files.mismatch(
            folder.resolve("sum/profile.json"), folder.resolve("sum-again/profile.json")));
  }

  @Test
  void whatIsPartOfTheSumTwiceIsRefused() throws IOException, InterruptedException {
    Result merge = programs.tslmap("merge", "twice", "one", "two", "one");
    assertEquals(1, merge.status());
    assertTrue(merge.err().contains(" is in one and in one; merge each run once"), merge.err());
    assertFalse(Files.exists(folder.resolve("twice")), "nothing is left of it");
  }

  @Test
  void oneRankOfTwoRunsIsRefusedNamingBoth() throws IOException, InterruptedException {
    record(Map.of("PMI_RANK", "3"), "three", counts);
    record(Map.of("PMI_RANK", "3"), "third", counts);
    Result merge = programs.tslmap("merge", "ranks", "three", "third");
    assertEquals(1, merge.status());
    assertTrue(merge.err().contains("rank 3 is in both: process "), merge.err());
    assertTrue(merge.err().matches("(?s).* in three, and .* in third; .*"), merge.err());
  }

  @Test
  void otherParametersAreRefusedNamingBoth() throws IOException, InterruptedException {
    programs.tslmap("replay", "--quiet", "--window", "8", "--out", "window", "one");
    Result merge = programs.tslmap("merge", "other", "two", "window");
    assertEquals(1, merge.status());
    assertTrue(merge.err().contains("two was measured with "), merge.err());
    assertTrue(merge.err().contains("but window with "), merge.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"fn=deeper", "watch=handled", "region=handled", "stop-after=5K"})
  void narrowedAndWholeStreamsAreRefused(String option) throws IOException, InterruptedException {
    Result run = programs.tslmap("run", "-q", "--" + option, "--out", option, "--", calls);
    assertEquals(0, run.status(), run.err());
    Result merge = programs.tslmap("merge", "mixed", "one", option);
    assertEquals(1, merge.status(), merge.out());
    assertTrue(merge.err().contains("--tsl-" + option), merge.err());
  }

  /** Only processes that wait have accesses that a replay leaves out. */
  @Test
  void leavingOutWhatWaitsNarrowsNoProcessThatDoesNot() throws IOException, InterruptedException {
    String asking = programs.compile("asking.c", "-pthread").toString();
    programs.tslmap("run", "-q", "--out", "waits", "--", asking);
    programs.tslmap("replay", "-q", "--waiting", "out", "--out", "work", "waits");
    assertEquals(List.of("--waiting=out"), profile("work").mainProcess().selection());
    Result merge = programs.tslmap("merge", "both", "one", "work");
    assertEquals(0, merge.status(), merge.err());
  }

  @Test
  void withoutEveryTraceThereIsNone() throws IOException, InterruptedException {
    programs.tslmap("run", "--quiet", "--trace", "none", "--out", "bare", "--", counts);
    Result merge = programs.tslmap("merge", "partly", "one", "bare");
    assertEquals(0, merge.status(), merge.err());
    assertTrue(merge.err().contains("bare has no trace"), merge.err());
    Result replay = programs.tslmap("replay", "partly");
    assertEquals(1, replay.status(), "half a run is not replayed");
    assertTrue(replay.err().contains("expected a stored trace"), replay.err());
  }

  @Test
  void aRankThatNeverConnectsIsMissing() throws IOException, InterruptedException {
    Process collector =
        programs.startTslmap(
            "collect", "--listen", "127.0.0.1:0", "--ranks", "3", "--processes", "2", "--out", "c");
    try (BufferedReader errors = collector.errorReader(StandardCharsets.UTF_8)) {
      String first = errors.readLine();
      String where = first.substring("listening on ".length(), first.indexOf(';'));
      for (String rank : List.of("2", "0")) {
        programs.run(
            Map.of("VALGRIND_LIB", TestPrograms.valgrindLib(), "PMI_RANK", rank),
            List.of(
                TestPrograms.valgrind(),
                "--tool=tslmap",
                "--tsl-out=socket",
                "--tsl-connect=" + where,
                counts));
      }
      List<String> rest = errors.lines().toList();
      assertEquals(1, collector.waitFor(), rest.toString());
      assertTrue(rest.contains("INCOMPLETE: rank 1 is missing: it never connected"), "" + rest);
    } finally {
      collector.destroy();
    }
    LocalityProfile profile = profile("c");
    assertEquals(List.of(1), profile.missingRanks());
    assertFalse(profile.complete());
    assertEquals(2 * 1504, profile.merged().totals().accesses(), "the others are kept");
    Result json = programs.tslmap("report", "c", "--format", "json");
    assertTrue(json.out().contains("\"missingRanks\" : [ 1 ]"), json.out());
  }
}
