package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From a run to its hotspots and tables, without naming a folder. */
class NewestRunEndToEndTest {

  @EmptyFolder private Path folder;
  private TestPrograms programs;
  private String counts;

  @BeforeEach
  void compile() throws IOException, InterruptedException {
    programs = new TestPrograms(folder);
    counts = programs.compile("counts.S", "-nostdlib", "-static").toString();
  }

  private TestPrograms.Result tslmap(String... arguments) throws IOException, InterruptedException {
    return programs.tslmap(arguments);
  }

  private List<String> runs() throws IOException {
    try (Stream<Path> found = Files.list(folder.resolve("tslmap-runs"))) {
      return found.map(run -> folder.relativize(run).toString()).sorted().toList();
    }
  }

  @Test
  void aRunEndsWithItsHotspotsAndTheNextCommands() throws IOException, InterruptedException {
    Files.createDirectory(folder.resolve("hotspots"));
    String rows = programs.compile("hotspots/column.c", "-O1", "-g").toString();
    TestPrograms.Result run = tslmap("run", "--out", "r", "--", rows);
    assertEquals(0, run.status(), run.err());
    String text = run.err().substring(run.err().indexOf("\nhotspots: "));
    assertTrue(text.matches("(?s)\nhotspots: [0-9.]+% of an estimated .*"), text);
    assertTrue(text.contains("\n  1.  "), text);
    assertTrue(text.contains("column walk: "), text);
    assertFalse(text.contains("\n      - "), "evidence is shown by tslmap hotspots");
    assertTrue(
        text.contains("\nkept in r; next:\n  tslmap hotspots r  "), "commands to paste: " + text);

    TestPrograms.Result code = tslmap("run", "--attribute", "code", "--out", "c", "--", rows);
    assertFalse(code.err().contains("hotspots: "), "data were not looked at: " + code.err());
  }

  @Test
  void theTableStopsAtSmallFunctionsUnlessMoreAreAskedFor()
      throws IOException, InterruptedException {
    TestPrograms.Result run = tslmap("run", "--out", "r", "--", "true");
    assertTrue(run.err().contains(" more functions (--top "), run.err());
    List<String> shown = run.err().lines().filter(line -> line.contains("%  ")).toList();
    assertTrue(shown.stream().noneMatch(line -> line.matches("[^o].* 0\\.[0-4]%  .*")), run.err());
    String all = tslmap("report", "r", "--top", "1000").out();
    assertFalse(all.contains("more functions"), all);
    assertTrue(all.lines().anyMatch(line -> line.matches("[^o].* 0\\.0%  .*")), all);
    String filtered = tslmap("report", "r", "--filter", "strcmp*").out();
    assertTrue(filtered.contains("strcmp"), filtered);
    TestPrograms.Result none = tslmap("report", "r", "--filter", "no_such");
    assertTrue(none.err().contains("no row of the table fits --filter no_such"), none.err());
  }

  @Test
  void commandsTakeTheNewestRun() throws IOException, InterruptedException {
    TestPrograms.Result none = tslmap("report");
    assertEquals(1, none.status());
    assertTrue(none.err().contains("expected a run in tslmap-runs or here, found none"), "");
    tslmap("run", "--quiet", "--", counts);
    String first = runs().get(0);
    TestPrograms.Result report = tslmap("report");
    assertEquals("tslmap: the newest run is " + first + "\n", report.err());
    assertEquals(tslmap("report", first).out(), report.out());
    for (String command : List.of("hotspots", "plot", "replay")) {
      TestPrograms.Result result = tslmap(command);
      assertEquals(0, result.status(), result.err());
      assertTrue(result.err().startsWith("tslmap: the newest run is " + first), result.err());
    }
    assertEquals(
        tslmap("data", first, "addr", "0x401000").out(), tslmap("data", "addr", "0x401000").out());
    assertTrue(
        tslmap("compare").err().contains("expected 2 runs in tslmap-runs or here, found only"));

    tslmap("run", "--quiet", "--out", "other", "--", counts);
    assertTrue(tslmap("report").err().endsWith(" is other\n"), "runs lie here, too");
    TestPrograms.Result compare = tslmap("compare");
    assertEquals("tslmap: %s before, other after\n".formatted(first), compare.err());
    assertEquals(tslmap("compare", first, "other").out(), compare.out());
    assertEquals(tslmap("compare", first).out(), compare.out());

    TestPrograms.Result parent = tslmap("report", "tslmap-runs");
    assertEquals("tslmap: tslmap-runs holds a run; name one run: " + first + "\n", parent.err());
  }

  @Test
  void runsAreRemovedAndNothingElse() throws IOException, InterruptedException {
    tslmap("run", "--quiet", "--out", "r", "--", counts);
    String[] row = tslmap("list", ".").out().lines().skip(1).findFirst().orElse("").split(" +");
    assertTrue(row[6].matches("[0-9.]+") && row[7].matches("[KM]iB"), String.join(" ", row));

    Files.writeString(folder.resolve("r/mine"), "text");
    TestPrograms.Result wrong = tslmap("rm", "r", "nowhere");
    assertEquals(1, wrong.status());
    assertTrue(wrong.err().contains("expected a run folder, found no folder nowhere"), wrong.err());
    assertTrue(Files.exists(folder.resolve("r/profile.json")), "nothing is removed");
    assertTrue(tslmap("rm", ".").err().contains(". holds a run; name one run: "));

    TestPrograms.Result left = tslmap("rm", "r");
    assertEquals("removed the run in r, and left what is not of it: mine\n", left.out());
    try (Stream<Path> files = Files.list(folder.resolve("r"))) {
      assertEquals(List.of(folder.resolve("r/mine")), files.toList());
    }
    tslmap("run", "--quiet", "--out", "s", "--", counts);
    assertTrue(tslmap("rm", "s").out().startsWith("removed s ("));
    assertFalse(Files.exists(folder.resolve("s")));
  }

  @Test
  void aNarrowedRunThatMatchedNothingIsNotKept() throws IOException, InterruptedException {
    TestPrograms.Result run =
        tslmap("run", "--fn", "no_such", "--repeat", "2", "--out", "r", "--", "true");
    assertEquals(1, run.status());
    assertFalse(run.err().contains("profile.json"), "there is nothing to repeat: " + run.err());
    assertTrue(run.err().contains("expected some from --fn no_such. No run is kept"), run.err());
    assertFalse(run.err().contains("accesses    0"), run.err());
    assertFalse(Files.exists(folder.resolve("r")));
  }
}
