package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.ProfileJson;

/** What report and data say of a real run. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReportEndToEndTest {

  private Path folder;
  private String run;
  private String[] addresses;

  @BeforeAll
  void recordOneRun(@EmptyFolder Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    TestPrograms programs = new TestPrograms(folder);
    String program =
        programs.compile("places.c", "-fno-inline", "-fno-optimize-sibling-calls").toString();
    TestPrograms.Result result = programs.tslmap("run", "--quiet", "--out", "run", "--", program);
    assertEquals(0, result.status(), result.err());
    run = folder.resolve("run").toString();
    addresses = result.out().strip().split(" ");
  }

  @Test
  void callgrindAnnotateFindsOurTotals() throws IOException, InterruptedException {
    CapturedCommand report = CapturedCommand.tslmap("report", run, "--format", "callgrind");
    assertEquals(0, report.status(), report.err());
    Path file = folder.resolve("callgrind.out.tslmap");
    Files.writeString(file, report.out());
    TestPrograms.Result annotated =
        new TestPrograms(folder)
            .run(
                Map.of(),
                List.of(
                    "callgrind_annotate",
                    "--show-percs=no",
                    "--threshold=100",
                    "--show=Ld,St",
                    file.toString()));
    assertEquals(0, annotated.status(), annotated.err());
    assertFalse(annotated.out().contains("WARNING"), annotated.out());
    AccessTotals totals = ProfileJson.read(folder.resolve("run/profile.json")).merged().totals();
    String expected = "%,d %,d  PROGRAM TOTALS".formatted(totals.loads(), totals.stores());
    assertTrue(
        annotated.out().lines().anyMatch(line -> line.strip().equals(expected)),
        () -> expected + " is not in\n" + annotated.out());
    assertTrue(annotated.out().contains("places.c:walk ["), annotated.out());
  }

  @Test
  void inlinedCodeIsInItsOwnFile() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    String program = programs.compile("inlined.c").toString();
    assertEquals(0, programs.tslmap("run", "-q", "--out", "in", program).status());
    String in = folder.resolve("in").toString();
    CapturedCommand lines =
        CapturedCommand.tslmap(
            "report",
            in,
            "--table",
            "lines",
            "--filter",
            "numbers.h",
            "--format",
            "csv",
            "--columns",
            "name,function,inlined,loads,stores");
    assertTrue(lines.out().contains("item,numbers.h:14,main,sum,100,0\n"), lines.out());
    CapturedCommand source =
        CapturedCommand.tslmap("report", in, "--source", "sum", "--columns", "loads,stores");
    assertTrue(source.out().contains("numbers.h: "), source.out());
    assertTrue(source.out().replaceAll(" +", " ").contains("\n14 100 0"), source.out());
    CapturedCommand callgrind = CapturedCommand.tslmap("report", in, "--format", "callgrind");
    assertTrue(
        callgrind.out().matches("(?s).*\nfi=\\(\\d+\\) \\S*numbers.h\n.*\nfe=.*"), callgrind.out());
  }

  @Test
  void callsOfAFunctionAreCounted() {
    CapturedCommand callers =
        CapturedCommand.tslmap(
            "report",
            run,
            "--table",
            "callers",
            "--of",
            "walk",
            "--format",
            "csv",
            "--columns",
            "name,calls");
    assertEquals(
        List.of("row,name,calls", "item,main,1", "item,walk,2", "whole,walk,3"),
        callers.out().lines().toList(),
        callers.err());
  }

  @Test
  void dataObjectsHaveTheirCounts() {
    CapturedCommand data =
        CapturedCommand.tslmap(
            "report",
            run,
            "--table",
            "data",
            "--filter",
            "grid",
            "--format",
            "csv",
            "--columns",
            "name,class,loads,stores");
    assertTrue(data.out().contains("item,grid,static,47,45\n"), data.out() + data.err());
  }

  @Test
  void sourceHasCountsBesideIt() {
    CapturedCommand source =
        CapturedCommand.tslmap("report", run, "--source", "walk", "--columns", "loads,stores");
    assertTrue(
        source.out().replaceAll(" +", " ").contains("\n17 0 45 grid[i / 5][i % 5].y = i;\n"),
        source.out() + source.err());
  }

  @Test
  void anAddressIsTracedToElementAndMember() {
    CapturedCommand grid = CapturedCommand.tslmap("data", run, "addr", addresses[0]);
    assertTrue(
        grid.out().startsWith("static grid, struct point [3][5]\n"), grid.out() + grid.err());
    assertTrue(
        grid.out().contains("\n  the address is byte 108 of it: grid[2][3].y, int\n"), grid.out());
    assertTrue(grid.out().contains("places.c:11, part of "), grid.out());
    assertTrue(grid.out().contains("\n  there from the first access to the last\n"), grid.out());
  }

  @Test
  void membersHaveTheirCounts() {
    CapturedCommand grid = CapturedCommand.tslmap("data", run, "name", "grid");
    assertTrue(
        grid.out().contains("\n  .x, int: 47 loads, 0 stores\n  .y, int: 0 loads, 45 stores\n"),
        grid.out() + grid.err());
  }

  @Test
  void scriptsGetTheSame() throws IOException {
    CapturedCommand grid = CapturedCommand.tslmap("data", run, "name", "grid", "--format", "json");
    JsonNode found = new ObjectMapper().readTree(grid.out()).path("found");
    JsonNode range = found.path(0);
    assertEquals("range", range.path("what").asText(), grid.out() + grid.err());
    assertEquals("struct point [3][5]", range.path("type").asText());
    assertEquals(0, range.path("from").asLong());
    assertTrue(range.path("until").isMissingNode(), "it is there to the end");
    assertEquals(".x", range.path("members").path(0).path("member").asText());
    assertEquals(47, range.path("members").path(0).path("loads").asLong());
    assertEquals(45, range.path("members").path(1).path("stores").asLong());
    assertEquals("object", found.path(1).path("what").asText());
    assertEquals(47 + 45, found.path(1).path("accesses").asLong());
    CapturedCommand place =
        CapturedCommand.tslmap("data", run, "addr", addresses[0], "--format", "json");
    JsonNode first = new ObjectMapper().readTree(place.out()).path("found").path(0);
    assertEquals(108, first.path("offset").asLong(), place.out());
  }

  @Test
  void aHeapBlockHasItsTime() {
    CapturedCommand block = CapturedCommand.tslmap("data", run, "addr", addresses[1]);
    assertTrue(block.out().startsWith("heap malloc\n"), block.out() + block.err());
    assertTrue(block.out().contains(", 101 bytes\n  the address is byte 0 of it\n"), block.out());
    assertTrue(
        block
            .out()
            .matches(
                "(?s).*\n  allocated by main \\(\\S*places.c:32\\), called by .*"
                    + "\n  there from access [0-9,]+ to [0-9,]+\n.*"),
        block.out());
    CapturedCommand before = CapturedCommand.tslmap("data", run, "addr", addresses[1], "--at", "0");
    assertFalse(before.out().contains("101 bytes"), before.out());
  }

  @Test
  void ofAnAddressInTheStackItIsSaidWhoUsedIt() {
    CapturedCommand sum = CapturedCommand.tslmap("data", run, "addr", addresses[3], "--top", "99");
    assertTrue(sum.out().startsWith("mapped anonymous memory\n"), sum.out() + sum.err());
    assertTrue(
        sum.out().contains("\n  stack variable kept in deepest, volatile int [6]: 11 acc"),
        sum.out());
    CapturedCommand after =
        CapturedCommand.tslmap("data", run, "addr", addresses[3], "--at", "999999999");
    assertFalse(after.out().contains("kept"), after.out());
  }

  @Test
  void aThreadLocalVariableIsFoundByAddressAndName() {
    for (List<String> question : List.of(List.of("addr", addresses[2]), List.of("name", "mine"))) {
      CapturedCommand mine = CapturedCommand.tslmap("data", run, question.get(0), question.get(1));
      assertTrue(
          mine.out().startsWith("thread-local mine, long int [4], of thread 1\n"),
          mine.out() + mine.err());
    }
  }

  @Test
  void whatIsNotThereIsSaidToBe() {
    CapturedCommand nothing = CapturedCommand.tslmap("data", run, "name", "no_such_name");
    assertEquals(1, nothing.status());
    assertTrue(nothing.err().contains("no data is named 'no_such_name'"), nothing.err());
  }
}
