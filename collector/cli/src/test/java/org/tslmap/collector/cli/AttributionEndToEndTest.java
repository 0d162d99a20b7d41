package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.tslmap.collector.cli.AttributedRun.loads;
import static org.tslmap.collector.cli.AttributedRun.named;
import static org.tslmap.collector.cli.AttributedRun.only;
import static org.tslmap.collector.cli.AttributedRun.paths;
import static org.tslmap.collector.cli.AttributedRun.stores;
import static org.tslmap.collector.cli.AttributedRun.strides;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.Grouping;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.StrideShare;

/** Accesses of programs whose counts are known by hand belong to the right data and call paths. */
class AttributionEndToEndTest {

  @EmptyFolder private Path folder;

  private Path compile() throws IOException, InterruptedException {
    Path other = folder.resolve("other.c");
    try (InputStream in = getClass().getResourceAsStream("other.c")) {
      Files.copy(in, other);
    }
    return new TestPrograms(folder).compile("attributed.c", "-O0", other.toString());
  }

  private AttributedRun run(Path program, String... options)
      throws IOException, InterruptedException {
    return AttributedRun.of(folder, List.of(options), List.of(program.toString()));
  }

  @Test
  void aBlockThatMovesIsTwoAndTheRestOfTheHeapIsTheAllocators()
      throws IOException, InterruptedException {
    AttributedRun run = run(new TestPrograms(folder).compile("moved.c", "-O0"));
    ProcessProfile process = run.main();
    Predicate<DataObject> before = named(DataClass.HEAP, "block = malloc in main (moved.c:11)");
    Predicate<DataObject> after = named(DataClass.HEAP, "block = realloc in main (moved.c:14)");
    Predicate<DataObject> rest = named(DataClass.HEAP, "(heap, no block)");
    Predicate<DataObject> noBlock =
        o -> o.kind() == DataClass.UNKNOWN || o.name().equals("anonymous memory");

    assertEquals(1000, stores(process, "fill", before));
    assertEquals(3000, stores(process, "fill", after));
    assertEquals(0, loads(process, "fill", before.or(after)));
    // The copy is the allocator's: it reads the old block, and writes where no block is yet.
    assertEquals(1000 * 8, only(process, before).bytes());
    assertEquals(3000 * 8, only(process, after).bytes());
    assertTrue(sum(process, before) > 1000 + 1000 * 8 / 64);
    assertEquals(3000, sum(process, after));
    assertTrue(sum(process, rest) > 1000 * 8 / 64);
    assertEquals(0, stores(process, "malloc", noBlock) + loads(process, "malloc", noBlock));
    assertEquals(0, stores(process, "main", rest) + stores(process, "fill", rest));
  }

  private static long sum(ProcessProfile process, Predicate<DataObject> object) {
    return process.attribution().accesses().stream()
        .filter(cell -> object.test(process.attribution().objects().get(cell.object())))
        .mapToLong(cell -> cell.accesses())
        .sum();
  }

  @Test
  void accessesBelongToVariablesHeapBlocksAndPaths() throws IOException, InterruptedException {
    AttributedRun run = run(compile());
    ProcessProfile process = run.main();

    Predicate<DataObject> counter = named(DataClass.STATIC, "counter");
    assertEquals(10, loads(process, "count", counter));
    assertEquals(10, stores(process, "count", counter));
    assertEquals("volatile int", only(process, counter).type());

    Predicate<DataObject> grid = named(DataClass.STATIC, "grid");
    assertEquals(15, stores(process, "columns", grid));
    assertEquals(
        List.of(List.of(new StrideShare(40, 10), new StrideShare(-72, 4))),
        strides(process, "columns", grid));
    assertEquals(List.of(3L, 5L), only(process, grid).dimensions());

    Predicate<DataObject> same = named(DataClass.STATIC, "same");
    assertEquals(4, stores(process, "own", same.and(o -> o.file().endsWith("attributed.c"))));
    assertEquals(7, stores(process, "count", same.and(o -> o.file().endsWith("other.c"))));
    assertEquals(4 + 7, stores(process, "own", same) + stores(process, "count", same));
    // Both files have a function of that name.
    assertEquals(List.of("1 count main", "1 count other main"), paths(process, "count"));
    assertEquals(
        List.of("attributed.c 10", "other.c 7"),
        process.functions().stream()
            .filter(function -> function.name().equals("count"))
            .map(
                function ->
                    Path.of(function.file()).getFileName() + " " + stored(process, function))
            .sorted()
            .toList());

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
        64, stores(process, "grow", named(DataClass.HEAP, "p = malloc in grow (attributed.c:55)")));
    assertEquals(
        50, loads(process, "grow", named(DataClass.HEAP, "p = realloc in grow (attributed.c:58)")));
    assertEquals(
        1 << 20,
        only(process, named(DataClass.HEAP, "p = realloc in grow (attributed.c:58)")).bytes());

    Predicate<DataObject> threadLocal = named(DataClass.THREAD_LOCAL, "per_thread");
    assertEquals(3, loads(process, "main", threadLocal));
    assertEquals(3, stores(process, "main", threadLocal));

