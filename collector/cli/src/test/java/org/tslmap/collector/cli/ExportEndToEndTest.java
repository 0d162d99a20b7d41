package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.chrome.ChromeDriver;
import org.tslmap.collector.InstalledPrograms;

/** Exported files of a real run, opened by the programs they are for. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExportEndToEndTest {

  private static final Pattern TOP =
      Pattern.compile(" *(\\d+)B? +\\S+% +\\S+% +\\d+B? +\\S+% +(.*)");

  private Path folder;
  private TestPrograms programs;
  private String run;
  private String withoutCalls;

  @BeforeAll
  void recordRuns(@EmptyFolder Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    programs = new TestPrograms(folder);
    String program = programs.compile("stacks.c").toString();
    run = record("run", program);
    withoutCalls = record("code", program, "--attribute", "code");
  }

  private String record(String name, String program, String... options)
      throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(List.of("run", "--quiet", "--trace", "none", "--out", name));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("--", program));
    TestPrograms.Result result = programs.tslmap(arguments.toArray(String[]::new));
    assertEquals(0, result.status(), result.err());
    return folder.resolve(name).toString();
  }

  private static String export(String... arguments) {
    List<String> all = new ArrayList<>(List.of("export", "--format"));
    all.addAll(Arrays.asList(arguments));
    CapturedCommand command = CapturedCommand.tslmap(all.toArray(String[]::new));
    assertEquals(0, command.status(), command.err());
    return command.out();
  }

  private static void refused(int status, String message, String... arguments) {
    List<String> all = new ArrayList<>(List.of("export"));
    all.addAll(Arrays.asList(arguments));
    CapturedCommand command = CapturedCommand.tslmap(all.toArray(String[]::new));
    assertEquals(status, command.status(), command.err());
    assertTrue(command.err().contains(message), command.err());
    assertEquals(status, command.err().lines().count(), command.err());
  }

  /** A table of the report. */
  private static JsonNode report(String run, String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of("report", run, "--format", "json"));
    all.addAll(Arrays.asList(options));
    CapturedCommand command = CapturedCommand.tslmap(all.toArray(String[]::new));
    assertEquals(0, command.status(), command.err());
    return new ObjectMapper().readTree(command.out());
  }

  private static Map<String, Long> functions(JsonNode table) {
    Map<String, Long> functions = new TreeMap<>();
    for (JsonNode row : table.path("rows")) {
      if (row.path("row").asText().equals("item") && row.path("accesses").asLong() > 0) {
        functions.merge(row.path("name").asText(), row.path("accesses").asLong(), Long::sum);
      }
    }
    return functions;
  }

  private String pprof(String file, String... options) throws IOException, InterruptedException {
    InstalledPrograms.assume("go");
    List<String> command = new ArrayList<>(List.of("go", "tool", "pprof"));
    command.addAll(List.of(options));
    command.add(file);
    TestPrograms.Result result =
        programs.run(
            Map.of("HOME", folder.toString(), "PPROF_BINARY_PATH", folder.toString()), command);
    assertEquals(0, result.status(), result.err());
    return result.out();
  }

  private Map<String, Long> top(String file, String metric, String... options)
      throws IOException, InterruptedException {
    List<String> all =
        new ArrayList<>(
            List.of("-top", "-sample_index=" + metric, "-nodefraction=0", "-nodecount=100000"));
    all.addAll(List.of(options));
    Map<String, Long> rows = new TreeMap<>();
    for (String line : pprof(file, all.toArray(String[]::new)).lines().toList()) {
      Matcher row = TOP.matcher(line);
      if (row.matches() && !row.group(1).equals("0")) {
        rows.merge(row.group(2).replace(" (inline)", ""), Long.valueOf(row.group(1)), Long::sum);
      }
    }
    return rows;
  }

  /** Half of a bin may be misses: a half is rounded up, whatever a ratio has lost of it. */
  private static long misses(JsonNode row, String ratio) {
    double exact = row.path(ratio).asDouble() * row.path("accesses").asLong();
    return Math.round(Math.round(exact * 1024) / 1024.0);
  }

  @Test
  void pprofHasTheReportsTotals() throws IOException, InterruptedException {
    String file = folder.resolve("calls.pb.gz").toString();
    assertEquals(
        "written to " + file, export("pprof", run, "--cache", "32K,48K", "--out", file).strip());
    Map<String, Long> functions = functions(report(run, "--table", "functions"));
    assertEquals(functions, top(file, "accesses"));
    JsonNode whole = report(run, "--table", "functions", "--cache", "32K,48K").path("rows");
    JsonNode last = whole.get(whole.size() - 1);
    long accesses = last.path("accesses").asLong();
    Map<String, Long> expected =
        Map.of(
            "accesses", accesses,
            "loads", last.path("loads").asLong(),
            "stores", last.path("stores").asLong(),
            "misses32K", misses(last, "miss32K"),
            "misses48K", misses(last, "miss48K"));
    for (Map.Entry<String, Long> metric : expected.entrySet()) {
      long sum = top(file, metric.getKey()).values().stream().mapToLong(Long::longValue).sum();
      assertEquals(metric.getValue(), sum, metric.getKey());
    }
  }

  @Test
  void pprofKnowsCallersAndLines() throws IOException, InterruptedException {
    String file = folder.resolve("paths.pb.gz").toString();
    export("pprof", run, "--out", file);
    String traces = pprof(file, "-traces", "-lines", "-sample_index=stores");
    assertTrue(
        traces.matches("(?s).*\\b64 +fill [^\n]*stacks.c:12\n +main [^\n]*stacks.c:34\n.*"),
        traces);
    // Which of its lines each of two paths of work has met is not known, but their callers' are.
    String loads = pprof(file, "-traces", "-lines", "-sample_index=loads");
    for (String path :
        List.of(
            "129 +work[^\n]*\n +main [^\n]*stacks.c:35",
            "65 +work[^\n]*\n +main [^\n]*stacks.c:36")) {
      assertTrue(Pattern.compile("\\b" + path + "\n").matcher(loads).find(), loads);
    }
    assertTrue(traces.contains("File: stacks\n"), traces);
  }

  @Test
  void inlinedFunctionsAreLinesOfALocation() throws IOException, InterruptedException {
    String file = folder.resolve("inlined.pb.gz").toString();
    export("pprof", run, "--stacks", "lines", "--inlined", "on", "--out", file);
    JsonNode inlined = report(run, "--table", "functions", "--inlined", "on");
    assertEquals(functions(inlined), top(file, "accesses"));
    assertEquals(
        functions(report(run, "--table", "functions")), top(file, "accesses", "-noinlines"));
    assertEquals(224 * 8, top(file, "bytes", "-unit=B").get("twice"));
  }

  @Test
  void withoutCallPathsThereAreLines() throws IOException, InterruptedException {
    String file = folder.resolve("lines.pb.gz").toString();
    export("pprof", withoutCalls, "--out", file);
    assertEquals(functions(report(withoutCalls, "--table", "functions")), top(file, "accesses"));
    assertTrue(
        top(file, "stores", "-lines").keySet().stream().anyMatch(l -> l.endsWith("stacks.c:12")));
    refused(
        1, "does not say who called whom", "--format", "folded", "--stacks", "calls", withoutCalls);
  }

  @Test
  void foldedStacksAddUp() throws IOException {
    List<String> lines = export("folded", run).lines().toList();
    assertEquals(
        report(run).path("totals").path("accesses").asLong(),
        lines.stream().mapToLong(l -> Long.parseLong(l.substring(l.lastIndexOf(' ') + 1))).sum());
    assertTrue(lines.stream().anyMatch(line -> line.endsWith("main;fill 65")), lines.toString());
    List<String> inlined =
        export("folded", run, "--inlined", "on", "--metric", "loads").lines().toList();
    assertTrue(
        inlined.stream().anyMatch(l -> l.endsWith("main;once;twice 32")), inlined.toString());
    List<String> places = export("folded", run, "--stacks", "lines").lines().toList();
    assertTrue(places.contains("fill;stacks.c:12 64"), places.toString());
  }

  @Test
  void hatchetTreesAddUp() throws IOException {
    JsonNode trees = new ObjectMapper().readTree(export("hatchet", run));
    long accesses = report(run).path("totals").path("accesses").asLong();
    long inclusive = 0;
    long own = 0;
    for (JsonNode tree : trees) {
      inclusive += tree.path("metrics").path("accesses (inc)").asLong();
      own += checkedSum(tree);
    }
    assertEquals(accesses, inclusive);
    assertEquals(accesses, own);
    JsonNode lines = new ObjectMapper().readTree(export("hatchet", run, "--stacks", "lines"));
    long stores = 0;
    for (JsonNode function : lines) {
      if (function.path("frame").path("name").asText().equals("fill")) {
        for (JsonNode line : function.path("children")) {
          assertEquals("statement", line.path("frame").path("type").asText());
          stores +=
              line.path("frame").path("line").asInt() == 12
                  ? line.path("metrics").path("stores").asLong()
                  : 0;
        }
      }
    }
    assertEquals(64, stores);
  }

  /** Checks what from_literal wants: a frame of the same keys, metrics, children. */
  private static long checkedSum(JsonNode node) {
    List<String> keys = new ArrayList<>();
    node.path("frame").fieldNames().forEachRemaining(keys::add);
    assertEquals(List.of("name", "type", "file", "line", "module"), keys);
    long own = node.path("metrics").path("accesses").asLong();
    long below = own;
    assertTrue(node.path("children").isArray());
    for (JsonNode child : node.path("children")) {
      below += checkedSum(child);
    }
    assertEquals(node.path("metrics").path("accesses (inc)").asLong(), below);
    return below;
  }

  @Test
  void extraPHasEveryPathOfEveryRun() throws IOException {
    List<String> lines =
        export("extra-p", run, withoutCalls, "--stacks", "lines", "--parameter", "n=10,20.5")
            .lines()
            .toList();
    Map<String, TreeMap<Double, Double>> values = new TreeMap<>();
    Map<Double, Double> sums = new TreeMap<>();
    for (String line : lines) {
      JsonNode value = new ObjectMapper().readTree(line);
      String key = value.path("callpath").asText() + " " + value.path("metric").asText();
      double n = value.path("params").path("n").asDouble();
      assertTrue(
          values.computeIfAbsent(key, k -> new TreeMap<>()).put(n, value.path("value").asDouble())
              == null,
          line);
      if (value.path("metric").asText().equals("loads")) {
        sums.merge(n, value.path("value").asDouble(), Double::sum);
      }
    }
    // Extra-P refuses a path and metric that has not a value for each point.
    values.forEach(
        (key, points) -> assertEquals(List.of(10.0, 20.5), List.copyOf(points.keySet()), key));
    assertTrue(values.containsKey("fill->stacks.c:12 stores"), values.keySet().toString());
    assertEquals(report(run).path("totals").path("loads").asDouble(), sums.get(10.0));
    assertEquals(report(withoutCalls).path("totals").path("loads").asDouble(), sums.get(20.5));
    refused(
        2,
        "expected a number for each of 2 runs",
        "--format",
        "extra-p",
        run,
        withoutCalls,
        "--parameter",
        "n=1");
    refused(2, "the runs differ in no number", "--format", "extra-p", run, run);
  }

  @Test
  void namesBreakNoFormat() throws IOException, InterruptedException {
    InstalledPrograms.assume("objcopy");
    Path plain = folder.resolve("stacks");
    TestPrograms.Result renamed =
        programs.run(
            Map.of(),
            List.of("objcopy", "-g", "--redefine-sym", "fill=a;b->c\nd", plain.toString(), "odd"));
    assertEquals(0, renamed.status(), renamed.err());
    String odd = record("odd-run", folder.resolve("odd").toString());
    List<String> folded = export("folded", odd).lines().toList();
    assertTrue(folded.stream().anyMatch(l -> l.endsWith("main;a:b->c\\nd 65")), folded.toString());
    List<String> lines = export("extra-p", odd, "--parameter", "n=1").lines().toList();
    assertTrue(
        lines.stream().anyMatch(l -> l.contains("main->a;b\u2192c\\\\nd\"")), lines.toString());
    String file = folder.resolve("odd.pb.gz").toString();
    export("pprof", odd, "--out", file);
    assertEquals(65, top(file, "accesses").get("a;b->c\\nd"));
  }

  @Test
  void estimatesAreMarked() throws IOException, InterruptedException {
    String program = programs.compile("repeated.c").toString();
    TestPrograms.Result result =
        programs.tslmap("run", "--quiet", "--sample=0.05", "--out", "sampled", "--", program);
    assertEquals(7, result.status(), result.err());
    String sampled = folder.resolve("sampled").toString();
    CapturedCommand command = CapturedCommand.tslmap("export", "--format", "folded", sampled);
    assertTrue(
        command.err().startsWith("tslmap: note: 1 of ")
            && command.err().contains("misses are estimates"),
        command.err());
    assertEquals(
        report(sampled).path("totals").path("accesses").asLong(),
        command
            .out()
            .lines()
            .mapToLong(l -> Long.parseLong(l.substring(l.lastIndexOf(' ') + 1)))
            .sum());
    String file = folder.resolve("sampled.pb.gz").toString();
    export("pprof", sampled, "--out", file);
    assertTrue(pprof(file, "-comments").contains("misses are estimates"));
    CapturedCommand several =
        CapturedCommand.tslmap(
            "export", "--format", "extra-p", "--parameter", "n=1,2", sampled, sampled);
    assertTrue(
        several.err().startsWith("tslmap: note: " + sampled + "/profile.json: 1 of "),
        several.err());
  }

  /** The sum of the second number of each row, which is what a function did itself. */
  private static long self(String page) {
    List<Long> numbers =
        Pattern.compile("<td[^>]*>([0-9,]+) \\(")
            .matcher(page)
            .results()
            .map(cell -> Long.valueOf(cell.group(1).replace(",", "")))
            .toList();
    long self = 0;
    for (int i = 1; i < numbers.size(); i += 2) {
      self += numbers.get(i);
    }
    return self;
  }

  /** Speedscope's own page, from the npm package, lists the functions with our numbers. */
  @ParameterizedTest
  @CsvSource({"pprof, run.pb.gz", "folded, run.folded"})
  void speedscopeHasTheReportsTotals(String format, String name)
      throws IOException, InterruptedException {
    TestBrowser.assume();
    Path speedscope = NpmPackage.fetch(programs, folder, "speedscope", "1.25.0");
    Path profile = speedscope.resolve(name);
    export(format, run, "--out", profile.toString());
    Path script = speedscope.resolve(format + ".js");
    Files.writeString(
        script,
        "speedscope.loadFileFromBase64('%s', '%s')"
            .formatted(name, Base64.getEncoder().encodeToString(Files.readAllBytes(profile))));
    String page =
        "file://%s/dist/release/index.html#localProfilePath=%s&view=sandwich"
            .formatted(speedscope, script);
    long expected = report(run).path("totals").path("accesses").asLong();
    List<String> options = List.of("--allow-file-access-from-files", "--window-size=1200,30000");
    ChromeDriver browser = TestBrowser.start(folder.resolve("browser-" + format), options);
    try {
      browser.get(page);
      // It draws the rows that fit into its window, when it has laid out the page.
      long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
      String text = "";
      while (self(text) != expected) {
        assertTrue(System.nanoTime() < end, expected + " accesses are missing: " + text);
        text = browser.getPageSource();
      }
      assertTrue(text.contains("fill</td>"), text);
    } finally {
      browser.quit();
    }
  }

  @Test
  void whatCannotBeWrittenIsRefusedInOneLine() throws IOException {
    Path file = folder.resolve("once.pb.gz");
    export("pprof", run, "--out", file.toString());
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    refused(1, "is there already", "--format", "pprof", run, "--out", file.toString());
    refused(1, "expected a folder", "--format", "pprof", run, "--out", folder + "/none/x.pb.gz");
    refused(2, "expected one of [pprof, folded", "--format", "gprof", run);
    refused(2, "takes one run, but found 2", "--format", "pprof", run, withoutCalls);
    refused(2, "expected a metric of accesses, loads", "--format", "folded", "--metric", "tl", run);
    refused(1, " runs; name one run", "--format", "folded", folder.toString());
    assertFalse(Files.exists(folder.resolve("x.pb.gz")));
  }
}
