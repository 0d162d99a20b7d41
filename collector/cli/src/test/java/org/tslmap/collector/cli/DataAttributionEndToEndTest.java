package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.tslmap.collector.cli.AttributedRun.loads;
import static org.tslmap.collector.cli.AttributedRun.named;
import static org.tslmap.collector.cli.AttributedRun.only;
import static org.tslmap.collector.cli.AttributedRun.paths;
import static org.tslmap.collector.cli.AttributedRun.stores;
import static org.tslmap.collector.cli.AttributedRun.strides;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.StrideShare;

/**
 * Arrays, members, shared objects, inlined functions and programs that say little of themselves.
 */
class DataAttributionEndToEndTest {

  @EmptyFolder private Path folder;

  private Path compileShared(String name, String... options)
      throws IOException, InterruptedException {
    Path source = folder.resolve(name + ".c");
    Path object = folder.resolve("lib" + name + ".so");
    try (InputStream in = getClass().getResourceAsStream(name + ".c")) {
      Files.copy(in, source);
    }
    List<String> command = new ArrayList<>(List.of("gcc", "-g", "-O0", "-fPIC", "-shared"));
    command.addAll(List.of(options));
    command.addAll(List.of("-o", object.toString(), source.toString()));
    TestPrograms.Result built = new TestPrograms(folder).run(Map.of(), command);
    assertEquals(0, built.status(), built.err());
    return object;
  }

  private Path compileShapes() throws IOException, InterruptedException {
    Path object = compileShared("shared");
    TestPrograms programs = new TestPrograms(folder);
    return programs.compile(
        "shapes.c", "-O0", "-Wl,--no-as-needed", object.toString(), "-Wl,-rpath," + folder);
  }

  @Test
  void variablesOfAPluginAreTheSameEachTimeThatItIsLoaded()
      throws IOException, InterruptedException {
    Path plugin = compileShared("shared");
    Path program = new TestPrograms(folder).compile("reloaded.c", "-O0");
    ProcessProfile process =
        AttributedRun.of(folder, List.of(), List.of(program.toString(), plugin.toString())).main();
    Predicate<DataObject> kept = named(DataClass.STATIC, "kept");
    assertEquals(3 * 10, stores(process, "shared", kept));
    assertEquals(32, only(process, kept).bytes());
    assertEquals(3 * 3, stores(process, "shared", named(DataClass.STATIC, "exported")));
  }

  private static List<StrideShare> shares(long... strideAndCount) {
    StrideShare[] shares = new StrideShare[strideAndCount.length / 2];
    Arrays.setAll(shares, i -> new StrideShare(strideAndCount[2 * i], strideAndCount[2 * i + 1]));
    return List.of(shares);
  }

