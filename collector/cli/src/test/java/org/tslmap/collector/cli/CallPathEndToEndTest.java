package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.tslmap.collector.cli.AttributedRun.loads;
import static org.tslmap.collector.cli.AttributedRun.named;
import static org.tslmap.collector.cli.AttributedRun.paths;
import static org.tslmap.collector.cli.AttributedRun.stores;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.Footprints;
import org.tslmap.locality.profile.ProcessProfile;

/** Call paths, and the data of frames, where control does not go by calls and returns alone. */
class CallPathEndToEndTest {

  @EmptyFolder private Path folder;

  private AttributedRun run(Path program) throws IOException, InterruptedException {
    return AttributedRun.of(folder, List.of(), List.of(program.toString()));
  }

  @Test
  void signalsAndForksKeepPaths() throws IOException, InterruptedException {
    AttributedRun run = run(new TestPrograms(folder).compile("detours.c", "-O0"));
    ProcessProfile parent = run.main();
    Predicate<DataObject> handled = named(DataClass.STATIC, "handled");
    Predicate<DataObject> counter = named(DataClass.STATIC, "counter");
    Predicate<DataObject> inChild = named(DataClass.STATIC, "in_child");

    // Nobody calls a handler.
    assertEquals(List.of("3 handler"), paths(parent, "handler"));
    assertEquals(List.of("3 helper handler"), paths(parent, "helper"));
    assertEquals(List.of("1 leaver"), paths(parent, "leaver"));
    assertEquals(
        List.of("3 after raiser main", "1 after left main", "1 after forker main"),
        paths(parent, "after"));
    assertEquals(3, stores(parent, "handler", handled));
    assertEquals(1, stores(parent, "leaver", handled));
    assertEquals(5, loads(parent, "after", counter));
    assertEquals(5, stores(parent, "after", counter));
    // Frames are where they were before the signal, and its handler's is known, too.
    assertEquals(3, stores(parent, "handler", named(DataClass.STACK_VARIABLE, "signal")));
    assertEquals(1, stores(parent, "leaver", named(DataClass.STACK_VARIABLE, "signal")));
    assertEquals(4, stores(parent, "raiser", named(DataClass.STACK_VARIABLE, "of_raiser")));
    assertEquals(3, loads(parent, "raiser", named(DataClass.STACK_VARIABLE, "of_raiser")));
    assertEquals(3, stores(parent, "helper", named(DataClass.STACK_VARIABLE, "of_helper")));

    assertEquals(2, run.profile().processes().size());
    ProcessProfile child =
        run.profile().processes().stream()
            .filter(process -> process.identity().pid() != parent.identity().pid())
            .findAny()
            .orElseThrow();
    assertEquals(0, stores(parent, "work", inChild));
    assertEquals(8, stores(child, "work", inChild));
    assertEquals(1, stores(child, "after", counter));
    assertEquals(1, stores(parent, "forker", named(DataClass.STATIC, "in_parent")));
    // The child was not there when the function that forked was called.
    assertEquals(List.of("1 work forker"), paths(child, "work"));
    assertEquals(List.of("1 after work forker"), paths(child, "after"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"same stack", "other stack"})
  void functionsCountTheSameWhenSignalsInterruptThem(String stack)
      throws IOException, InterruptedException {
    String program = new TestPrograms(folder).compile("timed.c", "-O0").toString();
    AttributedRun run = AttributedRun.of(folder, List.of(), List.of(program, stack));
    ProcessProfile calm = AttributedRun.of(folder, List.of(), List.of(program)).main();
    ProcessProfile timed = run.main();
    Predicate<DataObject> ofHandler =
        stack.startsWith("same")
            ? named(DataClass.STACK_VARIABLE, "of_handler")
            : named(DataClass.STATIC, "other_stack");
    long handled = stores(timed, "handler", named(DataClass.STATIC, "handled"));

    assertTrue(handled > 0);
    assertEquals(List.of(handled + " handler"), paths(timed, "handler"));
    assertTrue(paths(timed, "helper").contains(handled + " helper handler"));
    assertTrue(stores(timed, "handler", ofHandler) >= 2 * handled);
    for (String function : List.of("work", "inner")) {
      for (String variable : List.of("of_work", "of_inner", "n")) {
        Predicate<DataObject> object = named(DataClass.STACK_VARIABLE, variable);
        assertEquals(stores(calm, function, object), stores(timed, function, object), variable);
        assertEquals(loads(calm, function, object), loads(timed, function, object), variable);
      }
      assertEquals(stores(calm, function, o -> true), stores(timed, function, o -> true));
      assertEquals(loads(calm, function, o -> true), loads(timed, function, o -> true));
      assertEquals(paths(calm, function), paths(timed, function));
    }
    assertEquals(List.of("200000 inner work main"), paths(timed, "inner"));
    assertEquals(200000, stores(timed, "inner", named(DataClass.STACK_VARIABLE, "of_inner")));
  }

  @Test
  void pathsKnowTheirDistinctWordsAloneAndWithCalls() throws IOException, InterruptedException {
    AttributedRun run = run(new TestPrograms(folder).compile("touches.c", "-O1"));
    Footprints.Path fill = path(run.main(), "fill", "main");
    Footprints.Path again = path(run.main(), "again", "main");
    Footprints.Path main = path(run.main(), "main", "");

    // Both calls in main put their return addresses into the same word.
    assertEquals(4096 + 1024 + 1, fill.own().word());
    assertEquals(fill.own(), fill.inclusive());
    assertEquals(4096 + 1, path(run.main(), "fill", "again").own().word());
    assertEquals(4096 + 1, path(run.main(), "look", "again").own().word());
    assertEquals(again.own().word() + 4096, again.inclusive().word());
    // The word with the return address of again is main's, too.
    assertEquals(main.own().word() + again.own().word() - 1 + 4096 + 1024, main.inclusive().word());
    assertTrue(main.inclusive().line() >= (4096 + 1024) / 8);
    assertEquals(1, main.oneOf());

    TestPrograms.Result table =
        new TestPrograms(folder)
            .tslmap("report", run.folder().toString(), "--table", "calls", "--format", "csv");
    String header = table.out().lines().findFirst().orElseThrow();
    List<String> columns = List.of(header.split(",", -1));
    String row =
        table
            .out()
            .lines()
            .filter(line -> line.startsWith("item,again,"))
            .findFirst()
            .orElseThrow();
    List<String> values = List.of(row.split(",", -1));
    assertEquals(
        Long.toString(again.own().word()), values.get(columns.indexOf("wordFootprint")), row);
    assertEquals(
        Long.toString(again.inclusive().word()),
        values.get(columns.indexOf("wordInclusiveFootprint")),
        row);
  }

  /** The footprints of a function with this caller, which need not be known. */
  private static Footprints.Path path(ProcessProfile process, String function, String caller) {
    List<CallNode> calls = process.attribution().calls();
    return process.attribution().footprints().paths().stream()
        .filter(path -> isOf(process, calls.get(path.node()), function))
        .filter(
            path ->
                caller.isEmpty()
                    || isOf(process, calls.get(calls.get(path.node()).parent()), caller))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isOf(ProcessProfile process, CallNode node, String function) {
    return process.functions().get(node.function()).name().equals(function);
  }

  @Test
  void whoJumpsCallsAndCodeThatIsMovedAwayStaysWithItsFunction()
      throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    Path program = programs.compile("jumps.c", "-O2");
    String symbols = programs.run(Map.of(), List.of("nm", program.toString())).out();
    assertTrue(symbols.contains(" guarded.cold"), "gcc moves code away, as the test expects");
    AttributedRun run = run(program);
    ProcessProfile process = run.main();
    assertEquals(List.of("3 last middle first main"), paths(process, "last"));
    assertEquals(List.of("3 middle first main"), paths(process, "middle"));
    assertEquals(List.of("1 guarded main", "1 guarded main"), paths(process, "guarded"));
    assertEquals(List.of("1 fail guarded main"), paths(process, "fail"));
    Predicate<DataObject> counter = named(DataClass.STATIC, "counter");
    assertEquals(2, loads(process, "guarded", counter));
    assertEquals(5, stores(process, "guarded", counter), "3 where it is usually, 2 elsewhere");
  }

  @Test
  void exceptionsPassFramesThatCleanUp() throws IOException, InterruptedException {
    AttributedRun run = run(new TestPrograms(folder).compileWith("g++", "unwound.cc", "-O0"));
    ProcessProfile process = run.main();
    assertEquals(
        List.of("1 thrower() middle(int) again() catcher() main"), paths(process, "thrower()"));
    assertEquals(
        List.of("3 Guard::~Guard() middle(int) again() catcher() main"),
        paths(process, "Guard::~Guard()"));
    assertEquals(
        List.of("1 after() again() catcher() main", "1 after() catcher() main"),
        paths(process, "after()"));
    assertEquals(3, stores(process, "Guard::~Guard()", named(DataClass.STATIC, "released")));
    Predicate<DataObject> caught = named(DataClass.STACK_VARIABLE, "caught");
    assertEquals(1, loads(process, "catcher()", caught));
    assertEquals(2, stores(process, "catcher()", caught));
    assertEquals(1, stores(process, "thrower()", o -> o.kind() == DataClass.HEAP));
  }
}
