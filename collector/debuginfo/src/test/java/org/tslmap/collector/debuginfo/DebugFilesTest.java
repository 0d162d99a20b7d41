package org.tslmap.collector.debuginfo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.InstalledPrograms;

/** Debug information in files of its own. */
class DebugFilesTest {

  private static final String SOURCE =
      """
      struct point { double x, y; };
      struct point points[10];
      static int hidden = NUMBER;
      int main(int argc, char **argv)
      {
         int local[4] = {argc};
         points[argc].y = local[argc & 3] + hidden++;
         return 0;
      }
      """;

  private static final List<Path> NOWHERE = List.of(Path.of("/nowhere"));

  @TempDir private Path folder;
  private CompiledObjects objects;
  private Path program;
  private Path debugFile;
  private String whole;
  private long main;

  /** Compiles a program and moves its debug information to a file, which no one refers to yet. */
  @BeforeEach
  void stripped() throws IOException, InterruptedException {
    objects = new CompiledObjects(folder);
    program = compiled("program", 1);
    main = objects.symbols(program).get("main");
    try (DebugInformation debug = DebugInformation.open(program, NOWHERE)) {
      whole = everything(debug);
      assertEquals(Optional.empty(), debug.debugFile());
    }
    debugFile = Files.createDirectories(folder.resolve("apart")).resolve("program.debug");
    objects.run("objcopy", "--only-keep-debug", program, debugFile);
    objects.run("strip", "--strip-all", program);
  }

  private Path compiled(String name, int number) throws IOException, InterruptedException {
    Path source = objects.source("points.c", SOURCE);
    return objects.compile("gcc", name, "-g", "-Wl,--build-id", "-DNUMBER=" + number, source);
  }

  /** What the tests compare: all variables of the source, main's frame and first line. */
  private String everything(DebugInformation debug) {
    return debug.statics().stream().filter(v -> !v.unit().isEmpty()).toList()
        + " "
        + debug.frame(main)
        + " "
        + debug.line(main);
  }

  private void assertFound(Path expected, List<Path> directories) throws IOException {
    try (DebugInformation debug = DebugInformation.open(program, directories)) {
      assertTrue(debug.hasDwarf());
      assertEquals(Optional.of(expected), debug.debugFile());
      assertEquals(whole, everything(debug));
    }
  }

  private void assertNotFound() throws IOException {
    try (DebugInformation debug = DebugInformation.open(program, NOWHERE)) {
      assertFalse(debug.hasDwarf());
      assertEquals(Optional.empty(), debug.debugFile());
      assertEquals(Optional.empty(), debug.frame(main));
      assertEquals(Optional.empty(), debug.line(main));
      assertEquals(List.of(), debug.inlined(main));
      assertEquals(List.of(), debug.statics());
    }
  }

  private void link() throws IOException, InterruptedException {
    objects.run("objcopy", "--add-gnu-debuglink=" + debugFile, program);
  }

  @Test
  void strippedProgramsHaveNoNames() throws IOException {
    assertNotFound();
  }

  @Test
  void linkedFilesAreFoundBesideTheProgram() throws IOException, InterruptedException {
    link();
    assertNotFound();
    Path beside = Files.copy(debugFile, folder.resolve("program.debug"));
    assertFound(beside, NOWHERE);
  }

  @Test
  void linkedFilesAreFoundInAFolderNamedDebug() throws IOException, InterruptedException {
    link();
    Path below = Files.createDirectories(folder.resolve(".debug"));
    assertFound(Files.copy(debugFile, below.resolve("program.debug")), NOWHERE);
  }

  @Test
  void linkedFilesAreFoundInADebugDirectory() throws IOException, InterruptedException {
    link();
    Path directory = folder.resolve("debug files");
    Path below = Files.createDirectories(directory.resolve(folder.toString().substring(1)));
    Path found = Files.copy(debugFile, below.resolve("program.debug"));
    assertFound(found, List.of(Path.of("/nowhere"), directory));
  }

  @Test
  void filesAreFoundByBuildId() throws IOException, InterruptedException {
    Matcher id =
        Pattern.compile("Build ID: ([0-9a-f]{2})([0-9a-f]+)")
            .matcher(objects.run("readelf", "--notes", program));
    assertTrue(id.find());
    Path directory = folder.resolve("debug");
    Path below = Files.createDirectories(directory.resolve(".build-id").resolve(id.group(1)));
    Path found = Files.copy(debugFile, below.resolve(id.group(2) + ".debug"));
    assertFound(found, List.of(directory));
    assertNotFound();
  }

