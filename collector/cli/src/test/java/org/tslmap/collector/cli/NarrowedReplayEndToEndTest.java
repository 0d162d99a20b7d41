package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.SiteProfile;

/** A part of a program is the same, measured or selected from a whole trace. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NarrowedReplayEndToEndTest {
  private Path folder;
  private String program;
  private String whole;
  private int compared;

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

  private void compare(String... options) throws IOException {
    String run = folder.resolve("run" + compared).toString();
    String replay = folder.resolve("replay" + compared++).toString();
    List<String> narrowing = List.of(options);
    ProcessProfile measured = profile(run, command("run", run, narrowing, "--", program));
    ProcessProfile selected = profile(replay, command("replay", replay, narrowing, whole));
    assertTrue(measured.totals().accesses() > 0);
    assertTrue(measured.totals().accesses() < measured.totals().toolAccesses());
    assertEquals(measured.totals().loads(), selected.totals().loads());
    assertEquals(measured.totals().stores(), selected.totals().stores());
    assertEquals(measured.histograms(), selected.histograms());
    assertEquals(accesses(measured), accesses(selected));
    assertEquals(measured.selection(), selected.selection());
  }

  private static List<String> command(
      String name, String out, List<String> options, String... operands) {
    List<String> command = new ArrayList<>(List.of(name, "-q", "--out", out));
    command.addAll(options);
    command.addAll(List.of(operands));
    return command;
  }

  @ParameterizedTest
  @ValueSource(strings = {"work", "deeper", "by_value", "handler", "qsort*"})
  void aFunctionWithWhatItCalls(String function) throws IOException {
    compare("--fn", function, "--inclusive");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "work",
        "work,outside",
        "work#2,work#3",
        "deeper#5,leap",
        "by_value",
        "handler",
        "outside#2,work#2",
        "malloc,free",
        "dee*,le?p",
      })
  void theTimeBetweenCalls(String calls) throws IOException {
    compare("--toggle", calls);
  }

  @Test
  void theTimeBetweenCallsOfAFunction() throws IOException {
    compare("--toggle", "work,outside", "--fn", "msort*");
    compare("--toggle", "work#3", "--fn", "deeper", "--inclusive");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nothing | 1 | expected a function of the run, found 'nothing'",
        "work,nothing | 1 | expected a function of the run, found 'nothing'",
        "work#0 | 2 | expected the number of a call after #, from 1 on, found 0",
        ",work | 2 | expected START or START,STOP, both names of functions",
        "work#9 | 0 | the function work was called 3 times: nothing is selected",
        "outside | 0 | the first instructions of outside access no memory",
      })
  void callsThatAreNotThere(String calls, int status, String message) {
    CapturedCommand replay = CapturedCommand.tslmap("replay", "--toggle", calls, whole);
    assertEquals(status, replay.status(), replay.err());
    assertTrue(replay.err().contains(message), replay.err());
  }

  @Test
  void aRunWithoutSomeAccessesDoesNotKnowCalls() {
    String part = folder.resolve("part").toString();
    CapturedCommand run =
        CapturedCommand.tslmap("run", "-q", "--out", part, "--fn", "work", "--", program);
    assertEquals(0, run.status(), run.err());
    CapturedCommand replay = CapturedCommand.tslmap("replay", "--toggle", "work", part);
    assertEquals(1, replay.status());
    assertTrue(
        replay.err().contains("--toggle: expected a run with all accesses")
            && replay.err().contains("(--fn work); record with tslmap run --toggle"),
        replay.err());
  }

  @Test
  void withoutAFunctionThereIsNothingToFollow() {
    CapturedCommand refused = CapturedCommand.tslmap("replay", "--inclusive", whole);
    assertEquals(2, refused.status());
    assertTrue(refused.err().contains("--inclusive: name the functions"), refused.err());
  }
}
