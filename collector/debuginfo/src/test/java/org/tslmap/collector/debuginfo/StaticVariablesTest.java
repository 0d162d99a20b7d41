package org.tslmap.collector.debuginfo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names, places and types of C's static variables, compared with what the program itself says. */
class StaticVariablesTest {

  private static final String FIRST =
      """
      #include <stdio.h>
      extern char __executable_start;
      struct point { double x; int id; char tag[4]; };
      struct point grid[3][5];
      static int shared_name[7] = {1};
      const short *const volatile pointer;
      __thread long mine[4] = {1};
      static __thread char own;
      double (*table[2])(int, const char *);
      void say(const char *name, void *at)
      {
         printf("%s %ld\\n", name, (long)((char *)at - &__executable_start));
      }
      void second(void);
      int calls(void)
      {
         static long count = 5;
         {
            static char count[3];
            say("inner", count);
         }
         say("count", &count);
         return (int)++count;
      }
      int main(void)
      {
         calls();
         say("grid", grid);
         say("first", shared_name);
         say("pointer", (void *)&pointer);
         say("table", table);
         mine[1] = own++;
         second();
         return 0;
      }
      """;

  private static final String SECOND =
      """
      void say(const char *name, void *at);
      static float shared_name[2][2];
      void second(void)
      {
         say("second", shared_name);
      }
      """;

  @TempDir private Path folder;
  private CompiledObjects objects;

  @BeforeEach
  void inFolder() {
    objects = new CompiledObjects(folder);
  }

  private Path program(String... options) throws IOException, InterruptedException {
    List<Object> arguments = new ArrayList<>(List.of(options));
    arguments.add(objects.source("first.c", FIRST));
    arguments.add(objects.source("second.c", SECOND));
    return objects.compile("gcc", "program", arguments.toArray());
  }

  private long said(String output, String name) {
    return output
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  /** A variable in one line, without where the compiler found its own file. */
  private static String line(StaticVariable variable) {
    return "%s %d %s %d %s %s %s %s:%d%s"
        .formatted(
            variable.name(),
            variable.bytes(),
            variable.type().text(),
            variable.type().elementBytes(),
            variable.type().dimensions(),
            variable.function().isEmpty() ? "-" : variable.function(),
            Path.of(variable.unit()).getFileName(),
            Path.of(variable.file()).getFileName(),
            variable.line(),
            variable.threadLocal() ? " thread-local" : "");
  }

  private static List<StaticVariable> ofSource(DebugInformation debug) {
    return debug.statics().stream().filter(variable -> !variable.unit().isEmpty()).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-g -O0",
        "-g -O2",
        "-g -O0 -gdwarf-4",
        "-g -O2 -gdwarf-4 -fdebug-types-section",
        "-g -O1 -gz",
        "-g -O1 -gsplit-dwarf",
        "-g -O2 -no-pie",
        "-g -O1 -ffunction-sections -fdata-sections -Wl,--gc-sections",
        "-g -O2 -flto"
      })
  void everyVariableIsWhereTheProgramHasIt(String options)
      throws IOException, InterruptedException {
    Path program = program(options.split(" "));
    String output = objects.run(program);
    long base =
        options.contains("-no-pie") ? objects.symbols(program).get("__executable_start") : 0;
    try (DebugInformation debug = DebugInformation.open(program)) {
      assertTrue(debug.hasDwarf());
      List<StaticVariable> variables = ofSource(debug);
      assertEquals(
          List.of(
              "count 3 char [3] 1 [3] calls first.c first.c:19",
              "count 8 long int 8 [] calls first.c first.c:17",
              "grid 240 struct point [3][5] 16 [3, 5] - first.c first.c:4",
              "mine 32 long int [4] 8 [4] - first.c first.c:7 thread-local",
              "own 1 char 1 [] - first.c first.c:8 thread-local",
              "pointer 8 const short int *const volatile 8 [] - first.c first.c:6",
              "shared_name 16 float [2][2] 4 [2, 2] - second.c second.c:2",
              "shared_name 28 int [7] 4 [7] - first.c first.c:5",
              "table 16 double (*[2])(int, const char *) 8 [2] - first.c first.c:9"),
          variables.stream()
              .map(StaticVariablesTest::line)
              // Linked again, all code is of one made-up file.
              .map(text -> text.replaceFirst("<artificial> (\\w+.c)", "$1 $1"))
              .sorted()
              .toList());
      assertPlace(said(output, "grid") + base, variables, "grid", 240);
      assertPlace(said(output, "first") + base, variables, "shared_name", 28);
      assertPlace(said(output, "second") + base, variables, "shared_name", 16);
      assertPlace(said(output, "pointer") + base, variables, "pointer", 8);
      assertPlace(said(output, "table") + base, variables, "table", 16);
      assertPlace(said(output, "count") + base, variables, "count", 8);
      assertPlace(said(output, "inner") + base, variables, "count", 3);
      assertPlace(objects.symbols(program).get("mine"), variables, "mine", 32);
      assertPlace(objects.symbols(program).get("own"), variables, "own", 1);
    }
  }

