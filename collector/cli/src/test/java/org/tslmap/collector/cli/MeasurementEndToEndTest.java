package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.tslmap.collector.cli.TestPrograms.Result;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.View;

/**
 * From a program whose accesses are counted by hand, through Valgrind and the socket, to scores.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MeasurementEndToEndTest {

  private static final int IMAX = 1024;

  private Path folder;
  private TestPrograms programs;
  private String counts;
  private String killed;

  @BeforeAll
  void compile(@EmptyFolder Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    programs = new TestPrograms(folder);
    counts = programs.compile("counts.S", "-nostdlib", "-static").toString();
    killed = programs.compile("killed.c", "-static").toString();
  }

  @Test
  void everyAccessOfAProgramIsCounted() throws IOException, InterruptedException {
    Result run = tslmap("run", "--plots", "--out", "whole", "--", counts, "with", "arguments");
    assertEquals(7, run.status(), "the program's own status");
    assertEquals("", run.out(), "the table leaves standard output to the program");
    assertTrue(run.err().contains("accesses    1,504 = 502 loads + 1,002 stores"), run.err());

    LocalityProfile profile = profile("whole");
    assertTrue(profile.complete());
    ProcessProfile process = profile.processes().get(0);
    assertEquals(List.of(counts, "with", "arguments"), process.identity().command());
    assertEquals(7, process.end().exitStatus().orElse(-1));
    AccessTotals totals = process.totals();
    assertEquals(502, totals.loads());
    assertEquals(1002, totals.stores());
    assertEquals(1504, totals.toolAccesses());
    assertEquals(1504, totals.storedAccesses());
    assertEquals(new Footprint(1002, 127), process.footprint(), "125 lines of array, cell, stack");
    assertFunctions(process);
    for (String picture :
        List.of("address-time", "reuse", "misses", "strides", "plane", "time-line", "scores")) {
      assertTrue(Files.size(folder.resolve("whole/plots/" + picture + ".png")) > 1000, picture);
    }
    try (Stream<Path> files = Files.list(folder.resolve("whole"))) {
      assertTrue(files.noneMatch(this::isLog), "no empty log");
    }
  }

  private static void assertFunctions(ProcessProfile process) {
    List<FunctionProfile> functions = process.functionProfiles();
    assertEquals(
        List.of("sweep", "spin", "(below main)"),
        functions.stream().map(row -> row.function().name()).toList(),
        "Valgrind calls _start (below main)");

    LocalityHistogram sweep = functions.get(0).histograms().word();
    assertEquals(1000, sweep.cold(), "every word of the array is new");
    assertEquals(999, sweep.strides()[1]);
    assertEquals(2, sweep.strides()[IMAX], "the first store, and the return's load");
    assertEquals(1, sweep.reuse()[1 + 9], "1000 other words since the call stored its return");

    LocalityHistogram spin = functions.get(1).histograms().word();
    assertEquals(1, spin.cold());
    assertEquals(499, spin.reuse()[0]);
    assertEquals(1, spin.reuse()[1], "the return's load: one other word since the call");
    assertEquals(499, spin.strides()[0]);
  }

  private boolean isLog(Path file) {
    return file.getFileName().toString().startsWith(RunFolder.LOG_PREFIX);
  }

  @Test
  void replayGivesTheSameProfileBitForBit() throws IOException, InterruptedException {
    tslmap("run", "--quiet", "--out", "recorded", "--", counts);
    Result replay = tslmap("replay", "--out", "replayed", "recorded");
    assertEquals(0, replay.status(), replay.err());
    assertEquals(-1, mismatch("recorded/profile.json", "replayed/profile.json"));

    Result other = tslmap("replay", "--word", "4", "--out", "word4", "recorded");
    assertEquals(0, other.status(), other.err());
    LocalityHistogram word = profile("word4").merged().histograms().word();
    assertEquals(999, word.strides()[2], "8 bytes are two words of 4");
    String described = Files.readString(folder.resolve("word4/run.json"));
    assertTrue(described.contains("\"word\" : 4,"), described);

    Files.delete(folder.resolve("recorded/run.json"));
    Result undescribed = tslmap("replay", "--out", "undescribed", "recorded");
    assertEquals(0, undescribed.status(), undescribed.err());
    assertEquals(-1, mismatch("recorded/profile.json", "undescribed/profile.json"));
    assertTrue(Files.exists(folder.resolve("undescribed/run.json")));
  }

  @Test
  void replayOfOneFunctionEqualsARunOfIt() throws IOException, InterruptedException {
    tslmap("run", "--quiet", "--out", "unpicked", "--", counts);
    tslmap("run", "--quiet", "--fn", "sweep", "--out", "traced", "--", counts);
    Result replay = tslmap("replay", "--fn", "swe?p", "--out", "picked", "unpicked");
    assertEquals(0, replay.status(), replay.err());
    assertTrue(replay.out().contains("isolated"), replay.out());
    ProcessProfile traced = profile("traced").processes().get(0);
    ProcessProfile picked = profile("picked").processes().get(0);
    assertEquals(View.ISOLATED, picked.view());
    assertEquals(503, picked.totals().leftOut());
    assertEquals(1001, picked.totals().accesses(), "1000 stores and the return");
    assertEquals(traced.totals().stores(), picked.totals().stores());
    assertEquals(traced.histograms(), picked.histograms());
    assertEquals(traced.functionProfiles(), picked.functionProfiles());
    assertEquals(traced.footprint(), picked.footprint());
    assertEquals(traced.threads(), picked.threads());
    assertEquals(traced.windows(), picked.windows());

    Result code =
        tslmap("replay", "--attribute", "code", "--fn", "sweep", "--out", "code", "unpicked");
    assertEquals(0, code.status(), code.err());
    ProcessProfile counted = profile("code").processes().get(0);
    // A replay of a part does not tell which loads wait for others.
    assertEquals(traced.withDependenceOf(counted).sites(), counted.sites());

    Result nobody = tslmap("replay", "--thread", "99", "unpicked");
    assertEquals(2, nobody.status());
    assertTrue(nobody.err().contains("found 99"), nobody.err());
    assertEquals(2, tslmap("replay", "--region", "12,x", "unpicked").status());

    assertEquals(
        0, tslmap("replay", "-q", "--region", "cell", "--out", "region", "unpicked").status());
    assertEquals(0, tslmap("replay", "-q", "--data", "cell", "--out", "data", "unpicked").status());
    assertEquals(500, profile("data").merged().totals().accesses());
    assertEquals(-1, mismatch("region/profile.json", "data/profile.json"));
    Result nowhere = tslmap("replay", "--data", "stack*", "unpicked");
    assertEquals(2, nowhere.status());
    assertTrue(nowhere.err().contains("data with a place of its own"), nowhere.err());
    Result both = tslmap("replay", "--data", "cell", "--region", "cell", "unpicked");
    assertEquals(2, both.status());
    assertTrue(both.err().contains("--region: expected none beside --data"), both.err());
  }

  @Test
  void theToolAloneGivesTheSameScores() throws IOException, InterruptedException {
    tslmap("run", "--quiet", "--trace", "none", "--out", "socket", "--", counts);
    Result alone = programs.valgrind("--tsl-out-file=alone.json", counts);
    assertEquals(7, alone.status());
    ProcessProfile socket = profile("socket").processes().get(0);
    ProcessProfile tool = ProfileJson.read(folder.resolve("alone.json")).processes().get(0);
    assertEquals(socket.histograms(), tool.histograms());
    assertEquals(socket.functionProfiles(), tool.functionProfiles());
    assertEquals(socket.footprint(), tool.footprint());
    assertEquals(socket.threads(), tool.threads());
    assertEquals(socket.windows(), tool.windows());
    Result report = tslmap("report", "alone.json", "--format", "csv");
    assertEquals(tslmap("report", "socket", "--format", "csv").out(), report.out());
  }

  @Test
  void withoutATraceThereIsNothingToReplay() throws IOException, InterruptedException {
    tslmap("run", "--quiet", "--trace", "none", "--out", "untraced", "--", counts);
    ProcessProfile process = profile("untraced").processes().get(0);
    assertEquals(1504, process.totals().accesses());
    assertEquals(0, process.totals().storedAccesses());
    assertFalse(Files.exists(folder.resolve("untraced/plots")));
    Result replay = tslmap("replay", "untraced");
    assertEquals(1, replay.status());
    assertEquals(1, replay.err().lines().count(), replay.err());
  }

  @Test
  void oneFunctionIsAStreamOfItsOwn() throws IOException, InterruptedException {
    Result run = tslmap("run", "--fn", "sweep", "--out", "sweep", "--", counts);
    assertEquals(7, run.status());
    assertTrue(run.err().contains("isolated"), run.err());
    String leftOut = "left out    503 of the program's 1,504 accesses (33.4 %)";
    assertTrue(run.err().contains(leftOut), run.err());
    LocalityHistogram word = profile("sweep").merged().histograms().word();
    assertEquals(1001, word.accesses(), "1000 stores and the return");
    assertEquals(1001, word.cold(), "the call is not among them, so the return's load is new");
    assertTrue(tslmap("report", "sweep", "--format", "json").out().contains("\"isolated\""));
    assertTrue(tslmap("report", "sweep").out().contains("function (isolated, words)"));
  }

  @Test
  void oneVariableIsAStreamOfItsOwn() throws IOException, InterruptedException {
    Result run = tslmap("run", "--quiet", "--region", "cell", "--out", "cell", "--", counts);
    assertEquals(7, run.status(), run.err());
    LocalityHistogram word = profile("cell").merged().histograms().word();
    assertEquals(500, word.accesses());
    assertEquals(499, word.reuse()[0]);
    assertEquals(1004, profile("cell").merged().totals().leftOut());
  }

  @Test
  void watchedDataIsNarrowedAndSkippedCodeCounted() throws IOException, InterruptedException {
    Result watched = tslmap("run", "--quiet", "--watch", "cel?", "--out", "watched", "--", counts);
    assertEquals(7, watched.status(), watched.err());
    assertEquals(500, profile("watched").merged().histograms().word().accesses());

    long all = accesses("--skip-fn", "no_such");
    long withoutSweep = accesses("--skip-fn", "sweep");
    Files.writeString(folder.resolve("skips"), "fn sweep\n");
    assertEquals(1001, all - withoutSweep, "1000 stores and the return");
    assertEquals(withoutSweep, accesses("--skip", "skips"));
    assertEquals(1001, profile("skipskips").merged().histograms().counted());
    Result none = tslmap("run", "--skip-fn", "no_such", "--out", "none", "--", counts);
    assertTrue(none.err().contains("--skip-fn no_such: nothing that ran matches"), none.err());
    assertEquals(View.IN_CONTEXT, profile("none").mainProcess().view());
    assertEquals(2, tslmap("run", "--skip", "no/such/file", "--", counts).status());
  }

  private long accesses(String option, String value) throws IOException, InterruptedException {
    String out = option.substring(2) + value;
    Result run = tslmap("run", "--quiet", option, value, "--out", out, "--", counts);
    assertEquals(7, run.status(), run.err());
    return profile(out).merged().histograms().word().accesses();
  }

  @Test
  void aSignalIsPassedOnAndNamed() throws IOException, InterruptedException {
    Result run = tslmap("run", "--quiet", "--out", "segv", "--", killed, "11");
    assertEquals(128 + 11, run.status());
    assertEquals("tslmap: signal 11 ended the program\n", run.err());
    ProcessProfile process = profile("segv").processes().get(0);
    assertEquals(11, process.end().signal());
    assertTrue(process.end().exitStatus().isEmpty());
    assertTrue(process.end().complete(), "every access before the signal came");
  }

  @Test
  void anInstructionThatValgrindMayNotKnowIsExplained() throws IOException, InterruptedException {
    Result run = tslmap("run", "--quiet", "--out", "sigill", "--", killed, "4");
    assertEquals(128 + 4, run.status());
    assertTrue(run.err().startsWith("tslmap: signal 4 ended the program (SIGILL): "), run.err());
    assertTrue(run.err().contains("without -march=native"), run.err());
  }

  @Test
  void aProgramKilledFromOutsideIsMarkedCut() throws IOException, InterruptedException {
    Result run = tslmap("run", "--out", "kill", "--", killed, "9", "child");
    assertEquals(128 + 9, run.status(), run.err());
    assertTrue(run.err().contains("INCOMPLETE"), run.err());
    assertTrue(run.err().contains("tslmap: signal 9 ended the program"), run.err());
    LocalityProfile profile = profile("kill");
    assertFalse(profile.complete());
    assertFalse(profile.mainProcess().end().complete());
    assertTrue(profile.mainProcess().totals().stores() > 4096, "what came before is kept");
  }

  @Test
  void splitDebugInformationOfVersion5IsReadOrItIsSaidWhatToDo()
      throws IOException, InterruptedException {
    // Valgrind 3.19 ends programs that have it.
    String moved = programs.compile("moved.c", "-gdwarf-5", "-gsplit-dwarf").toString();
    Result run = tslmap("run", "--out", "split", "--", moved);
    assertTrue(run.status() == 0 || run.err().contains("compile with -gdwarf-4 too"), run.err());
  }

  @Test
  void aWrongOptionOfTheToolIsReportedAndNothingRuns() throws IOException, InterruptedException {
    Result run =
        tslmap("run", "--quiet", "--region", "no_such_symbol", "--out", "wrong", "--", counts);
    assertEquals(1, run.status());
    assertTrue(run.err().contains("no_such_symbol"), run.err());
  }

  @Test
  void aFunctionThatNeverRanIsNoSuccess() throws IOException, InterruptedException {
    Result run = tslmap("run", "--quiet", "--fn", "no_such", "--out", "never", "--", "true");
    assertEquals(1, run.status(), "the program ended with 0, but nothing was measured");
    assertTrue(run.err().contains("expected some from --fn no_such"), run.err());
    assertTrue(run.err().contains("--fn no_such: no function of that name ran"), run.err());
  }

  @Test
  void runsAreListedAndReported() throws IOException, InterruptedException {
    tslmap("run", "--quiet", "--", counts);
    Result list = tslmap("list");
    assertEquals(0, list.status());
    String[] row = list.out().lines().skip(1).findFirst().orElse("").split(" +");
    assertTrue(row[0].matches("\\d{8}-\\d{6}-counts"), Arrays.toString(row));
    Result report = tslmap("report", "tslmap-runs/" + row[0], "--top", "1");
    assertTrue(report.out().contains("sweep"), report.out());
    assertTrue(report.out().contains("... and 2 more functions"), report.out());
  }

  private Result tslmap(String... arguments) throws IOException, InterruptedException {
    return programs.tslmap(arguments);
  }

  private LocalityProfile profile(String run) throws IOException {
    return ProfileJson.read(folder.resolve(run).resolve("profile.json"));
  }

  private long mismatch(String one, String other) throws IOException {
    return Files.mismatch(folder.resolve(one), folder.resolve(other));
  }
}
