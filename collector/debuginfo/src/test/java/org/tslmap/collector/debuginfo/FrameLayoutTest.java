package org.tslmap.collector.debuginfo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What lies where in stack frames. The program says itself, of each variable, where it is: how far
 * from the canonical frame address, and at which instruction.
 */
class FrameLayoutTest {

  /** One line for each variable: code address, offset, bytes, function, name. */
  private static final String SOURCE =
      """
      #include <stdio.h>
      extern char __executable_start;
      #define HERE ({ char *pc; __asm__ volatile("lea 0(%%rip), %0" : "=r"(pc)); pc; })
      #define SAY(f, v) printf("%ld %ld %d %s %s\\n", (long)(HERE - &__executable_start), \\
         (long)((char *)&v - (char *)__builtin_dwarf_cfa()), (int)sizeof v, f, #v)
      struct pair { long a; int b; };
      struct large { double d[6]; };
      static inline __attribute__((always_inline)) int inlined(int n)
      {
         int within[5];
         for (int i = 0; i < 5; i++)
            within[i] = n + i;
         SAY("inlined", within);
         return within[n % 5];
      }
      __attribute__((noinline)) int local(int parameter, struct large in_memory)
      {
         int array[8];
         struct pair pairs[2][3];
         SAY("local", parameter);
         SAY("local", in_memory);
         SAY("local", array);
         SAY("local", pairs);
         {
            short array[3];
            SAY("local", array);
            array[1] = parameter;
            parameter += array[1];
         }
         {
            char array[3];
            SAY("local", array);
         }
         return array[parameter % 8] + (int)pairs[1][2].a;
      }
      __attribute__((noinline)) int recursive(int depth)
      {
         int own[4] = {depth};
         SAY("recursive", own);
         if (depth > 0)
            own[1] = recursive(depth - 1) + inlined(depth);
         SAY("recursive", own);
         return own[1];
      }
      int main(void)
      {
         struct large large = {{1}};
         return (local(3, large) + recursive(2)) & 0;
      }
      """;

  @TempDir private Path folder;
  private CompiledObjects objects;

  @BeforeEach
  void inFolder() {
    objects = new CompiledObjects(folder);
  }

  private Path program(String options) throws IOException, InterruptedException {
    List<Object> arguments = new ArrayList<>(Arrays.asList((Object[]) options.split(" ")));
    arguments.add(objects.source("frames.c", SOURCE));
    return objects.compile("gcc", "frames", arguments.toArray());
  }

