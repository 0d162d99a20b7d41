package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.LoopForest;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;

/** Accesses of programs whose loops are known belong to these loops. */
class LoopsEndToEndTest {
  private static final int N = 24;

  @EmptyFolder private Path folder;

  /** A function's loops: lines inside which lines, how often gone through, own accesses. */
  private static List<String> loops(ProcessProfile process, String function) {
    LoopForest loops = process.loops();
    List<String> found = new ArrayList<>();
    for (int i = 0; i < loops.loops().size(); i++) {
      CodeLoop loop = loops.loops().get(i);
      if (process.functions().get(loop.function()).name().equals(function)) {
        assertTrue(loop.reducible(), function);
        found.add(
            loops.nest(i).stream().map(CodeLoop::lines).collect(Collectors.joining(" in "))
                + " x"
                + loop.rounds());
      }
    }
    return found;
  }

  /** Accesses of a function's instructions in its loops of a depth, 0 for those in none. */
  private static long accesses(ProcessProfile process, String function, int depth) {
    long sum = 0;
    for (int i = 0; i < process.sites().size(); i++) {
      if (process.functionOf(process.sites().get(i)).name().equals(function)
          && process.loops().nest(process.loops().of(i)).size() == depth) {
        sum += process.sites().get(i).accesses();
      }
    }
    return sum;
  }

  private AttributedRun run(Path program) throws IOException, InterruptedException {
    return AttributedRun.of(folder, List.of(), List.of(program.toString()));
  }

  @Test
  void loopsWithoutOptimisationAreThoseOfTheSource() throws IOException, InterruptedException {
    AttributedRun run = run(new TestPrograms(folder).compile("loops.c", "-O0"));
    ProcessProfile process = run.main();
    assertEquals(
        List.of("9-14 x" + N, "10-14 in 9-14 x" + N * N, "12-13 in 10-14 in 9-14 x" + N * N * N),
        loops(process, "multiply"));
    assertEquals(
        List.of(
            "20-24 x3",
            "21-24 in 20-24 x9",
            "22-24 in 21-24 in 20-24 x" + 9 * 8,
            "23-24 in 22-24 in 21-24 in 20-24 x" + N * N),
        loops(process, "tiled"));
    assertEquals(List.of("30-32 x20", "35-36 x20"), sorted(loops(process, "pairs")));
    assertEquals(List.of("42-46 x30"), loops(process, "jumps"));
    // Calls of tree(4), (3), (2), (1), (0): 1, 1, 2, 3, 5; each goes through its loop twice.
    assertEquals(List.of("52-54 x24"), loops(process, "tree"));
    assertEquals(List.of("60-67 x60"), loops(process, "cases"));

    // The inner loop has 11 accesses a round: i, k, a, k, j, b, sum twice, k twice, and k < N once.
    assertEquals(11L * N * N * N + N * N, accesses(process, "multiply", 3));

    Path replayed = folder.resolve("replayed");
    TestPrograms.Result again =
        new TestPrograms(folder)
            .tslmap("replay", "--out", replayed.toString(), run.folder().toString());
    assertEquals(0, again.status(), again.err());
    assertEquals(
        process.loops(), ProfileJson.read(replayed.resolve("profile.json")).mainProcess().loops());
  }

  private static List<String> sorted(List<String> loops) {
    return loops.stream().sorted().toList();
  }

  @Test
  void optimisedLoopsAreNestedLikeThoseOfTheSource() throws IOException, InterruptedException {
    Path program =
        new TestPrograms(folder)
            .compile("loops.c", "-O2", "-fno-tree-vectorize", "-fno-unroll-loops", "-fno-ipa-cp");
    ProcessProfile process = run(program).main();
    assertEquals(2L * N * N * N, accesses(process, "multiply", 3));
    assertEquals((long) N * N, accesses(process, "multiply", 2));
    assertEquals(2L * N * N, accesses(process, "tiled", 4));
    assertEquals(4L * 20, accesses(process, "pairs", 1));
    assertEquals(2L * 30 + 2 * 10, accesses(process, "jumps", 1));
    // Only the return is outside.
    assertEquals(1, accesses(process, "jumps", 0));
    assertEquals(0, accesses(process, "multiply", 1));
    assertTrue(
        loops(process, "multiply").stream()
            .anyMatch(loop -> loop.startsWith("12-13 in ") && loop.endsWith(" x" + N * N * N)),
        loops(process, "multiply").toString());
    // Of six rounds one does each of the cases, with 2, 1, 2, 2, 2, and 3 accesses; all read the
    // table.
    assertEquals(10L * (2 + 1 + 2 + 2 + 2 + 3) + 60, accesses(process, "cases", 1));
  }

  @Test
  void unrolledLoopsAreGoneThroughLessOften() throws IOException, InterruptedException {
    Path program =
        new TestPrograms(folder)
            .compile("loops.c", "-O2", "-funroll-loops", "-fno-tree-vectorize", "-fno-ipa-cp");
    ProcessProfile process = run(program).main();
    assertEquals(2L * N * N * N, accesses(process, "multiply", 3));
    assertTrue(
        process.loops().loops().stream()
            .filter(loop -> process.functions().get(loop.function()).name().equals("multiply"))
            .anyMatch(loop -> loop.rounds() == N * N * N / 8),
        loops(process, "multiply").toString());
  }

  @Test
  void aFunctionThatBeginsWithCodeOfAnotherFileKeepsItsOwn()
      throws IOException, InterruptedException {
    Path program =
        new TestPrograms(folder).compile("inlined-entry.c", "-O2", "-fno-tree-vectorize");
    ProcessProfile process = run(program).main();
    FunctionInfo sum =
        process.functions().stream().filter(f -> f.name().equals("sum")).findFirst().orElseThrow();
    assertTrue(sum.file().endsWith("src/sums.c"), sum.file());
    assertEquals(10, sum.line());
    assertEquals(List.of("13-14 x999"), loops(process, "sum"));
  }

  @Test
  void theTableHasTheLoopsWithTheirFunctions() throws IOException, InterruptedException {
    AttributedRun run = run(new TestPrograms(folder).compile("loops.c", "-O0"));
    TestPrograms.Result table =
        new TestPrograms(folder)
            .tslmap(
                "report",
                run.folder().toString(),
                "--table",
                "loops",
                "--format",
                "csv",
                "--columns",
                "name,function,depth,rounds,total,accesses");
    assertEquals(0, table.status(), table.err());
    long inner = 11L * N * N * N + N * N;
    assertTrue(
        table
            .out()
            .contains(
                "item,12-13 in 10 in 9,multiply,3,%d,%d,%d".formatted(N * N * N, inner, inner)),
        table.out());
  }
}