  @Test
  void anotherProgramsFileIsNotTaken() throws IOException, InterruptedException {
    link();
    Path other = compiled("other", 2);
    objects.run("objcopy", "--only-keep-debug", other, folder.resolve("program.debug"));
    assertNotFound();
  }

  @Test
  void symbolsInTheFileCountToo() throws IOException, InterruptedException {
    link();
    objects.run("strip", "-g", debugFile, "-o", folder.resolve("program.debug"));
    objects.run("objcopy", "--remove-section=.gnu_debuglink", program);
    objects.run("objcopy", "--add-gnu-debuglink=" + folder.resolve("program.debug"), program);
    try (DebugInformation debug = DebugInformation.open(program, NOWHERE)) {
      assertFalse(debug.hasDwarf());
      assertEquals("main", debug.function(main).orElseThrow().name());
      assertEquals(
          160,
          debug.statics().stream()
              .filter(variable -> variable.name().equals("points"))
              .findFirst()
              .orElseThrow()
              .bytes());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-gdwarf-5", "-gdwarf-4"})
  void unitsWithoutTheirSplitFileAreCounted(String version)
      throws IOException, InterruptedException {
    Path first =
        objects.source("first.c", "int first; extern int second; int main() { return second; }");
    Path second = objects.source("second.c", "int second;");
    for (Path source : List.of(first, second)) {
      objects.run("gcc", "-g", version, "-gsplit-dwarf", "-c", source);
    }
    Path split =
        objects.compile("gcc", "split", folder.resolve("first.o"), folder.resolve("second.o"));
    try (DebugInformation debug = DebugInformation.open(split)) {
      assertEquals(Optional.empty(), debug.missingUnits());
      assertTrue(debug.statics().stream().anyMatch(v -> v.type().text().equals("int")));
    }
    Path gone = folder.resolve("second.dwo");
    Files.delete(gone);
    try (DebugInformation debug = DebugInformation.open(split)) {
      assertEquals(
          Optional.of(new DebugInformation.MissingUnits(2, 1, gone)), debug.missingUnits());
      assertEquals(
          List.of("first int", "second "),
          debug.statics().stream()
              .filter(variable -> variable.name().matches("first|second"))
              .map(variable -> variable.name() + " " + variable.type().text())
              .sorted()
              .toList());
    }
  }

  @Test
  void whatDwzMovedToACommonFileIsReadFromThere() throws IOException, InterruptedException {
    InstalledPrograms.assume("dwz");
    // dwz moves what pays; types of a system header do.
    Path source =
        objects.source(
            "common.c",
            """
            #include <stdio.h>
            #include <pthread.h>
            FILE *file;
            struct _IO_FILE own;
            pthread_mutex_t lock;
            pthread_attr_t attributes;
            int main(void) { return 0; }
            """);
    Path first = objects.compile("gcc", "first", "-g", source);
    Path second = objects.compile("gcc", "second", "-g", "-O2", source);
    main = objects.symbols(first).get("main");
    String before;
    try (DebugInformation debug = DebugInformation.open(first)) {
      before = everything(debug);
    }
    objects.run("dwz", "-m", folder.resolve("common.dwz"), first, second);
    Path common = folder.resolve("common.dwz");
    assertTrue(Files.exists(folder.resolve("common.dwz")));
    try (DebugInformation debug = DebugInformation.open(first)) {
      assertEquals(before, everything(debug));
      StaticVariable lock =
          debug.statics().stream()
              .filter(variable -> variable.name().equals("lock"))
              .findFirst()
              .orElseThrow();
      assertEquals(".__data.__lock", debug.member(lock.type().id(), 0).orElseThrow().path());
      StaticVariable own =
          debug.statics().stream()
              .filter(variable -> variable.name().equals("own"))
              .findFirst()
              .orElseThrow();
      // Behind another array.
      assertEquals("._unused2[4]", debug.member(own.type().id(), 200).orElseThrow().path());
      assertEquals(Optional.empty(), debug.missingUnits());
    }
    Files.delete(common);
    try (DebugInformation debug = DebugInformation.open(first)) {
      assertEquals(common.getFileName(), debug.missingUnits().orElseThrow().first().getFileName());
    }
  }
}
