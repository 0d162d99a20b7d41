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
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** {@code tslmap compare} on products of matrices in two orders of their loops. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CompareEndToEndTest {
  private static final double EXACT = 0;

  private Path folder;

  @BeforeAll
  void measure(@TempDir Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    measure("before", "-DORDER=ijk");
    measure("after", "-DORDER=ikj", "-DEXTRA");
  }

  /** Programs of one name in folders of equally long names. */
  private void measure(String name, String... options) throws IOException, InterruptedException {
    Path own = Files.createDirectories(folder.resolve((name + "_____").substring(0, 6)));
    Path program = new TestPrograms(own).compile("product.c", options);
    Path run = folder.resolve(name);
    TestPrograms.Result result =
        new TestPrograms(own)
            .tslmap("run", "-q", "--out", run.toString(), "--", program.toString());
    assertEquals(0, result.status(), result.err());
  }

  private JsonNode compare(String before, String after) throws IOException {
    CapturedCommand result =
        CapturedCommand.tslmap(
            "compare",
            "--format",
            "json",
            "--cache",
            "4K,32K",
            "--table",
            "functions,lines,data,phases",
            folder.resolve(before).toString(),
            folder.resolve(after).toString());
    assertEquals(0, result.status(), result.err());
    return new ObjectMapper().readTree(result.out());
  }

  private JsonNode functions(String run) throws IOException {
    CapturedCommand result =
        CapturedCommand.tslmap(
            "report",
            "--table",
            "functions",
            "--format",
            "json",
            "--cache",
            "4K,32K",
            folder.resolve(run).toString());
    assertEquals(0, result.status(), result.err());
    return new ObjectMapper().readTree(result.out()).get("rows");
  }

  private static JsonNode named(JsonNode rows, String name) {
    return StreamSupport.stream(rows.spliterator(), false)
        .filter(row -> row.get("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatChangedMostComesFirstWithTheReportsNumbers() throws IOException {
    JsonNode first = compare("before", "after").get("functions").get(0);
    assertEquals("multiply", first.get("name").asText());
    assertTrue(first.get("significant").asBoolean());
    JsonNode old = named(functions("before"), "multiply");
    JsonNode now = named(functions("after"), "multiply");
    for (String key : List.of("accesses", "loads", "stores", "miss4K", "miss32K")) {
      assertSame(first, old, now, "/" + key);
    }
    for (String key : List.of("word/tl", "word/sl", "line/tl", "line/sl", "word/footprint")) {
      assertSame(first, old, now, "/" + key);
    }
    assertTrue(first.at("/change/stores").asLong() > 0);
  }

  private static void assertSame(JsonNode row, JsonNode old, JsonNode now, String key) {
    assertEquals(old.at(key).asDouble(), row.at("/before" + key).asDouble(), EXACT, key);
    assertEquals(now.at(key).asDouble(), row.at("/after" + key).asDouble(), EXACT, key);
    assertEquals(
        now.at(key).asDouble() - old.at(key).asDouble(),
        row.at("/change" + key).asDouble(),
        EXACT,
        key);
  }

  @Test
  void whatAppearedHasNoBefore() throws IOException {
    JsonNode extra = named(compare("before", "after").get("functions"), "extra");
    assertTrue(extra.get("before").isNull());
    assertEquals(extra.at("/after/accesses").asLong(), extra.at("/change/accesses").asLong());
    JsonNode vanished = named(compare("after", "before").get("functions"), "extra");
    assertTrue(vanished.get("after").isNull());
    assertEquals(-extra.at("/change/accesses").asLong(), vanished.at("/change/accesses").asLong());
  }

  @Test
  void aRunDoesNotDifferFromItself() throws IOException {
    JsonNode all = compare("before", "before");
    assertFalse(all.at("/whole/significant").asBoolean());
    for (String table : List.of("functions", "lines", "data", "phases")) {
      assertFalse(all.get(table).isEmpty(), table);
      all.get(table)
          .forEach(row -> assertFalse(row.get("significant").asBoolean(), row.toString()));
    }
  }

  @Test
  void peopleSeeTheSame() {
    String before = folder.resolve("before").toString();
    String after = folder.resolve("after").toString();
    String text = CapturedCommand.tslmap("compare", before, after).out();
    assertTrue(
        text.matches("(?s).*Functions, largest change first.*\nmultiply +\\S+ .* -> .*"), text);
    assertTrue(text.contains("appeared"), text);
    String none = CapturedCommand.tslmap("compare", before, before).out();
    assertTrue(none.matches("(?s).*functions: none of \\d+ changed.*"), none);
    String markdown =
        CapturedCommand.tslmap("compare", "--format", "markdown", before, after).out();
    assertTrue(
        MarkdownTables.rows(markdown).stream().anyMatch(row -> row.get(0).equals("multiply")),
        markdown);
    String csv = CapturedCommand.tslmap("compare", "--format", "csv", before, after).out();
    assertTrue(csv.startsWith("table,name,where,significant,accessesBefore,"), csv);
  }

  @Test
  void differencesWithinThoseOfRepeatedRunsAreNoChanges() throws Exception {
    Path own = Files.createDirectories(folder.resolve("repeat"));
    TestPrograms programs = new TestPrograms(own);
    Path program = programs.compile("varying.c");
    for (String name : List.of("first", "other")) {
      TestPrograms.Result result =
          programs.tslmap(
              "run",
              "-q",
              "--repeat",
              "3",
              "--out",
              folder.resolve(name).toString(),
              "--",
              program.toString());
      assertEquals(0, result.status(), result.err());
      assertEquals(1, result.out().lines().count(), "only the first run's output is shown");
      assertFalse(Files.exists(folder.resolve(name).resolve("repeat")));
    }
    JsonNode all = compare("first", "other");
    assertEquals(3, all.get("marginRuns").asInt());
    assertTrue(all.at("/whole/change/loads").asLong() > 0, "each run makes more loads");
    JsonNode work = named(all.get("functions"), "work");
    assertFalse(work.get("significant").asBoolean(), work.toString());
  }

  @Test
  void runsOfOtherParametersAreRefused() {
    Path other = folder.resolve("line128");
    assertEquals(
        0,
        CapturedCommand.tslmap(
                "replay",
                "-q",
                "--line",
                "128",
                "--out",
                other.toString(),
                folder.resolve("before").toString())
            .status());
    CapturedCommand refused =
        CapturedCommand.tslmap("compare", folder.resolve("before").toString(), other.toString());
    assertEquals(1, refused.status());
    assertTrue(
        refused
            .err()
            .contains("expected two runs with the same parameters, found word 8 B, line 64 B"),
        refused.err());
    assertEquals(1, refused.err().lines().count(), refused.err());
  }
}
