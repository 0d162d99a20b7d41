package org.tslmap.collector.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.View;

/** Functions that change between recorded and counted make as many accesses as recorded ones. */
class AdaptedCodeTest {
  private static final String CALLS = "300000";

  @TempDir private Path folder;
  private TracedPrograms programs;

  @BeforeEach
  void start() {
    programs = new TracedPrograms(folder);
  }

  private List<ProcessProfile> run(String... arguments) throws IOException, InterruptedException {
    TracedPrograms.Received received = programs.receive(arguments);
    assertTrue(received.profile().complete(), received.profile().problems().toString());
    List<ProcessProfile> processes = new ArrayList<>(received.profile().processes());
    processes.sort(Comparator.comparing(process -> process.identity().startedMicros()));
    return processes;
  }

  private static Map<String, Long> sites(ProcessProfile process, Path program) {
    Map<String, Long> sites = new TreeMap<>();
    for (SiteProfile site : process.sites()) {
      if (process.functionOf(site).object().equals(program.toString())) {
        sites.merge(
            "%x %s %d %d".formatted(site.instruction(), site.kind(), site.index(), site.size()),
            site.accesses(),
            Long::sum);
      }
    }
    return sites;
  }

  private static Map<String, Long> calls(ProcessProfile process) {
    Map<String, Long> calls = new TreeMap<>();
    for (CallNode node : process.attribution().calls()) {
      if (node.function() >= 0) {
        String name = process.functions().get(node.function()).name();
        if (List.of("harmless", "probe", "turns", "jumps", "tree").contains(name)) {
          calls.merge(name, node.calls(), Long::sum);
        }
      }
    }
    return calls;
  }

  private static FunctionProfile function(ProcessProfile process, String name) {
    return process.functionProfiles().stream()
        .filter(row -> row.function().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "plain, harmless, 300000",
    "threads, absolute:8, 300000",
    "signals, absolute:8, 300000",
    "jumps, absolute:100, 100000",
    "deep, absolute:100, 200000",
    "forks, absolute:8, 400000",
  })
  void everySiteMakesAsManyAccesses(String way, String rule, String calls)
      throws IOException, InterruptedException {
    Path program = programs.compile("adapted.c", "-pthread", "-O1");
    checkSums(program, way, calls, "--tsl-adapt=" + rule);
  }

  /** The tool decides itself. */
  @ParameterizedTest
  @CsvSource({
    "plain, 300000",
    "threads, 300000",
    "signals, 300000",
    "jumps, 200000",
    "forks, 400000"
  })
  void soTheyDoWhenTheyAreCountedAfterAWhile(String way, String calls)
      throws IOException, InterruptedException {
    Path program = programs.compile("adapted.c", "-pthread", "-O1");
    checkSums(program, way, calls, "--tsl-skip-fn=harmless", "--tsl-count-after=20000");
  }

  @ParameterizedTest
  @CsvSource({
    "plain, 600000",
    "threads, 600000",
    "signals, 900000",
    "jumps, 400000",
    "deep, 600000",
    "forks, 900000"
  })
  void soTheyDoWhenTheyAreRecordedInStretches(String way, String calls)
      throws IOException, InterruptedException {
    Path program = programs.compile("adapted.c", "-pthread", "-O1");
    List<ProcessProfile> stretches =
        checkSums(
            program,
            way,
            calls,
            "--tsl-skip-fn=harmless",
            "--tsl-count-after=20000",
            "--tsl-again=4");
    ProcessProfile first = stretches.get(0);
    int harmless = first.functions().indexOf(function(first, "harmless").function());
    int changes = first.states().get(harmless).changes().size();
    assertTrue(changes >= 5, "two stretches or more: " + changes);
  }

  /** Where something may be counted, a block that is no function's first may be a call's or not. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--tsl-adapt=harmless",
        "--tsl-skip-fn=harmless",
        "--tsl-skip-fn=tree",
        "--tsl-skip-fn=tree --tsl-count-after=20000"
      })
  void recursiveCallsAreAllKnown(String options) throws IOException, InterruptedException {
    String program = programs.compile("adapted.c", "-pthread", "-O1").toString();
    Map<String, Long> full = calls(run(program, "tree", "200000").get(0));
    assertTrue(full.get("tree") > 50_000, full.toString());
    List<String> line = new ArrayList<>(List.of(options.split(" ")));
    line.addAll(List.of(program, "tree", "200000"));
    assertEquals(full, calls(run(line.toArray(new String[0])).get(0)));
  }

  /** Half of its accesses are near, and then all are far. */
  @Test
  void whatAFunctionDoesLaterIsInStretches() throws IOException, InterruptedException {
    Path program = programs.compile("adapted.c", "-pthread", "-O1");
    String[] line = {"--tsl-skip-fn=turns", "--tsl-count-after=20000", "", "", "turns", "125000"};
    line[3] = program.toString();
    line[2] = "--tsl-again=1000000";
    FunctionProfile first = function(run(line).get(0), "turns");
    line[2] = "--tsl-again=16";
    FunctionProfile stretches = function(run(line).get(0), "turns");
    assertEquals(first.accesses(), stretches.accesses());
    assertTrue(stretches.histograms().scoredShare() < 0.2);
    assertEquals(0, missing(first), 0.01, "what it does at first");
    assertEquals(0.5, missing(stretches), 0.2, "of lines that are chosen by chance");
  }