    assertEquals(1, words(process, Grouping.OBJECT, "", counter));
    assertEquals(15, words(process, Grouping.OBJECT, "", grid));
    assertEquals(15, words(process, Grouping.FUNCTION_AND_OBJECT, "columns", grid));
    assertEquals(process.footprint().word(), words(process, Grouping.WHOLE, "", object -> true));

    assertEquals(List.of("1 down main", "5 down down main"), paths(process, "down"));
    assertEquals(List.of("1 after jump main", "1 after jump main"), paths(process, "after"));
  }

  /** Distinct words of the part that an access of a function to an object is in. */
  private static long words(
      ProcessProfile process, Grouping grouping, String function, Predicate<DataObject> data) {
    return process.attribution().footprints().of(grouping).stream()
        .filter(
            part -> {
              DataAccess access = process.attribution().accesses().get(part.access());
              return data.test(process.attribution().objects().get(access.object()))
                  && process
                      .functionOf(process.sites().get(access.site()))
                      .name()
                      .contains(function);
            })
        .findFirst()
        .orElseThrow()
        .footprint()
        .word();
  }

  /** Stores a function made to static variables. */
  private static long stored(ProcessProfile process, FunctionInfo function) {
    return process.attribution().accesses().stream()
        .filter(
            cell ->
                process.functionOf(process.sites().get(cell.site())).equals(function)
                    && process.sites().get(cell.site()).kind() == AccessKind.STORE
                    && process.attribution().objects().get(cell.object()).kind()
                        == DataClass.STATIC)
        .mapToLong(DataAccess::accesses)
        .sum();
  }

  @Test
  void replayGivesTheSameProfile() throws IOException, InterruptedException {
    AttributedRun run = run(compile());
    TestPrograms.Result result =
        new TestPrograms(folder).tslmap("replay", "-q", "--out", "again", run.folder().toString());
    assertEquals(0, result.status(), result.err());
    assertEquals(
        -1,
        Files.mismatch(run.folder().resolve("profile.json"), folder.resolve("again/profile.json")));
  }

  @Test
  void codeAloneAndStrippedProgramsHaveNoNamesButWholeSums()
      throws IOException, InterruptedException {
    Path program = compile();
    ProcessProfile code = run(program, "--attribute", "code").main();
    assertEquals(Attribution.NONE, code.attribution());
    assertEquals(
        0, new TestPrograms(folder).run(Map.of(), List.of("strip", program.toString())).status());
    ProcessProfile stripped = run(program).main();
    assertTrue(stripped.attribution().hasData() && stripped.attribution().hasCalls());
    List<CodeLoop> unnamed =
        stripped.loops().loops().stream()
            .filter(loop -> stripped.functions().get(loop.function()).name().startsWith("0x"))
            .toList();
    assertFalse(unnamed.isEmpty());
    for (CodeLoop loop : unnamed) {
      String function = stripped.functions().get(loop.function()).name();
      long after = loop.head() - Long.decode(function.split(" ")[0]);
      assertTrue(after >= 0 && after < 4096, loop + " of " + function);
    }
    assertFalse(
        stripped.attribution().objects().stream().anyMatch(o -> o.name().equals("counter")));
  }

  @Test
  void blocksOfMorePathsThanAreToldApartAreCalledAfterWhoAllocatesThem()
      throws IOException, InterruptedException {
    AttributedRun run = run(new TestPrograms(folder).compile("paths.c", "-O1"));
    String late = "block = malloc in late (paths.c:30)";
    assertEquals(2 * 10, stores(run.main(), "late", named(DataClass.HEAP, late)));
    String later = "block = malloc in later (paths.c:38)";
    assertEquals(20, stores(run.main(), "later", named(DataClass.HEAP, later)));
  }

  @Test
  void blocksOfAWrapperAreCalledAfterItsCallers() throws IOException, InterruptedException {
    AttributedRun run = run(new TestPrograms(folder).compile("wrapped.c", "-O0"));
    String large = "block = malloc in large (wrapped.c:16)";
    assertEquals(40, stores(run.main(), "fill", named(DataClass.HEAP, large)));
    String small = "block = malloc in small (wrapped.c:23)";
    assertEquals(30, stores(run.main(), "fill", named(DataClass.HEAP, small)));
  }

  @Test
  void blocksThatTemplatesAllocateAreCalledAfterTheirUsers()
      throws IOException, InterruptedException {
    Path program = new TestPrograms(folder).compileWith("g++", "wrappers.cc", "-O2");
    AttributedRun run = run(program);
    ProcessProfile process = run.main();
    assertEquals(
        List.of(
            "100 x = operator new in Domain::AllocateNodes(int) (wrappers.cc:23)",
            "200 p = malloc in main (wrappers.cc:39)",
            "300 q = malloc in main (wrappers.cc:39)",
            "400 r = malloc in main (wrappers.cc:41)"),
        filled(process));
    List<String> callersOfMalloc =
        List.of("report", run.folder().toString(), "--table", "callers", "--of", "malloc");
    assertFalse(report(callersOfMalloc, "off").contains("Allocate<double>"));
    assertTrue(report(callersOfMalloc, "on").contains("Allocate<double>"));
    ProcessProfile told = run(program, "--wrapper", "Domain::Allocate*").main();
    assertEquals("100 domain.x = operator new in main (wrappers.cc:37)", filled(told).get(0));
  }

  @Test
  void blocksOfContainersArenasAndFactoriesAreCalledAfterTheirUsers()
      throws IOException, InterruptedException {
    Path program = new TestPrograms(folder).compileWith("g++", "allocators.cc", "-O2");
    assertEquals(
        List.of(
            "1 operator new in main (allocators.cc:129)",
            "1 words = operator new in Index::add(int) (allocators.cc:113)",
            "20 part = malloc in main (allocators.cc:134)",
            "30 operator new in main (allocators.cc:136)",
            "390 heights = operator new[] in Mesh::measure(int) (allocators.cc:78)",
            "400 numbers = operator new[] in main (allocators.cc:126)",
            "50 x = operator new[] in Solver<double>::prepare(int) (allocators.cc:52)",
            "60 made = operator new[] in Builder<double>::build() (allocators.cc:66)"),
        filled(run(program).main()));
  }

  @Test
  void vectorsAreNamedWhereTheirFunctionsJumpToOthers() throws IOException, InterruptedException {
    Path program = new TestPrograms(folder).compileWith("g++", "tables.cc", "-O2");
    assertEquals(
        List.of(
            "10 t.balance = operator new in main (tables.cc:21)",
            "20 t.interest = operator new in main (tables.cc:22)"),
        filled(run(program).main()));
  }

  /** In JSON, and as far as text says it, too. */
  @Test
  void inlinedFunctionsAsFunctionsOfTheirOwnLeaveAllSumsAsTheyAre()
      throws IOException, InterruptedException {
    AttributedRun run = run(new TestPrograms(folder).compileWith("g++", "wrappers.cc", "-O2"));
    List<String> json =
        List.of("report", run.folder().toString(), "--table", "functions", "--format", "json");
    List<String> text =
        List.of(
            "report",
            run.folder().toString(),
            "--table",
            "functions",
            "--columns",
            "name,accesses,loads,stores");
    JsonNode off = new ObjectMapper().readTree(report(json, "off")).path("rows");
    JsonNode on = new ObjectMapper().readTree(report(json, "on")).path("rows");
    assertTrue(on.size() > off.size(), "rows: " + on.size() + " and " + off.size());
    for (String column : List.of("accesses", "loads", "stores")) {
      long all = sum(off, "whole", column);
      assertEquals(all, sum(off, "item", column));
      assertEquals(all, sum(on, "whole", column));
      assertEquals(all, sum(on, "item", column));
    }
    assertEquals(whole(report(text, "off")), whole(report(text, "on")));
  }

  private static long sum(JsonNode rows, String kind, String column) {
    return StreamSupport.stream(rows.spliterator(), false)
        .filter(row -> row.path("row").asText().equals(kind))
        .mapToLong(row -> row.path(column).asLong())
        .sum();
  }

  private static String whole(String table) {
    return table
        .lines()
        .filter(line -> line.startsWith("whole "))
        .findFirst()
        .orElseThrow()
        .replaceAll(" +", " ");
  }

  @Test
  void aBlockInUsedMemoryIsAsLargeAsItIs() throws IOException, InterruptedException {
    AttributedRun run = run(new TestPrograms(folder).compile("reused.c", "-O1"));
    String text =
        CapturedCommand.tslmap("hotspots", run.folder().toString(), "--cache", "32K:8,256K:8")
            .out();
    assertTrue(
        text.contains("about 10 passes over the 1.00 MiB of block (malloc in main, reused.c:16)"),
        text);
    assertFalse(text.contains("which alone would fit"), text);
  }

  private static String report(List<String> command, String inlined) {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of("--inlined", inlined));
    return CapturedCommand.tslmap(all.toArray(String[]::new)).out();
  }

  /** The stores of "fill" to each block. */
  private static List<String> filled(ProcessProfile process) {
    Map<String, Long> stores = new TreeMap<>();
    for (DataAccess access : process.attribution().accesses()) {
      SiteProfile site = process.sites().get(access.site());
      DataObject object = process.attribution().objects().get(access.object());
      if (site.kind() == AccessKind.STORE
          && object.kind() == DataClass.HEAP
          && process.functionOf(site).name().startsWith("fill")) {
        stores.merge(object.name(), access.accesses(), Long::sum);
      }
    }
    return stores.entrySet().stream()
        .map(block -> block.getValue() + " " + block.getKey())
        .sorted()
        .toList();
  }

  @Test
  void exceptionsLeaveThePathOfWhoCatchesThem() throws IOException, InterruptedException {
    Path program = new TestPrograms(folder).compileWith("g++", "thrown.cc", "-O0");
    ProcessProfile process = run(program).main();
    assertEquals(
        List.of("1 after() catcher() main", "1 after() catcher() main"), paths(process, "after()"));
    assertEquals(
        10,
        stores(
            process,
            "main",
            o ->
                o.kind() == DataClass.HEAP
                    && o.allocation().startsWith("operator new[] in main (")));
  }
}
