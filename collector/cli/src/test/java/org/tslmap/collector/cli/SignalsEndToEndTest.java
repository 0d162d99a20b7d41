package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.session.RunOptions;
import org.tslmap.collector.session.RunRecorder;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

/** Signals end a recording, and what was recorded is kept. */
class SignalsEndToEndTest {

  @TempDir private Path folder;

  /** What ignores the signal itself, so that it is seen that it comes through tslmap. */
  private static final List<String> PROGRAM = List.of("sh", "-c", "echo ready; read line");

  private Process start(String... before) throws IOException {
    List<String> arguments = new java.util.ArrayList<>(List.of(before));
    arguments.addAll(PROGRAM);
    return new TestPrograms(folder).startTslmap(arguments.toArray(new String[0]));
  }

  private LocalityProfile profile(String run) throws IOException {
    return ProfileJson.read(folder.resolve(run).resolve("profile.json"));
  }

  @ParameterizedTest
  @CsvSource({"TERM, 15", "HUP, 1"})
  void theProgramGetsTheSignalAndTheRunIsKept(String signal, int number)
      throws IOException, InterruptedException {
    Process run = start("run", "--quiet", "--out", "ended", "--");
    try (BufferedReader out = run.inputReader()) {
      assertEquals("ready", out.readLine());
      Signals.send(signal, run);
      assertEquals(128 + number, run.waitFor());
    }
    assertTrue(profile("ended").complete(), "every access before the signal came");
  }

  /** Such as by timeout(1): nobody looks at the pages any more. */
  @Test
  void aTerminationEndsTheRunAndItsPages() throws IOException, InterruptedException {
    Process run = start("run", "--quiet", "--view", "--out", "ended", "--");
    try (BufferedReader out = run.inputReader()) {
      assertEquals("ready", out.readLine());
      Signals.send("TERM", run);
      assertEquals(128 + 15, run.waitFor());
    }
    assertTrue(profile("ended").complete());
  }