  private static LocalVariable at(DebugInformation debug, long pc, long offset) {
    return debug.frame(pc).flatMap(frame -> frame.at(pc, offset)).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-g -O0",
        "-g -O1",
        "-g -O2",
        "-g -O2 -gdwarf-4",
        "-g -O0 -fomit-frame-pointer",
        "-g -O2 -fno-omit-frame-pointer",
        // Frame bases of registers, which unwinding tables turn into canonical ones:
        "-g -O0 -gdwarf-2 -gstrict-dwarf",
        "-g -O1 -gdwarf-2 -gstrict-dwarf",
        "-g -O0 -gdwarf-2 -gstrict-dwarf -fomit-frame-pointer",
        "-g -O1 -gdwarf-2 -gstrict-dwarf -fno-asynchronous-unwind-tables",
        "-g -O2 -gsplit-dwarf"
      })
  void everyVariableIsWhereTheProgramHasIt(String options)
      throws IOException, InterruptedException {
    Path program = program(options);
    List<String> lines = objects.run(program).lines().toList();
    assertEquals(6 + 2 * 3 + 2, lines.size());
    try (DebugInformation debug = DebugInformation.open(program)) {
      for (String line : lines) {
        String[] fields = line.split(" ");
        long pc = Long.parseLong(fields[0]);
        long offset = Long.parseLong(fields[1]);
        long bytes = Long.parseLong(fields[2]);
        for (long within : new long[] {0, bytes - 1}) {
          LocalVariable variable = at(debug, pc, offset + within);
          assertEquals(fields[3] + " " + fields[4], variable.function() + " " + variable.name());
          assertEquals(offset, variable.cfaOffset(), line);
          assertEquals(bytes, variable.bytes(), line);
        }
      }
    }
  }

  @Test
  void typesLinesAndRangesAreTheSources() throws IOException, InterruptedException {
    try (DebugInformation debug = DebugInformation.open(program("-g -O0"))) {
      long entry = objects.symbols(folder.resolve("frames")).get("local");
      FrameLayout frame = debug.frame(entry).orElseThrow();
      assertEquals("local", frame.function().name());
      assertEquals(entry, frame.function().entry());
      assertEquals(16, frame.function().line());
      assertEquals(
          List.of(
              "array char [3] 31",
              "array int [8] 18",
              "array short int [3] 25",
              "in_memory struct large 16 parameter",
              "pairs struct pair [2][3] 19",
              "parameter int 16 parameter"),
          frame.variables().stream()
              .map(
                  variable ->
                      "%s %s %d%s"
                          .formatted(
                              variable.name(),
                              variable.type().text(),
                              variable.line(),
                              variable.parameter() ? " parameter" : ""))
              .filter(text -> !text.startsWith("pc "))
              .sorted()
              .toList());
      PcRange code = new PcRange(entry, entry + frame.function().bytes());
      for (LocalVariable variable : frame.variables()) {
        assertEquals("frames.c", Path.of(variable.file()).getFileName().toString());
        boolean whole = !variable.type().text().matches("(char|short int) .*");
        assertEquals(whole, variable.ranges().equals(List.of(code)), variable.toString());
        assertTrue(
            variable.ranges().stream()
                .allMatch(range -> range.start() >= code.start() && range.end() <= code.end()));
      }
      // Passed in memory, above the return address.
      assertEquals(
          0L,
          frame.variables().stream()
              .filter(variable -> variable.name().equals("in_memory"))
              .map(LocalVariable::cfaOffset)
              .findFirst()
              .orElseThrow());
    }
  }

  @Test
  void otherBytesOfTheFrameBelongToNoVariable() throws IOException, InterruptedException {
    Path program = program("-g -O0");
    long entry = objects.symbols(program).get("recursive");
    try (DebugInformation debug = DebugInformation.open(program)) {
      FrameLayout frame = debug.frame(entry).orElseThrow();
      // The return address and the saved frame pointer.
      assertEquals(Optional.empty(), frame.at(entry, -8));
      assertEquals(Optional.empty(), frame.at(entry + 4, -16));
      assertEquals(Optional.empty(), debug.frame(0));
      assertEquals(Optional.empty(), debug.frame(-1));
    }
  }

  @Test
  void variablesThatShareMemoryAreToldApartByCode() {
    PcRange early = new PcRange(100, 120);
    PcRange late = new PcRange(130, 150);
    LocalVariable first = local("first", early);
    LocalVariable second = local("second", late);
    LocalVariable inner = local("inner", new PcRange(134, 138));
    FrameLayout frame =
        new FrameLayout(new DefinedFunction("f", 90, 100, "", 0), List.of(first, second, inner));
    assertEquals(Optional.of(first), frame.at(100, -16));
    assertEquals(Optional.of(first), frame.at(119, -9));
    assertEquals(Optional.of(second), frame.at(133, -12));
    assertEquals(Optional.of(inner), frame.at(134, -12));
    // Spilled right before the range begins, read right after it.
    assertEquals(Optional.of(second), frame.at(127, -16));
    assertEquals(Optional.of(first), frame.at(121, -16));
    assertEquals(Optional.empty(), frame.at(110, -8));
    assertEquals(Optional.empty(), frame.at(110, -17));
  }

  private static LocalVariable local(String name, PcRange... ranges) {
    return new LocalVariable(name, "f", -16, 8, DataType.UNKNOWN, false, "", 0, List.of(ranges));
  }
}