  /** Lines that were used just before a stretch, while nothing was recorded, are not far away. */
  @Test
  void whatWasUsedBeforeAStretchIsKnownInIt() throws IOException, InterruptedException {
    Path program = programs.compile("adapted.c", "-pthread", "-O1");
    FunctionProfile stretches =
        function(
            run(
                    "--tsl-skip-fn=moves",
                    "--tsl-count-after=20000",
                    "--tsl-again=16",
                    program.toString(),
                    "moves",
                    "20000")
                .get(0),
            "moves");
    assertEquals(20_000 * 2048, stretches.accesses(), 0.001 * stretches.accesses());
    double scored = stretches.histograms().scoredShare();
    assertTrue(scored > 0.01 && scored < 0.1, "half of one in 16: " + scored);
    // As in a full run, where lines are others after 128 calls.
    assertEquals(1.0 / 128, missing(stretches, 4096), 0.5 / 128);
  }

  private static double missing(FunctionProfile function) {
    return missing(function, 512);
  }

  private static double missing(FunctionProfile function, long lines) {
    return function.histograms().line().misses(lines) / function.histograms().line().accesses();
  }

  private List<ProcessProfile> checkSums(Path program, String way, String calls, String... options)
      throws IOException, InterruptedException {
    List<ProcessProfile> full = run(program.toString(), way, calls);
    List<String> line = new ArrayList<>(List.of(options));
    line.addAll(List.of(program.toString(), way, calls));
    List<ProcessProfile> adapted = run(line.toArray(new String[0]));

    assertEquals(full.size(), adapted.size(), "processes");
    for (int i = 0; i < full.size(); i++) {
      assertEquals(sites(full.get(i), program), sites(adapted.get(i), program));
      assertEquals(calls(full.get(i)), calls(adapted.get(i)));
      assertEquals(adapted.get(i).totals().accesses(), adapted.get(i).totals().toolAccesses());
    }
    ProcessProfile first = adapted.get(0);
    assertEquals(View.PARTIAL, first.view());
    FunctionProfile harmless = function(first, "harmless");
    double share = harmless.histograms().scoredShare();
    assertTrue(share > 0 && share < 1, "recorded and then counted: " + share);
    return adapted;
  }

  /** What its parent had counted is recorded first in a child. */
  @Test
  void aForkedProcessIsDecidedForAnew() throws IOException, InterruptedException {
    Path program = programs.compile("adapted.c", "-pthread", "-O1");
    List<ProcessProfile> processes =
        run("--tsl-adapt=absolute:8", program.toString(), "forks", "1200000");
    assertEquals(2, processes.size());
    for (ProcessProfile process : processes) {
      long scored = function(process, "harmless").histograms().recorded();
      double share = function(process, "harmless").histograms().scoredShare();
      assertTrue(scored > 100_000 && share < 1, "recorded %d, share %f".formatted(scored, share));
    }
  }

  @Test
  void whatMissesIsRecorded() throws IOException, InterruptedException {
    Path program = programs.compile("adapted.c", "-pthread", "-O1");
    ProcessProfile process = run("--tsl-adapt=harmless", program.toString(), "plain", CALLS).get(0);
    assertEquals(1, function(process, "probe").histograms().scoredShare());
    ProcessProfile shorter =
        run("--tsl-adapt=absolute:8", program.toString(), "plain", CALLS).get(0);
    assertTrue(function(shorter, "probe").histograms().scoredShare() < 1);
  }

  @Test
  void functionsThatAreKeptAreRecorded() throws IOException, InterruptedException {
    Path program = programs.compile("adapted.c", "-pthread", "-O1");
    ProcessProfile process =
        run("--tsl-adapt=harmless", "--tsl-adapt-keep=harm*", program.toString(), "plain", CALLS)
            .get(0);
    assertEquals(1, function(process, "harmless").histograms().scoredShare());
  }

  /** Half of its accesses are near, and then all are far. */
  @Test
  void aFunctionThatTurnsBadIsRecordedAgain() throws IOException, InterruptedException {
    Path program = programs.compile("adapted.c", "-pthread", "-O1");
    String calls = "125000";
    ProcessProfile process = run("--tsl-adapt=harmless", program.toString(), "turns", calls).get(0);
    FunctionProfile turns = function(process, "turns");
    double scored = turns.histograms().scoredShare();
    assertTrue(scored > 0.2 && scored < 0.8, "scored share: " + scored);
    double misses = turns.histograms().line().misses(512) / turns.histograms().line().accesses();
    assertTrue(misses > 0.1, "misses: " + misses);
  }

  @Test
  void equalRunsDecideEqually() throws IOException, InterruptedException {
    Path program = programs.compile("adapted.c", "-pthread", "-O1");
    List<Long> counted = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      counted.add(
          run("--tsl-adapt=harmless", program.toString(), "plain", CALLS)
              .get(0)
              .totals()
              .counted());
    }
    assertEquals(1, counted.stream().distinct().count(), counted.toString());
    assertTrue(counted.get(0) > 0);
  }
}
