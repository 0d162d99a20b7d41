package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.locality.CacheMisses;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;

/**
 * Simulated caches, from the program to all outputs, where their misses follow from the source. A
 * failure means that a run says something false of misses.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SimulatedCachesEndToEndTest {

  private static final int ACCESSES = 640;
  private static final int LINES = 64;

  private Path folder;
  private TestPrograms programs;
  private String program;

  @BeforeAll
  void measure(@EmptyFolder Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    programs = new TestPrograms(folder);
    program = programs.compile("sets.c", "-static").toString();
    TestPrograms.Result run =
        tslmap("run --simulate 32K:8,1M:16 --simulate-tlb 16:4 --trace full --plots --out run --");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.err().contains("\n32K:8 "), run.err());
  }

  /** With the program after it, if it ends in {@code --}. */
  private TestPrograms.Result tslmap(String line) throws IOException, InterruptedException {
    String[] words = (line.endsWith("--") ? line + " " + program : line).split(" ");
    return programs.tslmap(words);
  }

  private ProcessProfile profile(String name) throws IOException {
    return ProfileJson.read(folder.resolve(name).resolve("profile.json")).mainProcess();
  }

  private JsonNode json(String line) throws IOException, InterruptedException {
    TestPrograms.Result result = tslmap(line);
    assertEquals(0, result.status(), result.err());
    return new ObjectMapper().readTree(result.out());
  }

  /** What a function's one store did. */
  private static Histograms store(ProcessProfile process, String function) {
    return process.sites().stream()
        .filter(site -> process.functionOf(site).name().equals(function))
        .filter(site -> site.kind() == AccessKind.STORE)
        .findFirst()
        .orElseThrow()
        .histograms();
  }

  @Test
  void rowsThatFallIntoOneSetMissAndPaddedOnesDoNot() throws IOException {
    ProcessProfile process = profile("run");
    CacheMisses collide = store(process, "collide").misses();
    assertEquals(ACCESSES, collide.misses(0), "64 lines in 8 ways");
    assertEquals(ACCESSES - LINES, collide.conflictMisses(0), "but the first ones");
    assertEquals(LINES, collide.misses(1), "4 lines in each of 16 sets of 16 ways");
    assertEquals(0, collide.conflictMisses(1));
    CacheMisses spread = store(process, "spread").misses();
    assertEquals(LINES, spread.misses(0), "one line in each set");
    assertEquals(0, spread.conflictMisses(0));
    assertEquals(ACCESSES, collide.misses(2), "64 pages in a TLB of 16");
    assertEquals(0, collide.conflictMisses(2), "which misses all if fully associative");
  }

  @Test
  void aFullyAssociativeCacheMissesWhatReuseDistancesSay() throws IOException {
    Histograms collide = store(profile("run"), "collide");
    LocalityHistogram lines = collide.line();
    CacheMisses misses = collide.misses();
    assertEquals(
        Math.round(lines.missRatio(512) * lines.accesses()),
        misses.misses(0) - misses.conflictMisses(0));
  }

  @Test
  void functionsDataAndCallsAddUpToTheWhole() throws IOException {
    ProcessProfile process = profile("run");
    CacheMisses whole = process.histograms().misses();
    CacheMisses functions = new CacheMisses();
    process.functionProfiles().forEach(row -> functions.add(row.histograms().misses()));
    CacheMisses data = new CacheMisses();
    process.attribution().accesses().forEach(row -> data.add(row.histograms().misses()));
    CacheMisses calls = new CacheMisses();
    process.attribution().calls().stream()
        .map(CallNode::histograms)
        .forEach(row -> calls.add(row.misses()));
    CacheMisses threads = new CacheMisses();
    process.threads().forEach(row -> threads.add(row.histograms().misses()));
    assertEquals(whole, functions);
    assertEquals(whole, data);
    assertEquals(whole, calls);
    assertEquals(whole, threads);
  }

  @Test
  void jsonHasCachesOfTheWholeAndOfEachFunction() throws IOException, InterruptedException {
    JsonNode report = json("report run --format json");
    JsonNode caches = report.get("caches");
    assertEquals(2, caches.size());
    assertEquals(32 << 10, caches.get(0).get("bytes").asLong());
    assertEquals(8, caches.get(0).get("ways").asInt());
    assertEquals(64, caches.get(0).get("lineBytes").asInt());
    assertEquals(report.get("totals").get("accesses"), caches.get(0).get("accesses"));
    assertEquals(caches.get(0).get("misses"), caches.get(1).get("accesses"));
    JsonNode collide =
        StreamSupport.stream(report.get("functions").spliterator(), false)
            .filter(row -> row.get("name").asText().equals("collide"))
            .findFirst()
            .orElseThrow()
            .get("caches");
    assertEquals(ACCESSES + 1, collide.get(0).get("accesses").asInt(), "with its return");
    assertEquals(ACCESSES, collide.get(0).get("misses").asInt());
    assertEquals(ACCESSES - LINES, collide.get(0).get("conflictMisses").asInt());
    assertEquals(ACCESSES, collide.get(1).get("accesses").asInt());
    JsonNode tlb = report.get("tlbs").get(0);
    assertEquals(16 * 4096, tlb.get("bytes").asLong());
    assertEquals(4096, tlb.get("lineBytes").asInt());
  }

  @Test
  void tablesHaveMissesAndConflicts() throws IOException, InterruptedException {
    JsonNode lines = json("report run --table lines --format json");
    long conflicting =
        StreamSupport.stream(lines.get("rows").spliterator(), false)
            .filter(row -> row.path("conflict32K:8").asDouble() > 0.5)
            .peek(row -> assertEquals("collide", row.get("function").asText()))
            .count();
    assertEquals(1, conflicting);
    TestPrograms.Result sorted = tslmap("report run --table data --sort conflict32K:8 --top 1");
    assertEquals(0, sorted.status(), sorted.err());
    assertTrue(sorted.out().contains("rows"), sorted.out());
  }

  @Test
  void aStoredTraceGivesTheSame() throws IOException, InterruptedException {
    TestPrograms.Result same = tslmap("replay run --out same");
    assertEquals(0, same.status(), same.err());
    assertEquals(profile("run"), profile("same"));
    TestPrograms.Result other =
        tslmap("replay run --simulate 4K:64 --simulate-tlb none --out other");
    assertEquals(0, other.status(), other.err());
    CacheMisses misses = store(profile("other"), "collide").misses();
    assertEquals(1, misses.caches());
    assertEquals(LINES, misses.misses(0), "64 lines in one set of 64 ways");
    TestPrograms.Result none = tslmap("replay run --simulate none --simulate-tlb none --out none");
    assertEquals(0, none.status(), none.err());
    assertFalse(profile("none").histograms().misses().isKnown());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --simulate 32K            | --simulate: expected SIZE:WAYS such as 32K:8
          --simulate 32K:8,         | --simulate: expected SIZE:WAYS such as 32K:8
          --simulate big:8          | --simulate: expected SIZE:WAYS such as 32K:8
          --simulate 32K:0          | ways of a simulated cache: expected 1 or more, but found 0
          --simulate 1000:8         | expected a multiple of 512 bytes
          --simulate-tlb 64         | --simulate-tlb: expected ENTRIES:WAYS such as 64:4
          --simulate-tlb 64K:4      | --simulate-tlb: expected ENTRIES:WAYS such as 64:4
          --simulate-tlb 10:4       | expected a multiple of 4
          --simulate 32K:8 --sample=auto | --simulate needs all accesses
          """)
  void listsThatAreNoCachesAreRefused(String options, String message)
      throws IOException, InterruptedException {
    TestPrograms.Result run = tslmap("run " + options + " --out refused --");
    assertEquals(2, run.status(), run.err());
    assertTrue(run.err().contains(message), run.err());
  }
}