  private static void assertPlace(
      long address, List<StaticVariable> variables, String name, long bytes) {
    assertEquals(
        List.of(Long.toHexString(address)),
        variables.stream()
            .filter(variable -> variable.name().equals(name) && variable.bytes() == bytes)
            .map(variable -> Long.toHexString(variable.address()))
            .toList(),
        name);
  }

  @Test
  void symbolsRemainWithoutDebugInformation() throws IOException, InterruptedException {
    Path program = program("-O1");
    try (DebugInformation debug = DebugInformation.open(program)) {
      assertEquals(false, debug.hasDwarf());
      StaticVariable grid =
          debug.statics().stream()
              .filter(variable -> variable.name().equals("grid"))
              .findFirst()
              .orElseThrow();
      assertEquals(
          new StaticVariable(
              "grid",
              objects.symbols(program).get("grid"),
              240,
              DataType.UNKNOWN,
              "",
              "",
              "",
              0,
              false),
          grid);
      List<Long> both =
          debug.statics().stream()
              .filter(variable -> variable.name().equals("shared_name"))
              .map(StaticVariable::bytes)
              .sorted()
              .toList();
      assertEquals(List.of(16L, 28L), both);
      assertEquals(
          1,
          debug.statics().stream()
              .filter(StaticVariable::threadLocal)
              .filter(variable -> variable.name().equals("mine") && variable.bytes() == 32)
              .count());
    }
  }

  @Test
  void symbolsFillInForFilesWithoutDebugInformation() throws IOException, InterruptedException {
    Path second = folder.resolve("second.o");
    objects.run("gcc", "-c", "-o", second, objects.source("second.c", SECOND));
    Path program = objects.compile("gcc", "half", "-g", objects.source("first.c", FIRST), second);
    try (DebugInformation debug = DebugInformation.open(program)) {
      List<String> both =
          debug.statics().stream()
              .filter(variable -> variable.name().equals("shared_name"))
              .map(variable -> variable.bytes() + " " + variable.type().text())
              .sorted()
              .toList();
      assertEquals(List.of("16 ", "28 int [7]"), both);
    }
  }

  @Test
  void nothingIsInTwoPlacesOrTwiceInOne() throws IOException, InterruptedException {
    try (DebugInformation debug = DebugInformation.open(program("-g"))) {
      long end = 0;
      boolean threadLocal = false;
      for (StaticVariable variable : debug.statics()) {
        if (variable.threadLocal() != threadLocal) {
          threadLocal = true;
          end = 0;
        }
        assertTrue(variable.address() >= end, variable.toString());
        end = variable.end();
      }
    }
  }

  @Test
  void sharedObjectsHaveTheirOwn() throws IOException, InterruptedException {
    Path library =
        objects.compile(
            "gcc",
            "libsecond.so",
            "-g",
            "-shared",
            "-fPIC",
            objects.source(
                "library.c",
                "static int hidden[9]; long shown; int *f(void) {"
                    + " shown++; return hidden; }\n"));
    try (DebugInformation debug = DebugInformation.open(library)) {
      assertEquals(
          List.of("hidden 36", "shown 8"),
          ofSource(debug).stream()
              .map(variable -> variable.name() + " " + variable.bytes())
              .sorted()
              .toList());
      assertEquals(
          objects.symbols(library).get("hidden"),
          ofSource(debug).stream()
              .filter(variable -> variable.name().equals("hidden"))
              .map(StaticVariable::address)
              .findFirst()
              .orElseThrow());
    }
  }

  @Test
  void oneNameOfSeveralIsTaken() throws IOException, InterruptedException {
    Path program =
        objects.compile(
            "gcc",
            "alias",
            objects.source(
                "alias.c",
                """
                int __value[3];
                extern int value[3] __attribute__((weak, alias("__value")));
                extern int _value[3] __attribute__((alias("__value")));
                int main(void) { return value[1]; }
                """));
    long address = objects.symbols(program).get("value");
    try (DebugInformation debug = DebugInformation.open(program)) {
      assertEquals(
          List.of("value"),
          debug.statics().stream()
              .filter(variable -> variable.address() == address)
              .map(StaticVariable::name)
              .toList());
    }
  }
}
