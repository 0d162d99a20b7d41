package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.ChainLink;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.InstructionKind;
import org.tslmap.locality.profile.Operations;
import org.tslmap.locality.profile.ProcessProfile;

/** Functions whose instructions are known by hand, through Valgrind: each is counted. */
class InstructionsEndToEndTest {
  private static final long ROUNDS = 1000;
  private static final long ELEMENTS = 500;
  private static final long BYTES = 5000;
  private static final long DECISIONS = 50_000;

  @EmptyFolder private Path folder;
  private String program = "";

  private AttributedRun run(String... options) throws IOException, InterruptedException {
    if (program.isEmpty()) {
      program = new TestPrograms(folder).compile("operations.c", "-O2").toString();
    }
    return AttributedRun.of(folder, List.of(options), List.of(program));
  }

  private static Map<String, InstructionCounts> byName(AttributedRun run) {
    return Operations.byFunction(run.profile().processes()).entrySet().stream()
        .filter(
            row ->
                List.of(
                        "computes",
                        "converts",
                        "sums",
                        "main",
                        "foreseen",
                        "unforeseen",
                        "evaluates",
                        "decides")
                    .contains(name(row.getKey())))
        .collect(Collectors.toMap(row -> name(row.getKey()), Map.Entry::getValue));
  }

  private static String name(FunctionInfo function) {
    return function.name();
  }

  private static void check(
      InstructionCounts counts, Map<InstructionKind, Long> kinds, Map<ChainLink, Long> chain) {
    for (InstructionKind kind : InstructionKind.values()) {
      assertEquals(kinds.getOrDefault(kind, 0L), counts.of(kind), kind.key());
    }
    for (ChainLink link : ChainLink.values()) {
      assertEquals(chain.getOrDefault(link, 0L), counts.chain(link), "chain: " + link.key());
    }
  }

  private static void checkComputes(InstructionCounts counts) {
    check(
        counts,
        Map.of(
            InstructionKind.INTEGER,
            3 * ROUNDS + 1,
            InstructionKind.MULTIPLY,
            2 * ROUNDS,
            InstructionKind.DIVIDE,
            ROUNDS,
            InstructionKind.FLOATING,
            2 * ROUNDS,
            InstructionKind.FLOATING_DIVIDE,
            ROUNDS,
            InstructionKind.VECTOR_16,
            ROUNDS,
            InstructionKind.VECTOR_32,
            ROUNDS,
            InstructionKind.BRANCH,
            ROUNDS + 1),
        Map.of(
            ChainLink.FLOATING,
            ROUNDS,
            ChainLink.FLOATING_MULTIPLY,
            ROUNDS,
            ChainLink.FLOATING_DIVIDE,
            ROUNDS));
  }

  private static void checkConverts(InstructionCounts counts) {
    check(
        counts,
        Map.of(
            InstructionKind.INTEGER,
            ROUNDS + 1,
            InstructionKind.CONVERSION,
            2 * ROUNDS,
            InstructionKind.FLOATING,
            2 * ROUNDS,
            InstructionKind.VECTOR_16,
            ROUNDS,
            InstructionKind.BRANCH,
            ROUNDS + 1),
        Map.of(
            ChainLink.CONVERSION,
            2 * ROUNDS,
            ChainLink.FLOATING_MULTIPLY,
            2 * ROUNDS,
            ChainLink.FLOATING,
            ROUNDS));
  }

  private static void checkSums(InstructionCounts counts) {
    check(
        counts,
        Map.of(
            InstructionKind.INTEGER,
            2 * ELEMENTS + 1,
            InstructionKind.FLOATING,
            ELEMENTS,
            InstructionKind.BRANCH,
            ELEMENTS + 1),
        Map.of(ChainLink.FLOATING, ELEMENTS));
  }

  @Test
  void eachInstructionIsCountedByItsKindWithAndWithoutAccesses()
      throws IOException, InterruptedException {
    AttributedRun run = run();
    Map<String, InstructionCounts> found = byName(run);
    checkComputes(found.get("computes"));
    checkConverts(found.get("converts"));
    checkSums(found.get("sums"));
    assertTrue(found.get("main").all() > 0);

    TestPrograms programs = new TestPrograms(folder);
    String profile = run.folder().toString();
    String text = programs.tslmap("report", profile).out();
    assertTrue(text.contains(" for each access: integer "), text);
    String json = programs.tslmap("report", profile, "--format", "json").out();
    assertTrue(json.contains("\"instructions\""), json);
    String csv =
        programs.tslmap("report", profile, "--table", "functions", "--format", "csv").out();
    List<String> lines = csv.lines().toList();
    List<String> head = Arrays.asList(lines.get(0).split(","));
    List<String> row =
        lines.stream()
            .filter(line -> line.contains("computes"))
            .map(line -> Arrays.asList(line.split(",")))
            .findFirst()
            .orElseThrow();
    assertEquals("" + (12 * ROUNDS + 2), row.get(head.indexOf("instructions")), csv);
    assertEquals("" + 2 * ROUNDS, row.get(head.indexOf("multiply")), csv);
    assertEquals(
        run.profile().mainProcess().operations().whole().all(),
        lines.stream()
            .filter(line -> line.startsWith("item,") || line.startsWith("unknown,"))
            .mapToLong(line -> Long.parseLong(line.split(",")[head.indexOf("instructions")]))
            .sum(),
        "functions without accesses have rows, too");
  }

