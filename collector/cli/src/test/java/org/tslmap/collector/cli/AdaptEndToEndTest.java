package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.score.Score;

/** {@code run --adapt}: functions are chosen that are only counted. */
class AdaptEndToEndTest {
  @EmptyFolder private Path folder;

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private LocalityProfile profile(String run) throws IOException {
    return ProfileJson.read(folder.resolve(run).resolve("profile.json"));
  }

  private static double score(LocalityProfile profile, Score score) {
    ProcessProfile process = profile.processes().get(0);
    return score.of(process.histograms(), Granularity.WORD, process.parameters());
  }

  @Test
  void scoresStandForTheWholeAndAReplayIsTheSame() throws IOException, InterruptedException {
    String program = new TestPrograms(folder).compile("adapts.c").toString();
    assertEquals(
        "", CapturedCommand.tslmap("run", "--quiet", "--out", path("full"), program).err());
    assertEquals(
        "", CapturedCommand.tslmap("run", "--quiet", "--adapt", "--out", path("r"), program).err());
    LocalityProfile full = profile("full");
    LocalityProfile adapted = profile("r");
    long counted = adapted.merged().totals().counted();
    assertTrue(counted > full.merged().totals().accesses() / 4, "counted: " + counted);
    for (Score score : List.of(Score.TL, Score.SL)) {
      assertEquals(score(full, score), score(adapted, score), 0.005, score.toString());
    }
    String report = CapturedCommand.tslmap("report", path("r")).out();
    assertTrue(report.contains("are estimated from what was recorded"), report);
    assertTrue(
        report
            .lines()
            .anyMatch(
                line ->
                    line.matches(".*\\bharmless.*: counted after .* accesses \\(harmless\\).*")),
        report);
    String callgrind = CapturedCommand.tslmap("report", "--format", "callgrind", path("r")).out();
    assertTrue(callgrind.contains("\ndesc: PARTIAL: the accesses of some functions"), callgrind);
    String whole = CapturedCommand.tslmap("report", "--format", "callgrind", path("full")).out();
    assertFalse(whole.contains("PARTIAL"), whole);
    CapturedCommand.tslmap("merge", path("sum"), path("full"), path("r"));
    assertEquals(
        List.of(Map.of(), adapted.mainProcess().states()),
        profile("sum").processes().stream().map(ProcessProfile::states).toList());
    String hotspots = CapturedCommand.tslmap("hotspots", path("r")).out();
    assertTrue(hotspots.contains("random probes: probe"), hotspots);

    CapturedCommand pages = CapturedCommand.tslmap("view", "--export", path("pages"), path("r"));
    assertEquals("", pages.err());
    String data = CapturedCommand.tslmap("data", path("r"), "name", "*").out();
    assertFalse(data.isEmpty());

    CapturedCommand.tslmap("replay", "--quiet", "--out", path("again"), path("r"));
    assertEquals(adapted.processes(), profile("again").processes());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--adapt --fn f | --adapt needs all accesses of the program, and --fn f leaves some out",
        "--adapt --region r | --region r leaves some out",
        "--adapt --watch w | leaves some out",
        "--adapt --toggle t | --toggle t leaves some out",
        "--adapt --budget 3x | leaves some out",
        "--adapt --attribute code | judges functions by their calls",
        "--adapt=absolute:0 | expected harmless, absolute:N or relative:N with N of 1 or more",
        "--adapt=relative:-3 | found 'relative:-3'",
        "--adapt-keep f | add --adapt",
      })
  void whatMakesNoSenseIsRefused(String options, String message) {
    String[] words = ("run --out " + path("x") + " " + options + " -- /bin/true").split(" ");
    CapturedCommand run = CapturedCommand.tslmap(words);
    assertEquals(2, run.status());
    assertTrue(run.err().lines().findFirst().orElse("").contains(message), run.err());
  }
}
