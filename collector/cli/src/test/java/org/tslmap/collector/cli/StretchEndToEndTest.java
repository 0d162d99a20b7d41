package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.collector.cli.TestPrograms.Result;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.Stretch;

/** Stretches of a program that makes 1504 accesses, from the command line to the report. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StretchEndToEndTest {
  private Path folder;
  private TestPrograms programs;
  private String counts;

  @BeforeAll
  void compile(@EmptyFolder Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    programs = new TestPrograms(folder);
    counts = programs.compile("counts.S", "-nostdlib", "-static").toString();
  }

  private Result measure(String out, String... options) throws IOException, InterruptedException {
    String[] all = new String[options.length + 6];
    all[0] = "run";
    all[1] = "--no-plots";
    all[2] = "--out";
    all[3] = out;
    System.arraycopy(options, 0, all, 4, options.length);
    all[all.length - 2] = "--";
    all[all.length - 1] = counts;
    return programs.tslmap(all);
  }

  private ProcessProfile process(String run) throws IOException {
    return ProfileJson.read(folder.resolve(run).resolve("profile.json")).processes().get(0);
  }

  @Test
  void aStretchScoresAsTheSamePartOfTheWhole() throws IOException, InterruptedException {
    Result run = measure("part", "--start-after", "100", "--stop-after", "1K");
    assertEquals(7, run.status(), run.err());
    ProcessProfile part = process("part");
    Stretch stretch = part.stretch().orElseThrow();
    long from = stretch.before().orElseThrow();
    long to = from + part.totals().accesses();
    assertTrue(from >= 100 && to >= from + 1000 && to < 1504, from + " to " + to);
    assertTrue(stretch.begun() && stretch.stopped() && part.end().complete());
    String line = "stretch     accesses %,d to %,d of the program, from ".formatted(from, to);
    assertTrue(run.err().contains(line), run.err());
    assertTrue(run.err().contains("; not counted after that"), run.err());
    assertTrue(
        run.err().contains("(--tsl-start-after=100 --tsl-stop-after=1K)"),
        "isolated: " + run.err());
    String json = programs.tslmap("report", "part", "--format", "json").out();
    assertTrue(json.contains("\"before\" : " + from) || json.contains("\"before\":" + from), json);

    assertEquals(7, measure("whole").status());
    Result picked =
        programs.tslmap("replay", "--from", "" + from, "--to", "" + to, "--out", "picked", "whole");
    assertEquals(0, picked.status(), picked.err());
    assertEquals(process("picked").histograms(), part.histograms());
    assertEquals(process("picked").functionProfiles(), part.functionProfiles());
    assertEquals(process("picked").footprint(), part.footprint());

    Result replay = programs.tslmap("replay", "--out", "replayed", "part");
    assertEquals(0, replay.status(), replay.err());
    assertEquals(
        -1,
        Files.mismatch(
            folder.resolve("part/profile.json"), folder.resolve("replayed/profile.json")));
  }

  @Test
  void theProgramIsEndedOnRequest() throws IOException, InterruptedException {
    Result run = measure("ended", "--stop-after", "200", "--then", "end");
    assertEquals(0, run.status(), "not the program's 7: " + run.err());
    String said = "tslmap: --stop-after 200 --then end: the program was ended after ";
    assertTrue(run.err().contains(said), run.err());
    assertTrue(run.err().contains("stretch     accesses 0 to 2"), run.err());
  }

  @Test
  void aProgramThatEndsBeforeIsSaid() throws IOException, InterruptedException {
    Result run = measure("none", "--start-after", "2000");
    assertEquals(7, run.status(), run.err());
    assertTrue(run.err().contains("--start-after 2000: the program made only 1,504"), run.err());
    assertTrue(run.err().contains("expected some from --start-after 2000. No run"), run.err());
  }

  @Test
  void aSelectedFunctionIsCountedAlone() throws IOException, InterruptedException {
    Result run = measure("spin", "--fn", "spin", "--stop-after", "100");
    assertEquals(7, run.status(), run.err());
    ProcessProfile spin = process("spin");
    assertTrue(spin.totals().accesses() >= 100 && spin.totals().accesses() < 300);
    assertEquals(spin.totals().loads(), spin.totals().accesses());
    assertTrue(run.err().contains("stretch     from access 0 of the program on"), run.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--start-after 0 | more than 0, found '0'",
        "--start-after 0.0s | more than 0, found '0.0s'",
        "--stop-after soon | such as 2.5s, more than 0, found 'soon'",
        "--stop-after -5 | found '-5'",
        "--then end | say after what with --stop-after",
        "--stop-after 5 --then wait | but was 'wait'",
      })
  void whatMakesNoSenseIsRefused(String options, String message)
      throws IOException, InterruptedException {
    Result run = measure("refused", options.split(" "));
    assertEquals(2, run.status());
    assertTrue(run.err().contains(message), run.err());
  }
}
