package org.tslmap.collector.debuginfo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are cut short, changed, or no programs at all, and machines without libdw. */
class DamagedObjectTest {

  private static final String SOURCE =
      """
      struct point { int a; char b[3]; union { float f; int i; } u; };
      static __attribute__((used)) struct point table[4][5];
      __thread long own[3];
      static inline __attribute__((always_inline)) int inner(int *v)
      {
         static int calls;
         int k[4];
         for (int i = 0; i < 4; i++)
            k[i] = v[i] + calls++;
         __asm__ volatile("" : : "r"(k) : "memory");
         return k[1];
      }
      int middle(int n)
      {
         int v[8];
         for (int i = 0; i < 8; i++)
            v[i] = n;
         table[n & 3][n % 5].u.i = inner(v);
         own[n % 3] = n;
         return n;
      }
      void _start(void) { middle(3); for (;;); }
      """;

  private static final Path MODULE = Path.of("").toAbsolutePath();

  @TempDir private Path folder;
  private CompiledObjects objects;

  @BeforeEach
  void inFolder() {
    objects = new CompiledObjects(folder);
  }

  private Path program() throws IOException, InterruptedException {
    return objects.compile(
        "gcc", "small", "-g", "-O1", "-nostdlib", "-static", objects.source("small.c", SOURCE));
  }

  @Test
  void whatIsNoProgramIsRefusedByName() throws IOException {
    Path text = objects.source("text", "no program at all\n");
    Path empty = objects.source("empty", "");
    for (Path file : List.of(text, empty, folder, folder.resolve("missing"))) {
      String message =
          assertThrows(DebugInformationException.class, () -> DebugInformation.open(file))
              .getMessage();
      assertTrue(message.startsWith("no names out of " + file + ": "), message);
      assertTrue(message.endsWith("expected a complete ELF program or shared object"), message);
    }
  }

  @Test
  void filesCutShortAreRefusedOrKnowLess() throws IOException, InterruptedException {
    byte[] whole = Files.readAllBytes(program());
    Path cut = folder.resolve("cut");
    int all;
    try (DebugInformation debug = DebugInformation.open(folder.resolve("small"))) {
      all = debug.statics().size();
      assertEquals(3, all);
    }
    int refused = 0;
    for (int length = 0; length < whole.length; length += 61) {
      Files.write(cut, Arrays.copyOf(whole, length));
      try (DebugInformation debug = DebugInformation.open(cut)) {
        assertTrue(debug.statics().size() <= all);
        for (long pc = 0x401000; pc < 0x401100; pc += 7) {
          debug.function(pc);
          debug.frame(pc);
          debug.inlined(pc);
          debug.line(pc);
        }
        debug.member(0, 3);
      } catch (DebugInformationException e) {
        refused++;
      }
    }
    assertTrue(refused > 0);
  }

  @Test
  void damageDoesNoHarm() throws IOException, InterruptedException {
    Path program = program();
    Path scratch = folder.resolve("damaged");
    CompiledObjects module = new CompiledObjects(MODULE);
    module.run("make", "-s", "check");
    for (int seed : new int[] {1, 20260101}) {
      String said =
          module.run(MODULE.resolve("target/native/damage_check"), program, scratch, seed, 400);
      assertTrue(said.matches("400 damaged files, [1-9][0-9]* of them readable\n"), said);
    }
  }

  /** What the fuzzer has found once must not come back; collector/FUZZING.md says more. */
  @Test
  void keptInputsOfTheFuzzerDoNoHarm() throws IOException, InterruptedException {
    CompiledObjects module = new CompiledObjects(MODULE);
    module.run("make", "-s", "fuzz-inputs");
    String said = module.run("sh", "-c", "target/native/inputs_object src/test/fuzz/object/* 2>&1");
    assertTrue(said.matches("(?s).*\n[1-9][0-9]* inputs\n"), said);
  }

  /** A frame names any path, and nobody may be waited for behind it. */
  @Test
  void whatIsNoFileIsNotWaitedFor() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe");
    objects.run("mkfifo", pipe);
    String message =
        assertThrows(DebugInformationException.class, () -> DebugInformation.open(pipe))
            .getMessage();
    assertTrue(message.startsWith("no names out of " + pipe + ": "), message);
  }

  @Test
  void withoutTheLibraryNothingIsKnownAndNothingFails() throws IOException, InterruptedException {
    Path program = program();
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    String said =
        objects.run(
            java,
            "-Dtslmap.native.dir=" + folder,
            "-cp",
            classes,
            WithoutLibrary.class.getName(),
            program);
    assertTrue(
        said.startsWith(
            "variables and inlined functions have no names, since libdw does not work here ("),
        said);
    assertTrue(said.endsWith("\nfalse [] Optional.empty Optional.empty []\n"), said);
  }

  /** Run in a virtual machine of its own. */
  static final class WithoutLibrary {
    private WithoutLibrary() {}

    public static void main(String[] arguments) throws IOException {
      System.out.println(DebugInformation.problem().orElse("no problem"));
      try (DebugInformation debug = DebugInformation.open(Path.of(arguments[0]))) {
        System.out.printf(
            "%s %s %s %s %s%n",
            debug.hasDwarf(),
            debug.statics(),
            debug.frame(0x401000),
            debug.function(0x401000),
            debug.inlined(0x401000));
      }
    }
  }
}