  /** The inner loop makes no access, so what it executes belongs to the one around it. */
  private static void checkLoop(AttributedRun run) {
    ProcessProfile process = run.profile().mainProcess();
    List<CodeLoop> loops = process.loops().loops();
    List<Integer> own =
        IntStream.range(0, loops.size())
            .filter(i -> name(process.functions().get(loops.get(i).function())).equals("evaluates"))
            .boxed()
            .toList();
    assertEquals(1, own.size(), loops + "");
    assertEquals(ELEMENTS, loops.get(own.get(0)).rounds());
    check(
        process.operations().loops().get(own.get(0)),
        Map.of(
            InstructionKind.INTEGER,
            14 * ELEMENTS,
            InstructionKind.FLOATING,
            20 * ELEMENTS,
            InstructionKind.BRANCH,
            11 * ELEMENTS),
        Map.of(ChainLink.FLOATING, 10 * ELEMENTS, ChainLink.FLOATING_MULTIPLY, 10 * ELEMENTS));
  }

  @Test
  void instructionsOfLoopsWithoutAccessesAreCountedByLoop()
      throws IOException, InterruptedException {
    AttributedRun run = run();
    checkLoop(run);
    InstructionCounts all = byName(run).get("evaluates");
    assertEquals(45 * ELEMENTS + 2, all.all());
    assertEquals(11 * ELEMENTS, all.conditional().getAsLong());
    checkLoop(run("--sample", "auto"));
    checkLoop(run("--fn", "evaluates"));
  }

  /** The core adds up the next rows already while it waits for the sum of one. */
  @Test
  void chainsThatBeginAnewAreToldFromThoseThatGoOn() throws IOException, InterruptedException {
    AttributedRun run = run();
    InstructionCounts rows = innerLoop(run, "adds_rows");
    assertEquals(99 * ELEMENTS, rows.chain(ChainLink.FLOATING), "but the first of each");
    assertEquals(ELEMENTS, rows.begins());
    InstructionCounts on = innerLoop(run, "evaluates");
    assertEquals(0, on.begins());
    assertEquals(0, byName(run).get("sums").begins());
  }

  private static InstructionCounts innerLoop(AttributedRun run, String function) {
    ProcessProfile process = run.profile().mainProcess();
    List<CodeLoop> loops = process.loops().loops();
    return IntStream.range(0, loops.size())
        .filter(i -> name(process.functions().get(loops.get(i).function())).equals(function))
        .mapToObj(process.operations().loops()::get)
        .reduce((outer, inner) -> inner)
        .orElseThrow();
  }

  @Test
  void branchesOfCodeWithoutAccessesArePredictedToo() throws IOException, InterruptedException {
    InstructionCounts random = byName(run()).get("decides");
    assertEquals(4 * DECISIONS, random.conditional().getAsLong(), "of two calls");
    assertTrue(random.mispredicted().getAsLong() >= 0.4 * DECISIONS, random + "");
    assertTrue(random.mispredicted().getAsLong() <= 0.6 * DECISIONS, random + "");
    InstructionCounts ends = byName(run()).get("evaluates");
    assertTrue(ends.mispredicted().getAsLong() <= 0.02 * 11 * ELEMENTS, ends + "");
  }

  @Test
  void onlyBranchesThatAreRecordedArePredicted() throws IOException, InterruptedException {
    InstructionCounts inside = byName(run("--fn", "decided", "--inclusive")).get("decides");
    assertEquals(2 * DECISIONS, inside.conditional().getAsLong());
    assertTrue(inside.mispredicted().getAsLong() <= 0.02 * DECISIONS, inside + "");
  }

  @Test
  void branchesThatNobodyForeseesAreToldFromOthers() throws IOException, InterruptedException {
    Map<String, InstructionCounts> found = byName(run("--fn", "foreseen", "--fn", "unforeseen"));
    InstructionCounts steady = found.get("foreseen");
    InstructionCounts random = found.get("unforeseen");
    assertTrue(steady.conditional().getAsLong() >= BYTES, steady + "");
    assertTrue(steady.mispredicted().getAsLong() <= 0.02 * BYTES, steady + "");
    assertTrue(random.mispredicted().getAsLong() >= 0.3 * BYTES, random + "");
    assertTrue(random.mispredicted().getAsLong() <= 0.7 * BYTES, random + "");
    assertTrue(byName(run()).get("unforeseen").mispredicted().isPresent());
  }

  @Test
  void aSampledRunCountsAllOfThem() throws IOException, InterruptedException {
    Map<String, InstructionCounts> found = byName(run("--sample", "auto"));
    checkComputes(found.get("computes"));
    checkSums(found.get("sums"));
  }

  @Test
  void onlyWhatIsRecordedIsCounted() throws IOException, InterruptedException {
    Map<String, InstructionCounts> one = byName(run("--fn", "sums"));
    assertEquals(1, one.size());
    checkSums(one.get("sums"));
    Map<String, InstructionCounts> toggled = byName(run("--toggle", "computes"));
    checkComputes(toggled.get("computes"));
  }
}
