package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.SiteProfile;

/** What a function and its callees do is the same, measured or selected from a whole trace. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InclusiveReplayEndToEndTest {
  private Path folder;
  private String program;
  private String whole;

  @BeforeAll
  void record(@TempDir Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    program = new TestPrograms(folder).compile("inclusive.c", "-O1").toString();
    whole = folder.resolve("whole").toString();
    CapturedCommand run = CapturedCommand.tslmap("run", "-q", "--out", whole, "--", program);
    assertEquals(0, run.status(), run.err());
  }

  private ProcessProfile profile(String name, List<String> command) throws IOException {
    CapturedCommand result = CapturedCommand.tslmap(command.toArray(String[]::new));
    assertEquals(0, result.status(), result.err());
    return ProfileJson.read(folder.resolve(name).resolve("profile.json")).processes().get(0);
  }

  private static Map<String, Long> accesses(ProcessProfile process) {
    return process.sites().stream()
        .filter(site -> site.accesses() > 0)
        .collect(
            Collectors.toMap(
                site -> process.functionOf(site).name(), SiteProfile::accesses, Long::sum));
  }

  @ParameterizedTest
  @ValueSource(strings = {"work", "deeper", "by_value", "handler", "qsort*"})
  void aReplayEqualsARun(String function) throws IOException {
    String run = folder.resolve("run-" + function.charAt(0)).toString();
    ProcessProfile measured =
        profile(
            run,
            List.of("run", "-q", "--out", run, "--fn", function, "--inclusive", "--", program));
    String replay = folder.resolve("replay-" + function.charAt(0)).toString();
    ProcessProfile selected =
        profile(
            replay,
            List.of("replay", "-q", "--out", replay, "--fn", function, "--inclusive", whole));
    assertTrue(measured.totals().accesses() > 0);
    assertEquals(measured.totals().loads(), selected.totals().loads());
    assertEquals(measured.totals().stores(), selected.totals().stores());
    assertEquals(measured.histograms(), selected.histograms());
    assertEquals(accesses(measured), accesses(selected));
    assertEquals(measured.selection(), selected.selection());
  }

  @Test
  void withoutAFunctionThereIsNothingToFollow() {
    CapturedCommand refused = CapturedCommand.tslmap("replay", "--inclusive", whole);
    assertEquals(2, refused.status());
    assertTrue(refused.err().contains("--inclusive: name the functions"), refused.err());
  }
}
