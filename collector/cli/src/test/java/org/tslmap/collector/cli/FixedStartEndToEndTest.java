package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Equal runs in other folders and with another environment have equal scores. */
class FixedStartEndToEndTest {
  /** Variables of one name whose values are of other lengths. */
  private static final Map<String, String> SHORT = Map.of("WHO", "a", "WHERE", "/tmp");

  private static final Map<String, String> LONG =
      Map.of("WHO", "somebody", "WHERE", "/tmp/" + "a/long/path/".repeat(9));

  @TempDir private Path folder;
  private Path program;

  @BeforeEach
  void compile() throws IOException, InterruptedException {
    program = new TestPrograms(folder).compile("stack.c");
  }

  /** Runs a copy of the program in a folder of its own; gives what it prints. */
  private String measured(String name, Map<String, String> environment, String... options)
      throws IOException, InterruptedException {
    Path own = Files.createDirectory(folder.resolve(name));
    Files.copy(program, own.resolve("stack"));
    List<String> arguments =
        new ArrayList<>(List.of("run", "-q", "--trace", "none", "--out", "run"));
    arguments.addAll(Arrays.asList(options));
    arguments.addAll(List.of("--", "./stack"));
    TestPrograms.Result result =
        new TestPrograms(own).tslmap(environment, arguments.toArray(String[]::new));
    assertEquals(0, result.status(), result.err());
    return result.out();
  }

  private JsonNode compare(String one, String other) throws IOException {
    CapturedCommand result =
        CapturedCommand.tslmap(
            "compare",
            "--format",
            "json",
            "--cache",
            "4K,32K",
            folder.resolve(one).resolve("run").toString(),
            folder.resolve(other).resolve("run").toString());
    assertEquals(0, result.status(), result.err());
    return new ObjectMapper().readTree(result.out());
  }

  @Test
  void lengthsOfValuesAndPathsMakeNoDifference() throws IOException, InterruptedException {
    String one = measured("a", SHORT);
    assertEquals(one, measured("another-folder", LONG));
    JsonNode all = compare("a", "another-folder");
    assertFalse(all.at("/whole/significant").asBoolean(), all.get("whole").toString());
    for (String table : List.of("functions", "lines", "data")) {
      assertFalse(all.get(table).isEmpty(), table);
      all.get(table)
          .forEach(row -> assertFalse(row.get("significant").asBoolean(), row.toString()));
    }
  }

  @Test
  void furtherVariablesOnlyChangeWhatReadsThem() throws IOException, InterruptedException {
    assertEquals(measured("few", Map.of()), measured("many", LONG));
    compare("few", "many")
        .get("functions")
        .forEach(
            row ->
                assertFalse(
                    row.get("significant").asBoolean()
                        && row.get("where").asText().startsWith("stack.c"),
                    row.toString()));
  }

  @Test
  void theStackStartsWhereValgrindPutsItIfThatIsWanted() throws IOException, InterruptedException {
    assertNotEquals(
        measured("short", SHORT, "--keep-environment"),
        measured("longer", LONG, "--keep-environment"));
    JsonNode all = compare("short", "longer");
    assertTrue(all.at("/whole/significant").asBoolean(), "lines and stack lie otherwise");
  }

  @Test
  void programsThatFollowByExecStartThereToo() throws IOException, InterruptedException {
    Path script = folder.resolve("start");
    Files.writeString(script, "#!/bin/sh\nexport LATER=" + "x".repeat(99) + "\nexec ./stack\n");
    assertTrue(script.toFile().setExecutable(true));
    TestPrograms.Result alone =
        new TestPrograms(folder)
            .tslmap("run", "-q", "--trace", "none", "--out", "alone", "--", "./stack");
    TestPrograms.Result after =
        new TestPrograms(folder)
            .tslmap(
                "run",
                "-q",
                "--trace",
                "none",
                "--trace-children",
                "--out",
                "after",
                "--",
                script.toString());
    assertEquals(0, after.status(), after.err());
    assertEquals(alone.out(), after.out());
  }
}
