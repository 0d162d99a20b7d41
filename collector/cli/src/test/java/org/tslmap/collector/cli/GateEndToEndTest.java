package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugin.surefire.log.api.NullConsoleLogger;
import org.apache.maven.plugins.surefire.report.ReportTestCase;
import org.apache.maven.plugins.surefire.report.ReportTestSuite;
import org.apache.maven.plugins.surefire.report.TestSuiteXmlParser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.collector.InstalledPrograms;

/** {@code tslmap gate} on small kernels, their worse forms, and programs of others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GateEndToEndTest {
  private static final int REGRESSION = 3;

  private Path folder;
  private Path good;
  private String baseline;

  @BeforeAll
  void measure(@TempDir Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    good = folder("good");
    new TestPrograms(good).compile("gated.c");
    baseline = folder.resolve("baseline.txt").toString();
    TestPrograms.Result result = gate(good, Map.of(), "--update", "--baseline", baseline);
    assertEquals(0, result.status(), result.err());
  }

  private Path folder(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  private static TestPrograms.Result gate(
      Path in, Map<String, String> environment, String... options)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("gate"));
    arguments.addAll(Arrays.asList(options));
    if (!arguments.contains("--")) {
      arguments.addAll(List.of("--", "./gated"));
    }
    return new TestPrograms(in).tslmap(environment, arguments.toArray(String[]::new));
  }

  private TestPrograms.Result gate(Path in, String... options)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("--baseline", baseline));
    all.addAll(Arrays.asList(options));
    return gate(in, Map.of(), all.toArray(String[]::new));
  }

  @Test
  void theBaselineIsSortedAndTheSameWhereverItIsMeasured()
      throws IOException, InterruptedException {
    Path other = folder("another/folder");
    Files.copy(good.resolve("gated"), other.resolve("gated"));
    TestPrograms.Result result =
        gate(
            other,
            Map.of("LONG_VARIABLE", "x".repeat(2000), "LANG", "de_DE.UTF-8"),
            "--update",
            "--baseline",
            "other.txt");
    assertEquals(0, result.status(), result.err());
    String text = Files.readString(Path.of(baseline));
    assertEquals(text, Files.readString(other.resolve("other.txt")));
    List<String> rows = text.lines().filter(line -> line.contains("\taccesses=")).toList();
    assertEquals(rows.stream().sorted().toList(), rows);
    assertEquals(
        List.of("(whole)", "count_all", "fill", "move", "smooth", "transpose"),
        rows.stream().map(row -> row.substring(0, row.indexOf('\t'))).toList());
    assertFalse(text.contains(folder.toString()), text);
    assertTrue(
        rows.get(4).matches("smooth\tgated\\.c\taccesses=\\d+\twordTl=0\\.\\d{6}\t.*"), text);
  }

  @Test
  void variablesHaveOneLengthInAllFolders() throws IOException, InterruptedException {
    List<String> lengths = new ArrayList<>();
    for (String name : List.of("short", "a/very/much/longer/one/with blanks in it")) {
      Path in = folder(name);
      TestPrograms.Result result =
          gate(
              in,
              Map.of("PWD", "/"),
              "--update",
              "--baseline",
              "b.txt",
              "--out",
              "run",
              "--",
              "sh",
              "-c",
              "env >&2");
      assertEquals(0, result.status(), result.err());
      List<String> lines = Files.readAllLines(in.resolve("run/stderr"));
      assertTrue(lines.stream().anyMatch(line -> line.startsWith("PWD=" + in + "/")), "" + lines);
      lengths.add(lines.stream().map(line -> String.valueOf(line.length())).sorted().toList() + "");
    }
    assertEquals(lengths.get(0), lengths.get(1));
  }

  @Test
  void anUnchangedProgramPassesInAnyEnvironment() throws IOException, InterruptedException {
    Path other = folder("unchanged");
    Files.copy(good.resolve("gated"), other.resolve("gated"), StandardCopyOption.REPLACE_EXISTING);
    for (Map<String, String> environment :
        List.of(
            Map.<String, String>of(),
            Map.of("A", "b", "MALLOC_ARENA_MAX", "1"),
            Map.of("LD_LIBRARY_PATH", "/nowhere", "B", "c".repeat(1234)))) {
      TestPrograms.Result result =
          gate(other, environment, "--baseline", baseline, "--limit", "accesses:+0");
      assertEquals(0, result.status(), result.out() + result.err());
      assertTrue(
          result.out().startsWith("gate: passed; 5 functions and the whole are"), result.out());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "INTERCHANGED, smooth",
    "UNTILED, transpose",
    "PADDED, count_all",
    "STRUCTURES, move",
    "EXTRA, scale",
  })
  void aRegressionIsFoundAndItsFunctionComesFirst(String macro, String function)
      throws IOException, InterruptedException {
    Path bad = folder(macro);
    new TestPrograms(bad).compile("gated.c", "-D" + macro);
    TestPrograms.Result result = gate(bad);
    assertEquals(REGRESSION, result.status(), result.out() + result.err());
    assertTrue(result.out().startsWith("regression: " + function + " (gated.c:"), result.out());
    assertTrue(result.out().contains("\ngate: FAILED; worse by more than a limit: " + function));
  }

  @Test
  void linesThatCollideInSetsAreARegressionWhereCachesAreSimulated()
      throws IOException, InterruptedException {
    String kept = folder.resolve("sets.txt").toString();
    TestPrograms.Result written =
        gate(good, Map.of(), "--update", "--baseline", kept, "--simulate", "2K:2");
    assertEquals(0, written.status(), written.err());
    Path bad = folder("colliding");
    new TestPrograms(bad).compile("gated.c", "-DCOLLIDING");
    TestPrograms.Result result =
        gate(bad, Map.of(), "--baseline", kept, "--simulate", "2K:2", "--limit", "tl:off");
    assertEquals(REGRESSION, result.status(), result.out() + result.err());
    assertTrue(
        result.out().startsWith("regression: transpose (gated.c:")
            && result.out().lines().findFirst().orElse("").contains("misses@2K:2"),
        result.out());
    assertRefused(
        1, "simulate=2K:2; give the same options", gate(bad, Map.of(), "--baseline", kept));
  }

  @Test
  void whatGotBetterPassesAndIsSaid() throws IOException, InterruptedException {
    Path bad = folder("better");
    new TestPrograms(bad).compile("gated.c", "-DUNTILED");
    TestPrograms.Result written = gate(bad, Map.of(), "--update", "--baseline", "bad.txt");
    assertEquals(0, written.status(), written.err());
    TestPrograms.Result back =
        gate(good, Map.of(), "--baseline", bad.resolve("bad.txt").toString());
    assertEquals(0, back.status(), back.out());
    assertTrue(back.out().startsWith("improvement: transpose "), back.out());
    assertTrue(back.out().contains("keep that with: tslmap gate --update"), back.out());
  }

  @Test
  void limitsHoldForMetricsCachesAndFunctions() throws IOException, InterruptedException {
    Path bad = folder("limits");
    new TestPrograms(bad).compile("gated.c", "-DUNTILED");
    List<String> loose =
        List.of("--limit", "tl:off", "--limit", "sl:-0.9", "--limit", "misses:+9999%");
    TestPrograms.Result passed = gate(bad, loose.toArray(String[]::new));
    assertEquals(0, passed.status(), passed.out() + passed.err());
    List<String> stricter = new ArrayList<>(loose);
    stricter.addAll(List.of("--limit", "transpose/wordSl:-0.01"));
    TestPrograms.Result failed = gate(bad, stricter.toArray(String[]::new));
    assertEquals(REGRESSION, failed.status(), failed.out());
    assertEquals(1, failed.out().lines().filter(line -> line.startsWith("regression: ")).count());
    assertTrue(failed.out().startsWith("regression: transpose (gated.c:"), failed.out());
    assertTrue(failed.out().lines().findFirst().orElseThrow().endsWith("limit -0.01"));
  }

  @Test
  void cachesAreThoseOfTheBaseline() throws IOException, InterruptedException {
    String own = folder.resolve("caches.txt").toString();
    assertEquals(
        0, gate(good, Map.of(), "--update", "--cache", "2K,64K", "--baseline", own).status());
    assertTrue(Files.readString(Path.of(own)).contains("\tmisses@2K="));
    assertEquals(0, gate(good, Map.of(), "--baseline", own, "--limit", "misses@64k:+0").status());
    assertRefused(1, "found 2K,64K", gate(good, Map.of(), "--baseline", own, "--cache", "4K"));
  }

  private static void assertRefused(int status, String words, TestPrograms.Result result) {
    assertEquals(status, result.status(), result.out() + result.err());
    assertTrue(result.err().contains(words), result.err());
    assertEquals(
        1, result.err().lines().filter(line -> !line.startsWith("Try: ")).count(), result.err());
  }

  @Test
  void whatCannotBeJudgedIsOneLine() throws IOException, InterruptedException {
    String none = folder.resolve("none.txt").toString();
    assertRefused(
        1,
        "there is no such file; write it with --update",
        gate(good, Map.of(), "--baseline", none));
    String foreign = good.resolve("gated").toString();
    assertRefused(
        1, "expected a baseline of tslmap gate", gate(good, Map.of(), "--baseline", foreign));
    assertRefused(1, "line=128", gate(good, "--line", "128"));
    assertRefused(2, "found 'speed'", gate(good, "--limit", "speed:+1"));
    assertRefused(2, "found 'misses@4K'; --cache", gate(good, "--limit", "misses@4K:+1"));
    assertRefused(2, "tl gets worse when it falls", gate(good, "--limit", "tl:+0.1"));
    assertRefused(1, "no function of its own", gate(good, "--limit", "sqrt/accesses:+1"));
    Path begun = folder.resolve("begun");
    assertRefused(
        1,
        "expected a baseline of touch, found one of gated",
        gate(good, "--", "touch", begun.toString()));
    assertFalse(Files.exists(begun), "a baseline of another program is refused before measuring");
    assertRefused(1, "there is no program ./gone", gate(good, "--", "./gone"));
    Path damaged = folder.resolve("damaged.txt");
    Files.writeString(damaged, Files.readString(Path.of(baseline)).replace("wordSl=", "wordSl:"));
    assertRefused(
        1, "line 5: expected METRIC=VALUE", gate(good, Map.of(), "--baseline", damaged.toString()));
  }

  @Test
  void aProgramThatFailsIsNotJudged() throws IOException, InterruptedException {
    TestPrograms.Result failed = gate(good, "--", "./gated", "sun");
    assertEquals(1, failed.status());
    assertTrue(failed.err().contains("./gated ended with status 4; expected 0"), failed.err());
    assertTrue(failed.err().contains("  no sun today"), failed.err());
    String unwritten = folder.resolve("killed.txt").toString();
    TestPrograms.Result killed =
        gate(good, Map.of(), "--update", "--baseline", unwritten, "--", "sh", "-c", "kill -9 $$");
    assertEquals(1, killed.status(), killed.err());
    assertTrue(killed.err().contains("sh ended with status 137; expected 0"), killed.err());
    assertFalse(Files.exists(Path.of(unwritten)));
  }

  @Test
  void aRunThatIsKeptIsReportedAndRemovedAsAWhole() throws IOException, InterruptedException {
    Path kept = good.resolve("kept");
    TestPrograms.Result passed = gate(good, "--out", "kept");
    assertEquals(0, passed.status(), passed.err());
    assertTrue(Files.exists(kept.resolve("stderr")));
    TestPrograms programs = new TestPrograms(good);
    assertEquals(0, programs.tslmap(Map.of(), "report", "kept").status());
    assertEquals(0, programs.tslmap(Map.of(), "rm", "kept").status());
    assertFalse(Files.exists(kept));
  }

  @Test
  void programsFindTheFixedVariablesAndThoseThatAreNamed()
      throws IOException, InterruptedException {
    Path list = folder.resolve("variables");
    TestPrograms.Result result =
        gate(
            good,
            Map.of("SECRET", "1", "NAMED", "here"),
            "--update",
            "--baseline",
            folder.resolve("sh.txt").toString(),
            "--env",
            "NAMED",
            "--env",
            "OTHER=a b",
            "--",
            "sh",
            "-c",
            "/usr/bin/env > " + list);
    assertEquals(0, result.status(), result.err());
    List<String> found = Files.readAllLines(list);
    for (String variable :
        List.of("HOME=/nonexistent", "LC_ALL=C", "TZ=UTC", "NAMED=here", "OTHER=a b")) {
      assertTrue(found.contains(variable), found.toString());
    }
    assertTrue(found.stream().noneMatch(line -> line.startsWith("SECRET=")), found.toString());
  }

  @Test
  void otherProgramsReadWhatItWrites() throws Exception {
    Path bad = folder("files");
    new TestPrograms(bad).compile("gated.c", "-DUNTILED");
    Files.writeString(bad.resolve("summary.md"), "before\n");
    TestPrograms.Result result =
        gate(
            bad,
            "--github",
            "--markdown",
            "summary.md",
            "--junit",
            "gate.xml",
            "--bencher",
            "bencher.json",
            "--benchmark-action",
            "action.json");
    assertEquals(REGRESSION, result.status(), result.err());
    assertTrue(
        result
            .out()
            .lines()
            .anyMatch(
                line ->
                    line.matches(
                        "::error file=gated\\.c,line=\\d+,title=tslmap gate%3A transpose::.*")),
        result.out());
    String markdown = Files.readString(bad.resolve("summary.md"));
    assertTrue(markdown.startsWith("before\n### tslmap gate: gated\n"), markdown);
    List<List<String>> rows = MarkdownTables.rows(markdown);
    assertTrue(
        rows.stream()
            .anyMatch(r -> r.get(0).equals("worse") && r.get(1).startsWith("transpose (gated.c:")),
        rows.toString());
    ReportTestSuite suite =
        new TestSuiteXmlParser(new NullConsoleLogger())
            .parse(bad.resolve("gate.xml").toString())
            .get(0);
    assertEquals(6, suite.getNumberOfTests());
    List<String> failed =
        suite.getTestCases().stream()
            .filter(ReportTestCase::hasFailure)
            .map(ReportTestCase::getName)
            .toList();
    assertEquals(failed.size(), suite.getNumberOfFailures());
    assertTrue(failed.contains("transpose"), failed.toString());
    JsonNode bencher = new ObjectMapper().readTree(bad.resolve("bencher.json").toFile());
    assertTrue(bencher.get("gated/transpose").get("accesses").get("value").asLong() > 40000);
    JsonNode action = new ObjectMapper().readTree(bad.resolve("action.json").toFile());
    assertTrue(action.isArray() && action.size() > 50);
    for (JsonNode entry : action) {
      assertTrue(entry.get("value").isNumber() && entry.get("unit").isTextual(), entry.toString());
      assertTrue(entry.get("name").asText().startsWith("gated/"), entry.toString());
    }
  }

  @Test
  void theStepsOfTheDocumentedWorkflowRun() throws IOException, InterruptedException {
    Path project = folder("project");
    Files.copy(good.resolve("gated.c"), project.resolve("bench.c"));
    List<String> steps =
        Files.readAllLines(TestPrograms.home().resolve("collector/GATE.md")).stream()
            .filter(line -> line.matches(" +- run: .*") && !line.contains("apt-get"))
            .map(line -> line.replaceFirst(" +- run: ", ""))
            .filter(line -> !line.contains("git clone"))
            .toList();
    assertEquals(2, steps.size(), steps.toString());
    Path launcher = new TestPrograms(project).launcher("tslmap");
    String script = String.join("\n", steps).replace("/opt/tslmap/tslmap", launcher.toString());
    Map<String, String> variables =
        Map.of("GITHUB_STEP_SUMMARY", project.resolve("summary.md").toString());
    TestPrograms programs = new TestPrograms(project);
    String update = script.replace(" gate ", " gate --update ");
    TestPrograms.Result written = programs.run(variables, List.of("bash", "-e", "-c", update));
    assertEquals(0, written.status(), written.err());
    TestPrograms.Result passed = programs.run(variables, List.of("bash", "-e", "-c", script));
    assertEquals(0, passed.status(), passed.out() + passed.err());
    assertTrue(Files.readString(project.resolve("summary.md")).contains("passed"));
    Files.writeString(
        project.resolve("bench.c"),
        "#define UNTILED\n" + Files.readString(project.resolve("bench.c")));
    TestPrograms.Result failed = programs.run(variables, List.of("bash", "-e", "-c", script));
    assertEquals(REGRESSION, failed.status(), failed.out() + failed.err());
    assertTrue(failed.out().contains("::error file=bench.c,line="), failed.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bzip2|-kcf|gated.c",
        "perl|-e|my %h = map { $_ => 1 } 1..300; print join(',', keys %h)",
        "sqlite3|:memory:|select sum(value) from generate_series(1, 100)",
      })
  void programsOfOthersPass(String program, String argument, String other)
      throws IOException, InterruptedException {
    InstalledPrograms.assume(program);
    String file = folder.resolve(program + ".txt").toString();
    TestPrograms.Result written =
        gate(
            good,
            Map.of("WHO", "one"),
            "--update",
            "--baseline",
            file,
            "--",
            program,
            argument,
            other);
    assertEquals(0, written.status(), written.err());
    TestPrograms.Result judged =
        gate(
            good,
            Map.of("WHO", "x".repeat(500), "OTHER", "1"),
            "--baseline",
            file,
            "--",
            program,
            argument,
            other);
    assertEquals(0, judged.status(), judged.out() + judged.err());
  }
}