  @Test
  void arraysAndMembersShowTheirStrides() throws IOException, InterruptedException {
    AttributedRun run = AttributedRun.of(folder, List.of(), List.of(compileShapes().toString()));
    ProcessProfile process = run.main();

    Predicate<DataObject> points = named(DataClass.STATIC, "points");
    assertEquals(14, stores(process, "members", points));
    assertEquals(List.of(shares(24, 9), shares(72, 3)), strides(process, "members", points));
    assertEquals(240, only(process, points).bytes());
    assertEquals(24, only(process, points).elementBytes());
    assertEquals(List.of(10L), only(process, points).dimensions());
    assertEquals("volatile struct point [10]", only(process, points).type());

    Predicate<DataObject> image = named(DataClass.STATIC, "image");
    assertEquals(24, stores(process, "rows", image));
    assertEquals(24, loads(process, "columns", image));
    assertEquals(List.of(shares(8, 23)), strides(process, "rows", image));
    assertEquals(List.of(shares(48, 18, -136, 5)), strides(process, "columns", image));
    assertEquals(List.of(4L, 6L), only(process, image).dimensions());

    Predicate<DataObject> square = named(DataClass.STACK_VARIABLE, "square");
    assertEquals(16, stores(process, "columns_of_local", square));
    assertEquals(List.of(shares(32, 12, -88, 3)), strides(process, "columns_of_local", square));
    assertEquals(List.of(4L, 4L), only(process, square).dimensions());

    Predicate<DataObject> block =
        named(DataClass.HEAP, "block = malloc in columns_of_heap (shapes.c:49)");
    assertEquals(24, stores(process, "columns_of_heap", block));
    assertEquals(List.of(shares(48, 18, -136, 5)), strides(process, "columns_of_heap", block));
    assertEquals(4 * 6 * 8, only(process, block).bytes());

    Predicate<DataObject> inner = named(DataClass.STACK_VARIABLE, "inner");
    assertEquals(6 + 9, loads(process, "host", inner));
    assertEquals(2 + 6 + 9, stores(process, "host", inner));
    assertEquals("inlined", only(process, inner).function());
    Predicate<DataObject> outer = named(DataClass.STACK_VARIABLE, "outer");
    assertEquals(1, loads(process, "host", outer));
    assertEquals(2, stores(process, "host", outer));
    assertEquals("host", only(process, outer).function());

    Predicate<DataObject> kept = named(DataClass.STATIC, "kept");
    assertEquals(12, loads(process, "shared", kept));
    assertEquals(12, stores(process, "shared", kept));
    assertTrue(only(process, kept).object().endsWith("/libshared.so"), only(process, kept)::object);
    // The program has a copy of it, which both use.
    Predicate<DataObject> exported =
        named(DataClass.STATIC, "exported").and(object -> object.object().endsWith("/shapes"));
    assertEquals(3, loads(process, "shared", exported));
    assertEquals(3, stores(process, "shared", exported));
    assertEquals(5, loads(process, "main", exported));
    assertEquals(5, stores(process, "main", exported));
    assertEquals(List.of("1 shared main"), AttributedRun.paths(process, "shared"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-ftls-model=global-dynamic",
        "-ftls-model=local-dynamic",
        "-ftls-model=initial-exec",
        "-mtls-dialect=gnu2"
      })
  void threadLocalVariablesOfWhatIsLoadedLaterAreFoundInEachThread(String model)
      throws IOException, InterruptedException {
    Path library = compileShared("later", model);
    Path program = new TestPrograms(folder).compile("loader.c", "-O0");
    AttributedRun run =
        AttributedRun.of(folder, List.of(), List.of(program.toString(), library.toString()));
    ProcessProfile process = run.main();
    Predicate<DataObject> cell = named(DataClass.THREAD_LOCAL, "cell");
    assertEquals(30 + 20 + 7, stores(process, "touch", cell));
    assertEquals(3, stores(process, "touch", named(DataClass.THREAD_LOCAL, "mine")));
    // main reads where the library's name is.
    Predicate<DataObject> arguments = named(DataClass.STACK, "(arguments and environment)");
    assertEquals(1, loads(process, "main", arguments));
    assertEquals(List.of(10L), only(process, cell).dimensions());
    assertTrue(only(process, cell).object().endsWith("/liblater.so"), only(process, cell)::object);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theEnvironmentIsOneObjectWhereverTheStackStarts(boolean kept)
      throws IOException, InterruptedException {
    Path program = new TestPrograms(folder).compile("environment.c", "-O1");
    List<String> options = kept ? List.of("--keep-environment") : List.of();
    ProcessProfile process = AttributedRun.of(folder, options, List.of(program.toString())).main();
    assertTrue(
        loads(process, "letters", named(DataClass.STACK, "(arguments and environment)")) > 2);
    assertEquals(0, loads(process, "letters", o -> o.kind() == DataClass.MAPPED));
  }

  @Test
  void fewFunctionsAloneStillHaveTheirData() throws IOException, InterruptedException {
    AttributedRun run =
        AttributedRun.of(
            folder,
            List.of("--fn", "members", "--fn", "columns_of_local", "--fn", "columns_of_heap"),
            List.of(compileShapes().toString()));
    ProcessProfile process = run.main();
    assertEquals(14, stores(process, "members", named(DataClass.STATIC, "points")));
    assertEquals(24, stores(process, "columns_of_heap", o -> o.kind() == DataClass.HEAP));
    // Who called them was not seen, nor so where in the stack their frames are: it has no
    // variables.
    Predicate<DataObject> stack = o -> o.kind() == DataClass.STACK;
    assertEquals(17, stores(process, "members", stack));
    assertEquals(60, loads(process, "members", stack));
    assertEquals(16 + 26, stores(process, "columns_of_local", stack));
    assertEquals(3, process.attribution().calls().size());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void programsWithoutDebugInformationHaveDataInOneNotice(boolean stripped)
      throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    Path program = programs.compile("bare.c", "-O0", "-g0", "-Wl,-z,lazy");
    Map<String, String> names = codeNames(programs, program, stripped);
    if (stripped) {
      assertEquals(0, programs.run(Map.of(), List.of("strip", program.toString())).status());
    }
    Path text = folder.resolve("bare.c");
    AttributedRun run =
        AttributedRun.of(folder, List.of(), List.of(program.toString(), text.toString()));
    ProcessProfile process = run.main();

    assertEquals(1, run.err().lines().filter(l -> l.contains("no debug information")).count());
    Predicate<DataObject> inText =
        o -> o.kind() == DataClass.MAPPED && o.name().equals(text.toString());
    Predicate<DataObject> block = o -> o.kind() == DataClass.HEAP && o.bytes() == 80;
    assertEquals(1, only(process, block).instances());
    assertEquals(program.toString(), only(process, block).object());
    assertEquals(48, sum(process, inText));
    assertEquals(80, sum(process, block));
    assertEquals("malloc in " + names.get("heap"), only(process, block).name());
    assertEquals(48, loads(process, names.get("file"), inText));
    assertEquals(80, stores(process, names.get("heap"), block));
    Predicate<DataObject> counter =
        stripped
            ? o -> o.kind() == DataClass.MAPPED && o.name().equals(program.toString())
            : named(DataClass.STATIC, "counter");
    assertEquals(7, loads(process, names.get("main"), counter));
    assertEquals(7, stores(process, names.get("main"), counter));
    assertEquals(
        List.of("1 " + names.get("heap") + " " + names.get("main")),
        paths(process, names.get("heap"), names.get("main")));
    // The first call of a function goes by way of the word that says where it is, and pushes its
    // number for the dynamic linker.
    assertEquals(1, loads(process, "free@plt", o -> true));
    assertEquals(1, stores(process, "free@plt", o -> true));
  }

  /** What functions are called, by the names they have in the source. */
  private static Map<String, String> codeNames(
      TestPrograms programs, Path program, boolean stripped)
      throws IOException, InterruptedException {
    Map<String, String> names = new HashMap<>();
    for (String line :
        programs.run(Map.of(), List.of("nm", program.toString())).out().split("\n")) {
      String[] fields = line.strip().split(" +");
      if (fields.length == 3 && fields[1].equalsIgnoreCase("t")) {
        String address = Long.toHexString(Long.parseLong(fields[0], 16));
        names.put(fields[2], stripped ? "0x" + address + " [bare]" : fields[2]);
      }
    }
    return names;
  }

  private static long sum(ProcessProfile process, Predicate<DataObject> object) {
    return process.attribution().accesses().stream()
        .filter(cell -> object.test(process.attribution().objects().get(cell.object())))
        .mapToLong(cell -> cell.accesses())
        .sum();
  }

  @Test
  void fortranArraysHaveTheirDimensions() throws IOException, InterruptedException {
    boolean here =
        Arrays.stream(System.getenv("PATH").split(":"))
            .anyMatch(entry -> Files.isExecutable(Path.of(entry, "gfortran")));
    assumeTrue(here, "gfortran is not installed");
    Path program = new TestPrograms(folder).compileWith("gfortran", "columns.f90", "-O0");
    AttributedRun run = AttributedRun.of(folder, List.of(), List.of(program.toString()));
    ProcessProfile process = run.main();

    Predicate<DataObject> image = named(DataClass.STATIC, "shapes::image");
    // The first index is the one that runs along memory.
    assertEquals(List.of(5L, 3L), only(process, image).dimensions());
    assertEquals("volatile real(kind=8) (3,5)", only(process, image).type());
    String columns = "shapes::by_columns";
    assertEquals(15, stores(process, columns, image));
    assertEquals(List.of(shares(8, 14)), strides(process, columns, image));
    String rows = "shapes::by_rows";
    assertEquals(15, stores(process, rows, image));
    assertEquals(List.of(shares(24, 12, -88, 2)), strides(process, rows, image));

    Predicate<DataObject> square = named(DataClass.STACK_VARIABLE, "square");
    assertEquals(4, stores(process, "shapes::of_local", square));
    assertEquals(List.of(shares(4, 3)), strides(process, "shapes::of_local", square));
    assertEquals(List.of(2L, 4L), only(process, square).dimensions());
  }
}
