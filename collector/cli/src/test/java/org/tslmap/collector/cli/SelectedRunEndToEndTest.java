package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is shown of selected accesses is what a replay of them gives. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SelectedRunEndToEndTest {
  private Path folder;
  private String program;
  private String whole;

  @BeforeAll
  void record(@TempDir Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    program = new TestPrograms(folder).compile("inclusive.c", "-O1").toString();
    whole = folder.resolve("whole").toString();
    run("run", "-q", "--out", whole, "--", program);
  }

  private static CapturedCommand run(String... words) {
    CapturedCommand command = CapturedCommand.tslmap(words);
    assertEquals(0, command.status(), command.err());
    return command;
  }

  private static CapturedCommand run(List<String> options, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(options);
    return run(all.toArray(String[]::new));
  }

  /** Sums of the calls by all callers. */
  private long calls(String function) throws IOException {
    String table =
        run("report", "--table", "callers", "--of", function, "--format", "json", whole).out();
    long sum = 0;
    for (JsonNode row : new ObjectMapper().readTree(table).path("rows")) {
      sum += row.path("row").asText().equals("whole") ? row.path("calls").asLong() : 0;
    }
    return sum;
  }

  /** Every call of a library's function goes through an entry of a table first. */
  @Test
  void entriesOfLinkageTablesAreNotTheFunction() throws IOException {
    assertTrue(calls("raise") > 0);
    assertEquals(calls("raise@plt"), calls("raise"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--fn work",
        "--fn work --inclusive",
        "--lines inclusive.c:28-29",
        "--data handled",
        "--region handled",
        "--thread 1 --from 20K --to 90K",
        "--toggle work#2,outside --fn msort*",
      })
  void reportsAreThoseOfAReplay(String given) throws IOException {
    List<String> options = List.of(given.split(" "));
    String out = Files.createTempDirectory(folder, "replay").resolve("run").toString();
    run(options, "replay", "-q", whole, "--out", out);
    for (List<String> command :
        List.of(
            List.of("report", "--format", "json"),
            List.of("report", "--format", "csv", "--table", "sites", "--of", "*"),
            List.of("hotspots", "--format", "json", "--least", "0"))) {
      String[] words = Stream.concat(command.stream(), Stream.of(whole)).toArray(String[]::new);
      CapturedCommand selected = run(options, words);
      assertEquals(
          run(Stream.concat(command.stream(), Stream.of(out)).toArray(String[]::new)).out(),
          selected.out());
      assertFalse(selected.out().equals(run(words).out()), command.toString());
      assertTrue(
          selected.err().contains("scored as if there were no other accesses of " + whole),
          selected.err());
    }
  }

  /** The tool and the collector take names of operators apart alike. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "operator+ | Pair<long> operator+<long>(Pair<long> const&, Pair<long> const&)",
        "operator< | bool operator< <long>(Pair<long> const&, Pair<long> const&)",
      })
  void operatorsThatAreTemplatesAreNamedByTheirSign(String name, String function)
      throws IOException, InterruptedException {
    Path own = Files.createTempDirectory(folder, "operators");
    String compiled = new TestPrograms(own).compileWith("g++", "operators.cc").toString();
    String all = own.resolve("all").toString();
    String alone = own.resolve("alone").toString();
    run("run", "-q", "--out", all, "--", compiled);
    CapturedCommand tool = run("run", "--out", alone, "--fn", name, "--", compiled);
    CapturedCommand collector = run("report", "--fn", name, all);
    String matched = "tslmap: --fn " + name + ": " + function;
    assertTrue(tool.err().lines().anyMatch(matched::equals), tool.err());
    assertEquals(
        accesses(run("report", "--format", "json", alone).out()),
        accesses(run("report", "--format", "json", "--fn", name, all).out()),
        collector.err());
  }

  private static JsonNode accesses(String json) throws IOException {
    return new ObjectMapper().readTree(json).at("/totals/accesses");
  }

  @Test
  void aReportSaysThatItIsOfASelection() {
    String report = run("report", "--fn", "work", whole).out();
    assertTrue(
        report.contains("isolated: only the selected accesses form the stream (--tsl-fn=work)"),
        report);
    CapturedCommand hotspots = run("hotspots", "--fn", "work", whole);
    assertTrue(
        hotspots.err().contains("isolated: function work, scored as if there were no other"),
        hotspots.err());
    assertTrue(
        hotspots.err().contains("what other accesses bring into a cache, or drive out"),
        hotspots.err());
  }

  /** The text of sources is the run's own, which may have kept the only copy. */
  @Test
  void sourcesComeAlong() throws IOException {
    String source = run("report", "--lines", "inclusive.c:29", "--source", "outside", whole).out();
    assertTrue(source.contains("values[i] = (i * 7919) % n;"), source);
  }

  @Test
  void pagesOfASelectionCanBeExported() {
    Path pages = folder.resolve("pages");
    run("view", "--export", pages.toString(), "--fn", "work", "--thread", "1", whole);
    assertTrue(Files.exists(pages.resolve("index.html")));
  }

  /** What only this user may see is there while pages are served, and gone when they are not. */
  @Test
  void theSelectionIsServedUntilTheEnd(@TempDir Path temporary)
      throws IOException, InterruptedException {
    String again = folder.resolve("again").toString();
    run("run", "-q", "--out", again, "--", program);
    Process view =
        new TestPrograms(folder)
            .startTslmap(
                List.of("env", "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + temporary),
                List.of("view", "--no-browser", "--fn", "work", "--thread", "1", whole, again));
    try (BufferedReader err = view.errorReader()) {
      String line = err.readLine();
      while (line != null && !line.startsWith("pages at ")) {
        line = err.readLine();
      }
      assertTrue(line != null && line.contains("#/run/whole-work-thread1;"), line);
      List<String> served = new ArrayList<>();
      try (Stream<Path> parents = Files.list(temporary).filter(Files::isDirectory)) {
        for (Path parent : (Iterable<Path>) parents::iterator) {
          assertEquals(
              "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(parent)));
          try (Stream<Path> runs = Files.list(parent)) {
            runs.forEach(run -> served.add(run.getFileName().toString()));
          }
        }
      }
      served.sort(null);
      assertEquals(List.of("again-work-thread1", "whole-work-thread1"), served);
      Signals.send("TERM", view);
      view.waitFor();
    } finally {
      view.destroyForcibly();
    }
    try (Stream<Path> files = Files.list(temporary)) {
      assertEquals(List.of(), files.filter(Files::isDirectory).toList());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "report --fn nothing | 1 | --fn: expected a function of the run, found 'nothing'",
        "report --inclusive | 2 | --inclusive: name the functions",
        "hotspots --lines inclusive.c:2 | 2 | --lines: expected lines with an access",
        "hotspots --thread 7 | 2 | --thread: expected one of the run's threads (1), found 7",
        "hotspots --fn work --try | 2 | --try: expected no options beside it that select accesses",
        "view --toggle nothing | 1 | --toggle: expected a function of the run, found 'nothing'",
        "view --from 9 --to 3 | 2 | --to: expected an access behind that of --from",
      })
  void whatTheRunDoesNotHaveIsRefused(String given, int status, String message) {
    CapturedCommand refused = CapturedCommand.tslmap((given + " " + whole).split(" "));
    assertEquals(status, refused.status(), refused.err());
    assertTrue(refused.err().contains(message), refused.err());
    assertEquals("", refused.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"report", "hotspots", "view"})
  void withoutATraceThereIsNothingToSelectFrom(String command) {
    String bare = folder.resolve("bare-" + command).toString();
    run("run", "-q", "--trace", "none", "--out", bare, "--", "/bin/true");
    CapturedCommand refused = CapturedCommand.tslmap(command, "--thread", "1", bare);
    assertEquals(1, refused.status());
    assertEquals(1, refused.err().lines().count(), refused.err());
    assertTrue(
        refused
            .err()
            .contains(
                bare
                    + " has no stored trace to select accesses from; record it with --trace full,"
                    + " or only what is wanted, with run --fn"),
        refused.err());
  }

  /** In a report phases choose rows, which keep their scores. */
  @Test
  void phasesOfAReportAreThoseOfItsRun() throws IOException {
    JsonNode rows =
        new ObjectMapper()
            .readTree(run("report", "--table", "phases", "--format", "json", whole).out())
            .path("rows");
    String name = rows.path(0).path("name").asText();
    CapturedCommand phase = run("report", "--phase", name, "--format", "json", whole);
    assertEquals(
        "in context", new ObjectMapper().readTree(phase.out()).path("view").asText(), phase.out());
    assertFalse(phase.err().contains("isolated"), phase.err());
  }
}
