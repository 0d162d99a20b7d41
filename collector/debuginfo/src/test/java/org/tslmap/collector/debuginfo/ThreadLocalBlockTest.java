package org.tslmap.collector.debuginfo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where threads' variables are, against what a program with shared objects says. */
class ThreadLocalBlockTest {

  @TempDir private Path folder;

  private static final String LIBRARY =
      """
      #include <stdio.h>
      __thread char NAME_first[BYTES] = {1};
      __thread int NAME_aligned __attribute__((aligned(ALIGN))) = 2;
      void NAME(void)
      {
         char *thread = __builtin_thread_pointer();
         printf("NAME_first %ld\\n", (long)(thread - NAME_first));
         printf("NAME_aligned %ld\\n", (long)(thread - (char *)&NAME_aligned));
      }
      """;

  private static final String PROGRAM =
      """
      #include <errno.h>
      #include <stdio.h>
      __thread long own[3] __attribute__((aligned(32)));
      __thread char odd = 5;
      void one(void), two(void), three(void);
      int main(void)
      {
         char *thread = __builtin_thread_pointer();
         printf("own %ld\\nodd %ld\\n", (long)(thread - (char *)own), (long)(thread - &odd));
         printf("errno %ld\\n", (long)(thread - (char *)&errno));
         one();
         two();
         three();
         return 0;
      }
      """;

  private static String library(String name, int bytes, int alignment) {
    return LIBRARY
        .replace("NAME", name)
        .replace("BYTES", Integer.toString(bytes))
        .replace("ALIGN", Integer.toString(alignment));
  }

  @Test
  void distancesAreTheRunningPrograms() throws IOException, InterruptedException {
    CompiledObjects objects = new CompiledObjects(folder);
    List<Object[]> libraries =
        List.of(
            new Object[] {"one", 5, 8},
            new Object[] {"two", 3, 512},
            new Object[] {"three", 40, 4});
    for (Object[] library : libraries) {
      String name = (String) library[0];
      objects.compile(
          "gcc",
          "lib" + name + ".so",
          "-g",
          "-shared",
          "-fPIC",
          objects.source(name + ".c", library(name, (int) library[1], (int) library[2])));
    }
    Path program =
        objects.compile(
            "gcc",
            "program",
            "-g",
            objects.source("program.c", PROGRAM),
            "-L" + folder,
            "-lone",
            "-ltwo",
            "-lthree");
    Map<String, Long> distances = new HashMap<>();
    objects
        .run(program)
        .lines()
        .map(line -> line.split(" "))
        .forEach(fields -> distances.put(fields[0], Long.parseLong(fields[1])));
    assertEquals(9, distances.size());
    List<Path> loaded =
        List.of(
            program,
            folder.resolve("libone.so"),
            folder.resolve("libtwo.so"),
            folder.resolve("libthree.so"),
            Path.of(objects.run("gcc", "-print-file-name=libc.so.6").strip()));
    Map<String, Long> calculated = new HashMap<>();
    List<ThreadLocalBlock> blocks = new ArrayList<>();
    for (Path object : loaded) {
      try (DebugInformation debug = DebugInformation.open(object)) {
        blocks.add(debug.threadLocalBlock().orElseThrow());
        long block = ThreadLocalBlock.distances(blocks).get(blocks.size() - 1);
        debug.statics().stream()
            .filter(StaticVariable::threadLocal)
            .filter(variable -> distances.containsKey(variable.name()))
            .forEach(variable -> calculated.put(variable.name(), block - variable.address()));
      }
    }
    assertEquals(distances, calculated);
  }

  @Test
  void gapsAreFilled() {
    // 8 bytes; then 8 that have to end at 128, which leaves a gap; then 16, which fit into it.
    assertEquals(
        List.of(8L, 128L, 24L),
        ThreadLocalBlock.distances(
            List.of(
                new ThreadLocalBlock(0, 8, 8),
                new ThreadLocalBlock(0, 8, 128),
                new ThreadLocalBlock(0, 16, 8))));
  }
}
