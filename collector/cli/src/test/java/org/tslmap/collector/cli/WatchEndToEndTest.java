package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;

/** Variables of one name are told apart by the function or the line that declares them. */
class WatchEndToEndTest {

  @EmptyFolder private Path folder;

  private ProcessProfile watch(String name, String optimisation)
      throws IOException, InterruptedException {
    return watch(name, new TestPrograms(folder).compile("locals.c", optimisation));
  }

  private ProcessProfile watch(String name, Path program) throws IOException, InterruptedException {
    return AttributedRun.of(folder, List.of("--watch", name), List.of(program.toString())).main();
  }

  @ParameterizedTest
  @CsvSource({
    "cell@first, -O0, 4",
    "cell@first, -O2, 4",
    "cell@locals.c:22, -O2, 6",
    "ce??@l*l, -O0, 21",
    "cell@jumps, -O2, 3",
    "cell@tail, -O2, 3",
    "cell@*, -O2, 37",
    "heap@locals.c:58, -O0, 11",
    "heap@main, -O2, 24",
  })
  void onlyTheOnesThatAreMeant(String name, String optimisation, long stores)
      throws IOException, InterruptedException {
    AccessTotals totals = watch(name, optimisation).totals();
    assertEquals(stores, totals.stores());
    assertEquals(stores, totals.accesses());
  }

  @ParameterizedTest
  @CsvSource({
    "kept@space::Thing::fill, 5",
    "local@*Thing::fill, 7",
    "local@*generic*, 9",
    "inner@inlined, 2",
  })
  void alsoInMethodsTemplatesAndInlinedFunctions(String name, long stores)
      throws IOException, InterruptedException {
    // After the exception others use the memory.
    Path program = new TestPrograms(folder).compileWith("g++", "methods.cc", "-O2", "-no-pie");
    assertEquals(stores, watch(name, program).totals().accesses());
  }

  /** Most of the code in between tells nothing, so who called an allocator is not known. */
  @Test
  void blocksHaveNoFalseCallers() throws IOException, InterruptedException {
    Path program = new TestPrograms(folder).compileWith("g++", "keyed.cc", "-O2");
    assertEquals(
        List.of("operator new"),
        watch("heap@main", program).attribution().objects().stream()
            .filter(object -> object.kind() == DataClass.HEAP)
            .map(DataObject::name)
            .filter(name -> name.startsWith("operator"))
            .toList());
  }

  private static Predicate<DataObject> cellOf(String function) {
    return AttributedRun.named(DataClass.STACK_VARIABLE, "cell")
        .and(object -> object.function().equals(function));
  }

  @Test
  void everyActivationHasOne() throws IOException, InterruptedException {
    ProcessProfile process = watch("cell@local", "-O2");
    Predicate<DataObject> watched = AttributedRun.named(DataClass.STACK_VARIABLE, "cell");
    DataObject cell = AttributedRun.only(process, watched);
    assertEquals("local", cell.function());
    assertEquals("volatile long int [5]", cell.type());
    assertEquals(List.of(5L), cell.dimensions());
    assertEquals(28, cell.line());
    assertEquals(3, cell.instances());
    assertEquals(5 * 8, cell.bytes());
    assertEquals(21, AttributedRun.stores(process, "fill", watched));
  }

  @Test
  void threadsForkedChildrenAndHandlersHaveTheirOwn() throws IOException, InterruptedException {
    Path program = new TestPrograms(folder).compile("activations.c", "-O2", "-pthread");
    AttributedRun run =
        AttributedRun.of(
            folder,
            List.of("--watch", "cell@recurse", "--watch", "cell@forker"),
            List.of(program.toString()));
    Predicate<DataObject> recursed = cellOf("recurse");
    Predicate<DataObject> forked = cellOf("forker");
    // Three threads with ten times four activations, and the handler's two.
    assertEquals(5 * (3 * 10 * 4 + 2), AttributedRun.stores(run.main(), "touch", recursed));
    assertEquals(3 * 10 * 4 + 2, AttributedRun.only(run.main(), recursed).instances());
    assertEquals(1 + 2 + 1, AttributedRun.stores(run.main(), "touch", forked));
    assertEquals(2, run.profile().processes().size());
    assertEquals(
        5 * 123 + 8, run.profile().merged().totals().accesses(), "with the child's 5 and 4");
  }

  @Test
  void whatNobodyDeclaresCannotBeWatched() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    String program = programs.compile("locals.c").toString();
    TestPrograms.Result run =
        programs.tslmap("run", "--watch", "cell@nobody", "--out", "nobody", "--", program);
    assertEquals(2, run.status(), run.err());
    assertTrue(run.err().contains("--watch cell@nobody: expected a variable"), run.err());
    assertFalse(Files.exists(folder.resolve("nobody")));
  }
}
