package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.collector.report.TableSums;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

/** A filter is found that leaves an expensive harmless function out, and records a wasteful one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefineEndToEndTest {

  /** Recording all takes some five times as long, counting all a fifth. */
  private static final String BUDGET = "10s";

  private static final String MILLIONS = "500";

  private static final Pattern ROW =
      Pattern.compile(
          " +(\\d+) +([0-9,]+) +([0-9.]+)% +([0-9.]+) s +([0-9.]+) s +([0-9.]+)x +(-?[0-9.]+)% +(-|[0-9.]+%) +(-|[0-9.]+)");

  private Path folder;
  private TestPrograms programs;
  private String program;

  @BeforeAll
  void compile(@EmptyFolder Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    programs = new TestPrograms(folder);
    program = programs.compile("refined.c").toString();
  }

  private static FunctionProfile function(LocalityProfile profile, String name) {
    return profile.merged().functions().stream()
        .filter(one -> one.function().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theWastefulFunctionIsRecordedAndTheExpensiveOneCounted()
      throws IOException, InterruptedException {
    TestPrograms.Result refined =
        programs.tslmap(
            "refine", "--budget", BUDGET, "--train", "2", "--out", "out", "--", program, MILLIONS);
    String said = refined.out() + refined.err();
    assertEquals(0, refined.status(), said);
    assertTrue(said.contains("settled within the budget 10s (10.00 s)"), said);
    List<Matcher> rows = said.lines().map(ROW::matcher).filter(Matcher::matches).toList();
    assertTrue(rows.size() >= 2 && rows.size() <= 4, said);
    Matcher last = rows.get(rows.size() - 1);
    assertTrue(Double.parseDouble(last.group(5)) <= 10, said);
    assertEquals(rows.size(), Integer.parseInt(last.group(1)), said);
    assertTrue(Double.parseDouble(last.group(9)) <= 0.02, said);
    assertEquals("-", rows.get(0).group(9), said);

    Path out = folder.resolve("out");
    String filter = Files.readString(out.resolve("refined.filter"));
    assertTrue(filter.contains("\n  EXCLUDE harmless # 1 call, 500,00"), filter);
    assertFalse(filter.contains("wasteful"), filter);
    LocalityProfile profile = ProfileJson.read(out.resolve("profile.json"));
    FunctionProfile harmless = function(profile, "harmless");
    long observed = harmless.histograms().recorded();
    assertTrue(
        observed >= 131_072 && observed <= 50_000_000, "parts of it are recorded: " + observed);
    assertTrue(harmless.accesses() >= 500_000_000);
    FunctionProfile wasteful = function(profile, "wasteful");
    assertEquals(wasteful.accesses(), wasteful.histograms().word().accesses());
    assertTrue(wasteful.accesses() >= 1 << 20);
    TableSums.assertAddUp(out);
    try (Stream<Path> left = Files.list(out)) {
      assertTrue(left.noneMatch(path -> path.getFileName().toString().startsWith(".")));
    }

    // The filter alone gives the same run again.
    TestPrograms.Result again =
        programs.tslmap(
            "run",
            "--quiet",
            "--trace",
            "none",
            "--filter",
            "out/refined.filter",
            "--out",
            "again",
            "--",
            program,
            "5");
    assertEquals(0, again.status(), again.err());
    LocalityProfile small = ProfileJson.read(folder.resolve("again/profile.json"));
    assertEquals(0, function(small, "harmless").histograms().word().accesses());
  }

  /** A hotspot is not lost because its function does not fit into a budget. */
  @Test
  void whatIsCountedAfterAWhileIsStillAHotspot() throws IOException, InterruptedException {
    Files.writeString(
        folder.resolve("wasteful.filter"),
        "SCOREP_REGION_NAMES_BEGIN\n  EXCLUDE wasteful\nSCOREP_REGION_NAMES_END\n");
    FunctionProfile whole = function(recorded("whole"), "wasteful");
    String filter = folder.resolve("wasteful.filter").toString();
    FunctionProfile never = function(recorded("never", "--filter", filter), "wasteful");
    LocalityProfile profile = recorded("after", "--filter", filter, "--count-after", "131072");
    FunctionProfile after = function(profile, "wasteful");
    assertEquals(whole.accesses(), never.accesses());
    assertEquals(whole.accesses(), after.accesses());
    assertEquals(0, never.histograms().recorded());
    assertTrue(after.histograms().recorded() >= 131_072, after.histograms().recorded() + "");
    assertTrue(after.histograms().scoredShare() < 0.7, after.histograms().scoredShare() + "");
    TableSums.assertAddUp(folder.resolve("after"));
    String hotspot = "wasteful";
    assertTrue(programs.tslmap("hotspots", "whole").out().contains(hotspot));
    assertFalse(programs.tslmap("hotspots", "never").out().contains(hotspot));
    String said = programs.tslmap("hotspots", "after").out();
    assertTrue(said.contains(hotspot), said);
    String report = programs.tslmap("report", "after").out();
    assertTrue(report.contains("wasteful: counted after "), report);

    TestPrograms.Result refused =
        programs.tslmap("run", "--count-after", "5", "--out", "refused", "--", program, "2");
    assertEquals(2, refused.status());
    assertTrue(
        refused.err().contains("--count-after: say which functions are counted, with --filter"),
        refused.err());
  }

  @Test
  void stretchesAreReplayedAsTheyWereRecorded() throws IOException, InterruptedException {
    String filter = folder.resolve("all.filter").toString();
    Files.writeString(
        Path.of(filter), "SCOREP_REGION_NAMES_BEGIN\n  EXCLUDE *\nSCOREP_REGION_NAMES_END\n");
    String[] line = {
      "run",
      "--quiet",
      "--trace",
      "full",
      "--out",
      "stretches",
      "--filter",
      filter,
      "--count-after",
      "131072",
      "--again",
      "16",
      "--",
      program,
      "20"
    };
    assertEquals(0, programs.tslmap(line).status());
    assertEquals(
        0, programs.tslmap("replay", "--quiet", "--out", "replayed", "stretches").status());
    LocalityProfile profile = ProfileJson.read(folder.resolve("stretches/profile.json"));
    double share = function(profile, "harmless").histograms().scoredShare();
    assertTrue(share > 0.01 && share < 0.2, share + "");
    LocalityProfile replayed = ProfileJson.read(folder.resolve("replayed/profile.json"));
    assertEquals(profile.processes(), replayed.processes());
    TableSums.assertAddUp(folder.resolve("stretches"));
    String report = programs.tslmap("report", "stretches").out();
    assertTrue(report.contains("more changes, counted after "), report);

    TestPrograms.Result refused =
        programs.tslmap("run", "--again", "5", "--out", "refused", "--", program, "2");
    assertEquals(2, refused.status());
    assertTrue(refused.err().contains("--again: say after how many accesses"), refused.err());
  }

  private LocalityProfile recorded(String out, String... options)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("run", "--quiet", "--trace", "none", "--out", out));
    line.addAll(List.of(options));
    line.addAll(List.of("--", program, "2"));
    TestPrograms.Result run = programs.tslmap(line.toArray(new String[0]));
    assertEquals(0, run.status(), run.err());
    return ProfileJson.read(folder.resolve(out).resolve("profile.json"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | --budget 0.5x -- true | times Valgrind without a tool, such as 3x, or seconds, such as 60s",
        "2 | --budget 3 -- true | at least 1, found '3'",
        "2 | --budget 3x --iterations 0 -- true | --iterations expects 1 or more, but found 0",
        "2 | --budget 3x --stdin nosuch -- true | --stdin: there is no file nosuch that can be read",
        "1 | --budget 3x -- false | expected status 0 of the program, but found 1",
        "127 | --budget 3x -- nosuch | there is no program nosuch here or on the PATH",
        "1 | --budget 1x -- true | is too little: counting every access takes ",
      })
  void whatCannotBeRefinedIsRefused(int status, String arguments, String expected)
      throws IOException, InterruptedException {
    String[] line = ("refine --out refused " + arguments).split(" ");
    TestPrograms.Result refused = programs.tslmap(line);
    assertEquals(status, refused.status(), refused.err());
    assertTrue(refused.err().contains(expected), refused.err());
    assertEquals(
        1, refused.err().lines().filter(l -> !l.startsWith("Try: ")).count(), refused.err());
    assertFalse(Files.exists(folder.resolve("refused")), "nothing is left");
  }

  @Test
  void aPipeIsNotReadSeveralTimes() throws IOException, InterruptedException {
    List<String> arguments = List.of("refine", "--budget", "3x", "--", "cat");
    TestPrograms.Result refused =
        programs.tslmapIn(List.of("bash", "-c", "echo text | \"$@\"", "bash"), arguments);
    assertEquals(2, refused.status(), refused.err());
    assertTrue(refused.err().contains("name a file with --stdin FILE"), refused.err());
  }

  @Test
  void aProgramThatDoesMoreEachTimeIsRefused() throws IOException, InterruptedException {
    TestPrograms.Result refused =
        programs.tslmap(
            "refine",
            "--budget",
            "60s",
            "--train",
            "1",
            "--out",
            "growing",
            "--",
            program,
            "2",
            folder.resolve("grown").toString());
    assertEquals(1, refused.status(), refused.err());
    assertTrue(refused.err().contains("accesses in each run, but found "), refused.err());
    assertEquals(1, refused.err().lines().count(), refused.err());
  }
}
