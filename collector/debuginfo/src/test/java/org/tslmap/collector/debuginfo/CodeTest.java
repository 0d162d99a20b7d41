package org.tslmap.collector.debuginfo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions, inlined calls and lines of addresses that the program names itself. */
class CodeTest {

  private static final String SOURCE =
      """
      #include <stdio.h>
      extern char __executable_start;
      #define INLINE static inline __attribute__((always_inline))
      #define HERE(f) ({ char *pc; __asm__ volatile("lea 0(%%rip), %0" : "=r"(pc)); \\
         printf("%ld %d %s\\n", (long)(pc - &__executable_start), __LINE__, f); 1; })
      INLINE int inner(int n)
      {
         return n + HERE("inner");
      }
      INLINE int middle(int n)
      {
         n *= 3;
         return inner(n) + HERE("middle");
      }
      __attribute__((noinline)) int outer(int n)
      {
         int before = HERE("outer");
         return before + middle(n);
      }
      int main(void)
      {
         outer(1);
         middle(2);
         return 0;
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
    arguments.add(objects.source("code.c", SOURCE));
    return objects.compile("gcc", "code", arguments.toArray());
  }

  /** Function, line, and inlined calls at an address, as "outer:13 inner<13 middle<18". */
  private static String where(DebugInformation debug, long pc) {
    StringBuilder text = new StringBuilder();
    text.append(debug.function(pc).orElseThrow().name());
    text.append(':').append(debug.line(pc).orElseThrow().line());
    for (InlineFrame frame : debug.inlined(pc)) {
      assertEquals("code.c", Path.of(frame.callFile()).getFileName().toString());
      text.append(' ').append(frame.function()).append('<').append(frame.callLine());
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-g -O1", "-g -O2", "-g -O2 -gdwarf-4", "-g -O2 -gsplit-dwarf"})
  void inlinedCallsAreNamedFromTheInside(String options) throws IOException, InterruptedException {
    Path program = program(options);
    List<String> output = objects.run(program).lines().toList();
    try (DebugInformation debug = DebugInformation.open(program)) {
      List<String> where =
          output.stream()
              .map(line -> where(debug, Long.parseLong(line.substring(0, line.indexOf(' ')))))
              .toList();
      assertEquals(
          List.of(
              "outer:17",
              "outer:8 inner<13 middle<18",
              "outer:13 middle<18",
              "main:8 inner<13 middle<23",
              "main:13 middle<23"),
          where);
    }
  }

  @Test
  void functionsAreWhereTheSymbolsSay() throws IOException, InterruptedException {
    Path program = program("-g -O0");
    Map<String, Long> symbols = objects.symbols(program);
    try (DebugInformation debug = DebugInformation.open(program)) {
      DefinedFunction outer = debug.function(symbols.get("outer") + 5).orElseThrow();
      assertEquals("outer", outer.name());
      assertEquals(symbols.get("outer"), outer.entry());
      assertEquals(symbols.get("main"), outer.entry() + outer.bytes());
      assertEquals(15, outer.line());
      assertEquals("code.c", Path.of(outer.file()).getFileName().toString());
      assertEquals(
          Optional.of("main"),
          debug.function(outer.entry() + outer.bytes()).map(DefinedFunction::name));
      // Of C's start-up code there are symbols only.
      DefinedFunction start = debug.function(symbols.get("_start") + 1).orElseThrow();
      assertEquals(
          new DefinedFunction("_start", symbols.get("_start"), start.bytes(), "", 0), start);
      assertEquals(Optional.empty(), debug.line(start.entry()));
      assertEquals(Optional.empty(), debug.frame(start.entry()));
      assertEquals(Optional.empty(), debug.function(0));
      assertEquals(Optional.empty(), debug.function(-1));
    }
  }

  @Test
  void threadsMayAskTogether() throws IOException, InterruptedException {
    Path program = program("-g -O2");
    Map<String, Long> symbols = objects.symbols(program);
    long start = symbols.get("main");
    List<String> alone;
    try (DebugInformation debug = DebugInformation.open(program)) {
      alone = LongStream.range(start, start + 50).mapToObj(pc -> everything(debug, pc)).toList();
    }
    try (DebugInformation debug = DebugInformation.open(program)) {
      assertEquals(
          alone,
          LongStream.range(start, start + 50)
              .parallel()
              .mapToObj(pc -> everything(debug, pc))
              .toList());
    }
  }

  private static String everything(DebugInformation debug, long pc) {
    return debug.function(pc) + " " + debug.frame(pc) + " " + debug.inlined(pc) + debug.line(pc);
  }

  @Test
  void whatIsClosedKnowsNothingMore() throws IOException, InterruptedException {
    Path program = program("-g -O0");
    long main = objects.symbols(program).get("main");
    DebugInformation debug = DebugInformation.open(program);
    debug.close();
    debug.close();
    assertEquals(Optional.empty(), debug.function(main));
    assertEquals(Optional.empty(), debug.frame(main));
    assertEquals(List.of(), debug.statics());
    assertEquals(Optional.empty(), debug.member(0, 0));
  }
}
