package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.View;

/** A part of a program is the same, measured or selected from a whole trace. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NarrowedReplayEndToEndTest {
  private Path folder;
  private String program;
  private String whole;
  private int compared;

  @BeforeAll
  void record(@EmptyFolder Path temporary) throws IOException, InterruptedException {
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

  @Test
  void sourceLines() throws IOException {
    compare("--lines", "inclusive.c:29");
    compare("--lines", "inclusive.c:14-24");
    compare("--lines", "inclusive.c:10", "--lines", folder.getFileName() + "/inclusive.c:37-38");
    compare("--lines", "inclusive.c:1-39", "--fn", "work", "--inclusive");
  }

  /** The line of a statement that makes one store in each of 3000 rounds, called three times. */
  @Test
  void aLineHasTheAccessesOfItsStatement() throws IOException {
    String out = folder.resolve("line").toString();
    ProcessProfile line =
        profile("line", command("replay", out, List.of("--lines", "inclusive.c:29"), whole));
    assertEquals(9000, line.totals().stores());
    assertEquals(0, line.totals().loads());
    assertEquals(List.of("--tsl-lines=inclusive.c:29"), line.selection());
    assertEquals(View.ISOLATED, line.view());
  }

  /** Inlined code is of the lines of its own file, in the tool, in a replay and in a picture. */
  @Test
  void linesOfInlinedCode() throws IOException, InterruptedException {
    String inlined = new TestPrograms(folder).compile("lines.c", "-fno-tree-vectorize").toString();
    String all = folder.resolve("all-lines").toString();
    profile("all-lines", command("run", all, List.of(), "--", inlined));
    for (String lines : List.of("one/part.h:14", "two/part.h:17")) {
      long accesses = lines.startsWith("one") ? 300 : 200;
      String name = lines.substring(0, 3);
      String run = folder.resolve("run-" + name).toString();
      String replay = folder.resolve("replay-" + name).toString();
      List<String> narrowing = List.of("--lines", lines);
      assertEquals(
          accesses,
          profile("run-" + name, command("run", run, narrowing, "--", inlined))
              .totals()
              .accesses());
      assertEquals(
          accesses,
          profile("replay-" + name, command("replay", replay, narrowing, all)).totals().accesses());
    }
    CapturedCommand ambiguous = CapturedCommand.tslmap("replay", "--lines", "part.h:14", all);
    assertEquals(2, ambiguous.status());
    assertTrue(
        ambiguous.err().contains("--lines: expected more of the file's path than in 'part.h:14'"),
        ambiguous.err());
    String pictures = folder.resolve("pictures").toString();
    CapturedCommand plot =
        CapturedCommand.tslmap(
            "plot", all, "--lines", "two/part.h:17", "--out", pictures, "--format", "svg");
    assertEquals(0, plot.status(), plot.err());
    assertTrue(
        Files.readString(Path.of(pictures, "address-time-two_part.h_17.svg"))
            .contains("<title>Addresses over time of source two/part.h:17:"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "inclusive.c:2-6 | --lines: expected lines with an access, found 'inclusive.c:2-6'",
        "clusive.c:29 | --lines: expected lines with an access, found 'clusive.c:29'",
        "inclusive.c:0 | expected FILE:LINE or FILE:LINE-LINE, lines from 1 on and in order",
        "inclusive.c:9-8 | expected FILE:LINE or FILE:LINE-LINE, lines from 1 on and in order",
        "inclusive.c | expected FILE:LINE or FILE:LINE-LINE, lines from 1 on and in order",
      })
  void linesThatAreNotThere(String lines, String message) {
    CapturedCommand replay = CapturedCommand.tslmap("replay", "--lines", lines, whole);
    assertEquals(2, replay.status(), replay.err());
    assertTrue(replay.err().contains(message), replay.err());
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
