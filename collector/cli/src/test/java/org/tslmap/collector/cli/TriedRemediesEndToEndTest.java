package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Remedies tried on stored traces of programs with one problem each, against a cache of 64 lines in
 * 8 sets and one behind it.
 */
class TriedRemediesEndToEndTest {

  private static final String CACHES = "4K:8,256K:16";

  @EmptyFolder private Path folder;

  private Path run(String kernel, String trace) throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("hotspots"));
    String program =
        new TestPrograms(folder).compile("hotspots/" + kernel + ".c", "-pthread").toString();
    Path out = folder.resolve("run");
    CapturedCommand run =
        CapturedCommand.tslmap(
            "run", "--quiet", "--trace", trace, "--out", "" + out, "--", program);
    assertEquals("", run.err());
    return out;
  }

  private static JsonNode first(Path run) throws IOException {
    CapturedCommand tried =
        CapturedCommand.tslmap(
            "hotspots",
            "" + run,
            "--cache",
            CACHES,
            "--least",
            "1",
            "--try",
            "1",
            "--format",
            "json");
    assertEquals(0, tried.status(), tried.err());
    return new ObjectMapper().readTree(tried.out()).get("hotspots").get(0);
  }

  /** What each remedy must do to the first cache's misses of its accesses, at least. */
  @ParameterizedTest
  @CsvSource({
    // One line of 8 doubles serves 8 accesses.
    "column, interchange, multiply, 7",
    "structs, split, weigh, 4",
    "list, pool, walk, 1.5",
    "conflict, interchange, sums, 7",
  })
  void misses(String kernel, String remedy, String function, double fewer)
      throws IOException, InterruptedException {
    JsonNode finding = first(run(kernel, "full"));
    assertEquals(function, finding.get("function").asText());
    JsonNode tried = finding.get("tried").get(0);
    assertEquals(remedy, tried.get("remedy").asText());
    double before = tried.get("before").get("misses").get("L1").asDouble();
    double after = tried.get("after").get("misses").get("L1").asDouble();
    assertTrue(before >= fewer * after, before + " to " + after);
    assertTrue(tried.get("helps").asBoolean(), tried.toString());
    double saved =
        1
            - tried.get("after").get("seconds").asDouble()
                / tried.get("before").get("seconds").asDouble();
    assertEquals(saved, tried.get("gain").asDouble(), 1e-9);
  }

  /** Down the columns of a matrix of doubles no step is short; along its rows each is one word. */
  @Test
  void anInterchangedWalkGoesWordByWord() throws IOException, InterruptedException {
    JsonNode tried = first(run("column", "full")).get("tried").get(0);
    assertTrue(tried.get("before").get("sl").asDouble() < 0.1, tried.toString());
    assertTrue(tried.get("after").get("sl").asDouble() > 0.9, tried.toString());
  }

  @Test
  void threadsOnLinesOfTheirOwnPassNoneOn() throws IOException, InterruptedException {
    JsonNode finding = first(run("false-sharing", "full"));
    assertEquals("false_sharing", finding.get("pattern").asText());
    JsonNode tried = finding.get("tried").get(0);
    assertEquals("spread", tried.get("remedy").asText());
    assertTrue(tried.get("gain").asDouble() > 0.5, tried.toString());
  }

  @Test
  void withoutATraceALineSaysHowToGetOne() throws IOException, InterruptedException {
    Path out = run("column", "none");
    CapturedCommand tried = CapturedCommand.tslmap("hotspots", "" + out, "--try");
    assertEquals(1, tried.status());
    assertEquals(1, tried.err().lines().count(), tried.err());
    assertTrue(tried.err().contains("--trace full"), tried.err());
  }

  @Test
  void aNumberThatNoHotspotHasIsRefused() throws IOException, InterruptedException {
    Path out = run("column", "none");
    CapturedCommand tried = CapturedCommand.tslmap("hotspots", "--try", "999", "" + out);
    assertEquals(2, tried.status());
    assertTrue(tried.err().contains("--try expects the number of a hotspot"), tried.err());
    CapturedCommand none = CapturedCommand.tslmap("hotspots", "--try", "--least", "100", "" + out);
    assertEquals(0, none.status(), none.err());
    assertTrue(none.err().contains("there is no hotspot to try"), none.err());
  }

  @Test
  void aRemedyThatChangesTheOrderOfAccessesCannotBeTried()
      throws IOException, InterruptedException {
    Path out = run("sweep", "full");
    CapturedCommand tried =
        CapturedCommand.tslmap("hotspots", "" + out, "--cache", CACHES, "--try", "1");
    assertEquals(0, tried.status(), tried.err());
    assertTrue(
        tried.err().contains("hotspot 1 cannot be tried: the remedy changes the order"),
        tried.err());
  }
}
