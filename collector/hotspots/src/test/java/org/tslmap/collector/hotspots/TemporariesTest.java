package org.tslmap.collector.hotspots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.FunctionInfo;

/** Passes over blocks that come and go, against a cache of 64 lines. */
class TemporariesTest {

  private final TracedStream stream = new TracedStream();

  /** Blocks of 8 KiB that one line allocates; each lies where the one before lay. */
  private int temporary(String name, int line, int instances) {
    long bytes = 8192;
    return stream.object(
        new DataObject(
            DataClass.HEAP,
            name + " = operator new in step (kernel.c:" + line + ")",
            "step",
            "",
            "/src/kernel.c",
            line,
            "",
            0,
            bytes,
            0,
            List.of(),
            instances,
            List.of("step (kernel.c:" + line + ")"),
            instances * bytes));
  }

  @Test
  void eachOfSeveralTemporariesIsPassedOverOnce() {
    int temporary = temporary("t", 20, 6);
    int fill = stream.store(stream.function("add"), 8, 2);
    int add =
        stream.load(
            stream.function(
                new FunctionInfo("__memcpy", "/usr/lib/x86_64-linux-gnu/libc.so.6", "", 0)),
            8,
            3);
    for (int t = 0; t < 6; t++) {
      stream.sweep(fill, temporary, 1024);
      stream.sweep(add, temporary, 1024);
    }
    Finding first =
        stream.findings().stream()
            .filter(finding -> finding.function().equals("__memcpy"))
            .findFirst()
            .orElseThrow();
    assertEquals(AccessPattern.LATER_PASS, first.pattern(), "time tiling is no remedy");
    assertEquals(
        "one pass over each of 6 blocks of t (operator new in step, kernel.c:20)",
        first.evidence().get(0));
  }

  @Test
  void passesOverTemporariesOfAStepAreOneProblem() {
    int product = temporary("product", 20, 6);
    int sum = temporary("sum", 21, 6);
    int multiply = stream.store(stream.function("multiply"), 8, 2);
    int add = stream.function("add");
    int loadOfAdd = stream.load(add, 8, 3);
    int storeOfAdd = stream.store(add, 8, 3);
    for (int t = 0; t < 6; t++) {
      stream.sweep(multiply, product, 1024);
      for (int i = 0; i < 1024; i++) {
        stream.access(loadOfAdd, product, 8L * i);
        stream.access(storeOfAdd, sum, 8L * i);
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.TEMPORARIES, only.pattern());
    assertEquals("temporaries of step", only.object());
    assertEquals(
        List.of(
            "product = operator new in step (kernel.c:20)",
            "sum = operator new in step (kernel.c:21)"),
        only.together());
    assertTrue(
        only.sentence().contains("multiply (kernel.c:2) and add go over temporaries that step"),
        only.sentence());
    assertTrue(only.evidence().get(2).startsWith("12 blocks of at most 8.00 KiB"));
  }

  @Test
  void temporariesThatAreClearedEachTimeAreBestKept() {
    int product = temporary("product", 20, 6);
    int clear =
        stream.store(
            stream.function(
                new FunctionInfo(
                    "__memset_avx2_unaligned_erms", "/usr/lib/x86_64-linux-gnu/libc.so.6", "", 0)),
            8,
            0);
    int multiply = stream.store(stream.function("multiply"), 8, 2);
    int add = stream.load(stream.function("add"), 8, 3);
    for (int t = 0; t < 6; t++) {
      stream.sweep(clear, product, 1024);
      stream.sweep(multiply, product, 1024);
      stream.sweep(add, product, 1024);
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.TEMPORARIES, only.pattern());
    assertTrue(only.function().matches("multiply|add"), "what nobody can change is named last");
    assertTrue(
        only.sentence()
            .endsWith("; keep them from one time to the next instead of clearing new ones"),
        only.sentence());
  }

  @Test
  void whatIsOnlyClearedIsKeptOrLeftAsItIs() {
    int flags = temporary("flags", 20, 6);
    int clear =
        stream.store(
            stream.function(
                new FunctionInfo(
                    "__memset_avx2_unaligned_erms", "/usr/lib/x86_64-linux-gnu/libc.so.6", "", 0)),
            8,
            0);
    int look = stream.load(stream.function("look"), 8, 3);
    for (int t = 0; t < 6; t++) {
      stream.sweep(clear, flags, 1024);
      stream.sweep(look, flags, 64);
    }
    Finding first = stream.findings().get(0);
    assertEquals(AccessPattern.TEMPORARIES, first.pattern());
    assertTrue(first.sentence().startsWith("clearing takes "), first.sentence());
    assertTrue(first.sentence().contains(" of the time lost with temporaries that step allocates"));
    assertTrue(first.sentence().contains("clear only what was used"), first.sentence());
  }
}
