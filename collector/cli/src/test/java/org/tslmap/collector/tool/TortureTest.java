package org.tslmap.collector.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.InstalledPrograms;

/** What programs that are hard to run print, and how they end, is as under Valgrind alone. */
class TortureTest {
  private static final List<String> ALL = List.of("--tsl-out=null", "--tsl-out-file=profile.%p");

  @TempDir Path folder;

  /** Programs that become another user are started again as that. */
  @BeforeEach
  void letOthersIn() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void assertSame(List<String> outputs, List<String> options, List<String> program)
      throws IOException, InterruptedException {
    PlainRun.Result alone = PlainRun.start(folder, "none", options, program).result();
    assertNotEquals(137, alone.status(), "it hangs under Valgrind alone");
    for (String output : outputs) {
      assertEquals(alone, traced(options, output, program), output);
    }
    try (Reader reader = new Reader(folder.resolve("socket"), Long.MAX_VALUE)) {
      assertEquals(alone, traced(asRunDoes(options), reader.option(), program), "as with run");
    }
  }

  /** The options with which {@code tslmap run} starts programs, besides. */
  private static List<String> asRunDoes(List<String> options) {
    List<String> all = new ArrayList<>(options);
    all.add("--tsl-fixed-stack=yes");
    return all;
  }

  private PlainRun.Result traced(List<String> options, String output, List<String> program)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(options);
    all.add(output);
    return PlainRun.start(folder, "tslmap", all, program).result();
  }

  @ParameterizedTest
  @CsvSource({
    "signals,",
    "stacks,",
    "threads,",
    "children,",
    "jumps,",
    "mappings,",
    "code,",
    "descriptors,",
    "rights,",
    "sandbox,",
    "sandbox, deadly",
    "start, argument",
  })
  void aProgramDoesWhatItDoesUnderValgrindAlone(String name, String argument)
      throws IOException, InterruptedException {
    Path program =
        new TracedPrograms(folder).compile("torture/" + name + ".c", "-O1", "-w", "-pthread");
    List<String> command = new ArrayList<>(List.of(program.toString()));
    if (argument != null) {
      command.add(argument);
    }
    assertSame(ALL, List.of(), command);
  }

  @ParameterizedTest
  @ValueSource(strings = {"children", "rights", "start"})
  void soDoProgramsThatItStarts(String name) throws IOException, InterruptedException {
    Path program = new TracedPrograms(folder).compile("torture/" + name + ".c", "-O1", "-w");
    assertSame(ALL, List.of("--trace-children=yes"), List.of(program.toString()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "node|-e|console.log([1,2,3].map(x => x * x).join())",
        "luajit|-e|local s = 0; for i = 1, 1e6 do s = s + i % 7 end print(s)",
        "pypy3|-c|print(sum(i % 7 for i in range(300000)))",
        "python3|-c|print(sum(i % 7 for i in range(30000)))",
        "java|-Xint|-version",
      })
  void compilersAtRunTimeWork(String name, String option, String text)
      throws IOException, InterruptedException {
    InstalledPrograms.assume(name);
    assertSame(List.of("--tsl-out=null"), List.of(), Arrays.asList(name, option, text));
  }
}