  @Test
  void aHangUpThatIsIgnoredStaysIgnored() throws IOException, InterruptedException {
    Process run =
        new TestPrograms(folder)
            .startTslmap(
                List.of("nohup"),
                List.of("run", "-q", "--out", "n", "--", "sh", "-c", "echo ready; read line"));
    try (BufferedReader out = run.inputReader()) {
      assertEquals("ready", out.readLine());
      Signals.send("HUP", run);
      Signals.send("TERM", run);
      assertEquals(128 + 15, run.waitFor());
    }
    assertTrue(profile("n").complete());
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "HUP"})
  void collectEndsAndKeepsWhatCame(String signal) throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    Process collector = programs.startTslmap("collect", "--listen", "unix:s", "--out", "c");
    try (BufferedReader errors = collector.errorReader()) {
      assertTrue(errors.readLine().startsWith("listening on "));
      assertEquals(
          0, programs.valgrind("--tsl-out=socket", "--tsl-connect=unix:s", "/bin/true").status());
      Signals.send(signal, collector);
      List<String> rest = errors.lines().toList();
      int status = collector.waitFor();
      if (status == 128 + 2) { // on a slow machine Ctrl-C leaves no time for the profile
        assertEquals("INT", signal, rest.toString());
        assertEquals(0, programs.tslmap("replay", "--quiet", "c").status(), rest.toString());
        return;
      }
      assertEquals(0, status, rest.toString());
    }
    assertTrue(profile("c").complete());
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "HUP"})
  void aReplayThatIsEndedLeavesTheRunAsItIs(String signal)
      throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    String counts = programs.compile("counts.S", "-nostdlib", "-static").toString();
    programs.tslmap("run", "--quiet", "--out", "r", "--", counts);
    byte[] before = Files.readAllBytes(folder.resolve("r/profile.json"));
    Process replay = programs.startTslmap("replay", "r", "--out", "again");
    Signals.send(signal, replay);
    replay.waitFor();
    assertEquals(0, programs.tslmap("replay", "r", "--out", "whole").status());
    assertEquals(-1, mismatch("r", "whole"));
    assertTrue(
        java.util.Arrays.equals(before, Files.readAllBytes(folder.resolve("r/profile.json"))));
    assertFalse(Files.exists(folder.resolve("again/profile.json")) && mismatch("r", "again") != -1);
  }

  private long mismatch(String one, String other) throws IOException {
    return Files.mismatch(
        folder.resolve(one).resolve("profile.json"), folder.resolve(other).resolve("profile.json"));
  }

  /** Ctrl-C while the program runs and its accesses are scored and stored as fast as possible. */
  @Test
  void ctrlCEndsAllSoonAndWhatCameIsKept() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    String endless = programs.compile("endless.c").toString();
    Process run = programs.startTslmap("run", "--out", "e", "--", endless);
    try (BufferedReader out = run.inputReader();
        BufferedReader err = run.errorReader()) {
      assertEquals("ready", out.readLine());
      Signals.send("INT", run); // to tslmap alone, which passes it on
      List<String> lines = err.lines().toList();
      assertEquals(128 + 2, run.waitFor(), lines.toString());
      assertTrue(lines.stream().anyMatch(line -> line.contains("kept in ")), lines.toString());
    } finally {
      run.destroyForcibly();
    }
    TestPrograms.Result replay = programs.tslmap("replay", "e");
    assertTrue(replay.out().contains("accesses    "), replay.err());
  }

  /** What Ctrl-C leaves no time for is named, and can be made afterwards. */
  @Test
  void whatThereIsNoTimeForIsNamed() throws Exception {
    StringWriter lines = new StringWriter();
    TestPrograms programs = new TestPrograms(folder);
    // The pictures of a run take longer than the time for results.
    String endless = programs.compile("endless.c").toString();
    Process run =
        programs.startTslmap(
            List.of("nice", "-n", "19"), List.of("run", "--plots", "--out", "e", "--", endless));
    try (BufferedReader out = run.inputReader();
        BufferedReader err = run.errorReader()) {
      assertEquals("ready", out.readLine());
      Signals.send("INT", run);
      err.transferTo(lines);
      assertEquals(128 + 2, run.waitFor(), lines.toString());
    }
    assertTrue(lines.toString().contains("tslmap re"), lines.toString());
    TestPrograms.Result replay = programs.tslmap("replay", "--quiet", "e", "--out", "again");
    assertEquals(0, replay.status(), replay.out() + replay.err() + lines);
    assertTrue(Files.exists(folder.resolve("again/profile.json")), "it can be made afterwards");
  }

  /** However fast the machine is, and however long what follows would take. */
  @Test
  void resultsThatTakeTooLongAreLeftOut() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    List<String> command = new ArrayList<>(SharedClasses.JAVA);
    command.add(EndlessResults.class.getName());
    TestPrograms.Result ended = programs.run(Map.of(), command);
    assertEquals(128 + 2, ended.status(), ended.err());
    assertTrue(
        ended.err().contains("Ctrl-C left no time for the table; kept in kept"), ended.err());
    assertTrue(profile("kept").processes().isEmpty(), "it is whole");
  }

  /** A run that is kept when Ctrl-C comes, and has then to do what takes a minute. */
  static final class EndlessResults {
    private EndlessResults() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      Path run = Path.of("kept");
      Ending ending =
          new Ending(Ending.NO_PROGRAM, new PrintWriter(System.err, true, StandardCharsets.UTF_8));
      try (RunRecorder recorder =
          RunRecorder.local(
              new RunOptions(
                  run, MetricParameters.defaults(), EngineChoice.JAVA, false, 0, List.of()))) {
        ending.keeps(recorder, run);
        recorder.finish(Duration.ZERO);
        ending.programEnded(128 + 2);
        ending.interrupt();
        TimeUnit.MINUTES.sleep(1);
      }
    }
  }

  @Test
  void aSecondTerminationEndsAProgramThatTakesNoNotice() throws IOException, InterruptedException {
    Process run =
        new TestPrograms(folder)
            .startTslmap(
                "run", "-q", "--out", "n", "--", "sh", "-c", "trap '' TERM; echo ready; read x");
    try (BufferedReader out = run.inputReader()) {
      assertEquals("ready", out.readLine());
      ProcessHandle program = run.descendants().findFirst().orElseThrow();
      Signals.send("TERM", run);
      while (run.isAlive()) { // the first two of these may be taken for one
        Signals.send("TERM", run);
        run.waitFor(500, TimeUnit.MILLISECONDS);
      }
      assertEquals(128 + 15, run.waitFor());
      program.onExit().join();
    }
  }

  @Test
  void threeInterruptsInARowEndAProgramThatTakesNoNotice()
      throws IOException, InterruptedException {
    Process run =
        new TestPrograms(folder)
            .startTslmap(
                "run",
                "-q",
                "--out",
                "n",
                "--",
                "sh",
                "-c",
                // Long enough for the tool to have sent something before it is killed.
                "trap '' INT; i=0; while [ $i -lt 5000 ]; do i=$((i+1)); done; echo ready; read x");
    try (BufferedReader out = run.inputReader()) {
      assertEquals("ready", out.readLine());
      ProcessHandle program = run.descendants().findFirst().orElseThrow();
      while (program.isAlive()) {
        Signals.send("INT", run);
      }
      assertEquals(128 + 9, run.waitFor());
    }
    assertFalse(profile("n").complete());
  }

  /** As daemons do, which nobody may want to end for a measurement. */
  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void aProcessThatTheProgramLeavesRunningIsNamedAndCutOff(String signal)
      throws IOException, InterruptedException {
    Process run =
        new TestPrograms(folder)
            .startTslmap(
                "run", "-q", "--out", "n", "--", "sh", "-c", "(while :; do :; done) & echo $!");
    Optional<ProcessHandle> left = Optional.empty();
    try (BufferedReader out = run.inputReader();
        BufferedReader errors = run.errorReader()) {
      left = ProcessHandle.of(Long.parseLong(out.readLine()));
      assertEquals(
          "tslmap: the program has ended, and has left 1 process running, measured to the end; Ctrl-C measures no further",
          errors.readLine());
      Signals.send(signal, run);
      run.waitFor();
      assertTrue(left.orElseThrow().isAlive(), "it is no part of what ends");
      assertEquals(
          List.of(true, false),
          profile("n").processes().stream().map(process -> process.end().complete()).toList());
    } finally {
      run.destroyForcibly();
      left.ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void collectEndsAlthoughAProcessGoesOn() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    String endless = programs.compile("endless.c").toString();
    Process collector = programs.startTslmap("collect", "--listen", "unix:s", "--out", "c");
    Process program = null;
    try (BufferedReader errors = collector.errorReader()) {
      assertTrue(errors.readLine().startsWith("listening on "));
      program = programs.startValgrind("--tsl-out=socket", "--tsl-connect=unix:s", endless);
      assertEquals("ready", program.inputReader().readLine());
      Signals.send("INT", collector);
      List<String> rest = errors.lines().toList();
      assertTrue(List.of(1, 130).contains(collector.waitFor()), rest.toString());
    } finally {
      collector.destroyForcibly();
      if (program != null) {
        program.destroyForcibly();
      }
    }
    TestPrograms.Result replay = programs.tslmap("replay", "c");
    assertTrue(replay.out().contains("accesses    "), replay.err());
  }
}
