package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.StrideShare;

/** Accesses of programs whose counts are known by hand belong to the right data and call paths. */
class AttributionEndToEndTest {

  @TempDir private Path folder;

  /** Accesses that a function's own instructions made to objects of a class and name. */
  private static long count(
      ProcessProfile process, String function, AccessKind kind, Predicate<DataObject> object) {
    long count = 0;
    for (DataAccess access : process.attribution().accesses()) {
      SiteProfile site = process.sites().get(access.site());
      if (process.functionOf(site).name().equals(function)
          && site.kind() == kind
          && object.test(process.attribution().objects().get(access.object()))) {
        count += access.accesses();
      }
    }
    return count;
  }

  private static long loads(ProcessProfile process, String function, Predicate<DataObject> o) {
    return count(process, function, AccessKind.LOAD, o);
  }

  private static long stores(ProcessProfile process, String function, Predicate<DataObject> o) {
    return count(process, function, AccessKind.STORE, o);
  }

  private static Predicate<DataObject> named(DataClass kind, String name) {
    return object -> object.kind() == kind && object.name().equals(name);
  }

  private static DataObject only(ProcessProfile process, Predicate<DataObject> wanted) {
    List<DataObject> found = process.attribution().objects().stream().filter(wanted).toList();
    assertEquals(1, found.size(), found.toString());
    return found.get(0);
  }

  private static List<StrideShare> strides(
      ProcessProfile process, String function, Predicate<DataObject> object) {
    return process.attribution().accesses().stream()
        .filter(a -> object.test(process.attribution().objects().get(a.object())))
        .filter(a -> process.functionOf(process.sites().get(a.site())).name().equals(function))
        .findFirst()
        .orElseThrow()
        .strides();
  }

  /** Names from a function up to main, and how often it was called that way. */
  private static List<String> paths(ProcessProfile process, String function) {
    List<String> paths = new ArrayList<>();
    List<CallNode> calls = process.attribution().calls();
    for (CallNode node : calls) {
      if (process.functions().get(node.function()).name().equals(function)) {
        StringBuilder path = new StringBuilder(Long.toString(node.calls()));
        CallNode at = node;
        while (true) {
          String name = process.functions().get(at.function()).name();
          path.append(' ').append(name);
          if (name.equals("main") || at.parent() < 0) {
            break;
          }
          at = calls.get(at.parent());
        }
        paths.add(path.toString());
      }
    }
    return paths;
  }

  private Path compile() throws IOException, InterruptedException {
    Path other = folder.resolve("other.c");
    try (InputStream in = getClass().getResourceAsStream("other.c")) {
      Files.copy(in, other);
    }
    return new TestPrograms(folder).compile("attributed.c", "-O0", other.toString());
  }

  private ProcessProfile run(Path program, String... options)
      throws IOException, InterruptedException {
    String out = Files.exists(folder.resolve("run")) ? "run2" : "run";
    List<String> arguments = new ArrayList<>(List.of("run", "-q", "--no-plots", "--out", out));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("--", program.toString()));
    TestPrograms.Result result = new TestPrograms(folder).tslmap(arguments.toArray(String[]::new));
    assertEquals(0, result.status(), result.err());
    return ProfileJson.read(folder.resolve(out).resolve("profile.json")).mainProcess();
  }

  @Test
  void accessesBelongToVariablesHeapBlocksAndPaths() throws IOException, InterruptedException {
    ProcessProfile process = run(compile());

    Predicate<DataObject> counter = named(DataClass.STATIC, "counter");
    assertEquals(10, loads(process, "count", counter));
    assertEquals(10, stores(process, "count", counter));
    assertEquals("volatile int", only(process, counter).type());

    Predicate<DataObject> grid = named(DataClass.STATIC, "grid");
    assertEquals(15, stores(process, "columns", grid));
    assertEquals(
        List.of(new StrideShare(40, 10), new StrideShare(-72, 4)),
        strides(process, "columns", grid));
    assertEquals(List.of(3L, 5L), only(process, grid).dimensions());

    Predicate<DataObject> same = named(DataClass.STATIC, "same");
    assertEquals(4, stores(process, "own", same.and(o -> o.file().endsWith("attributed.c"))));
    assertEquals(7, stores(process, "other", same.and(o -> o.file().endsWith("other.c"))));
    assertEquals(4 + 7, stores(process, "own", same) + stores(process, "other", same));

    Predicate<DataObject> local = named(DataClass.STACK_VARIABLE, "x");
    assertEquals(1, stores(process, "shadow", local.and(o -> o.line() == 33)));
    assertEquals(3, stores(process, "shadow", local.and(o -> o.line() == 35)));

    assertEquals(6, stores(process, "down", named(DataClass.STACK_VARIABLE, "level")));
    Predicate<DataObject> level =
        named(DataClass.STACK_VARIABLE, "level").and(o -> o.function().equals("down"));
    assertEquals(6, only(process, level).instances());
    assertEquals(3, loads(process, "read_parameter", named(DataClass.STACK_VARIABLE, "given")));
    assertEquals(8, stores(process, "into", named(DataClass.STACK_VARIABLE, "of_main")));

    assertEquals(
        64, stores(process, "grow", named(DataClass.HEAP, "malloc in grow (attributed.c:55)")));
    assertEquals(
        50, loads(process, "grow", named(DataClass.HEAP, "realloc in grow (attributed.c:58)")));
    assertEquals(
        1 << 20, only(process, named(DataClass.HEAP, "realloc in grow (attributed.c:58)")).bytes());

    Predicate<DataObject> threadLocal = named(DataClass.THREAD_LOCAL, "per_thread");
    assertEquals(3, loads(process, "main", threadLocal));
    assertEquals(3, stores(process, "main", threadLocal));

    assertEquals(List.of("1 down main", "5 down down main"), paths(process, "down"));
    assertEquals(List.of("1 after jump main", "1 after jump main"), paths(process, "after"));
  }

  @Test
  void replayGivesTheSameProfile() throws IOException, InterruptedException {
    run(compile());
    TestPrograms.Result result =
        new TestPrograms(folder).tslmap("replay", "-q", "--no-plots", "--out", "again", "run");
    assertEquals(0, result.status(), result.err());
    assertEquals(
        -1,
        Files.mismatch(folder.resolve("run/profile.json"), folder.resolve("again/profile.json")));
  }

  @Test
  void codeAloneAndStrippedProgramsHaveNoNamesButWholeSums()
      throws IOException, InterruptedException {
    Path program = compile();
    ProcessProfile code = run(program, "--attribute", "code");
    assertEquals(Attribution.NONE, code.attribution());
    assertEquals(
        0, new TestPrograms(folder).run(Map.of(), List.of("strip", program.toString())).status());
    ProcessProfile stripped = run(program);
    assertTrue(stripped.attribution().hasData() && stripped.attribution().hasCalls());
    assertFalse(
        stripped.attribution().objects().stream().anyMatch(o -> o.name().equals("counter")));
  }

  @Test
  void exceptionsLeaveThePathOfWhoCatchesThem() throws IOException, InterruptedException {
    Path program = new TestPrograms(folder).compileWith("g++", "thrown.cc", "-O0");
    ProcessProfile process = run(program);
    assertEquals(
        List.of("1 after() catcher() main", "1 after() catcher() main"), paths(process, "after()"));
    assertEquals(
        10,
        stores(
            process,
            "main",
            o -> o.kind() == DataClass.HEAP && o.name().startsWith("operator new[] in main (")));
  }
}
