package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

/** Programs that give up the rights of the user who runs them are measured as others are. */
class RightsEndToEndTest {
  @TempDir private Path folder;
  private TestPrograms programs;
  private String program;

  @BeforeEach
  void compile() throws IOException, InterruptedException {
    assumeTrue(
        Files.getOwner(folder).getName().equals("root"), "only root can become another user");
    programs = new TestPrograms(folder);
    program = programs.compile("rights.c").toString();
  }

  private LocalityProfile measured(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("run", "--quiet", "--out", "run", "--", program));
    command.addAll(List.of(arguments));
    TestPrograms.Result result = programs.tslmap(command.toArray(String[]::new));
    assertEquals(3, result.status(), result.err());
    assertTrue(result.err().isEmpty(), result.err());
    return ProfileJson.read(folder.resolve("run/profile.json"));
  }

  @Test
  void aChildThatBecomesAnotherUserIsMeasured() throws IOException, InterruptedException {
    LocalityProfile profile = measured("child");
    assertEquals(2, profile.processes().size());
    assertTrue(profile.complete(), profile.problems().toString());
  }

  @Test
  void aProgramThatBecomesAnotherUserEndsAsItWould() throws IOException, InterruptedException {
    LocalityProfile profile = measured();
    assertTrue(profile.complete(), profile.problems().toString());
  }

  @Test
  void aChildThatCannotBeMeasuredIsNamed() throws IOException, InterruptedException {
    TestPrograms.Result result =
        programs.tslmap("run", "--trace", "none", "--out", "run", "--", program);
    assertEquals(3, result.status(), result.err());
    assertTrue(
        result
            .err()
            .lines()
            .anyMatch(
                line ->
                    line.matches(
                        "tslmap: ==\\d+== process \\d+, started by \\d+, cannot reach the collector .*")),
        result.err());
  }
}
