package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.collector.cli.TestPrograms.Result;
import org.tslmap.collector.session.RunNotices;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.ThreadProfile;

/** Ordinary programs do and print under tslmap what they do and print without it. */
class ProgramsEndToEndTest {

  @EmptyFolder private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/bin/ls -l /usr/include",
        "/bin/ls /no/such/folder",
        "/usr/bin/sort -r /etc/passwd",
        "/bin/gzip -c /etc/passwd",
        "/usr/bin/python3 -Sc print(sum(range(1000)))",
        "/bin/false",
        "/usr/bin/sqlite3 :memory: select(6*7)",
      })
  void outputAndStatusAreTheSame(String line) throws IOException, InterruptedException {
    List<String> command = List.of(line.split(" ", line.contains("python3") ? 3 : 0));
    assumeTrue(Files.exists(Path.of(command.get(0))), command.get(0) + " is not installed");
    TestPrograms programs = new TestPrograms(folder);
    Result alone = programs.run(Map.of(), command);
    List<String> measured = new ArrayList<>(List.of("run", "--quiet", "--out", "run", "--"));
    measured.addAll(command);
    Result result = programs.tslmap(measured.toArray(String[]::new));
    assertEquals(alone, result);
    LocalityProfile profile = ProfileJson.read(folder.resolve("run/profile.json"));
    assertTrue(profile.complete());
    assertTrue(profile.merged().totals().accesses() > 10_000);
  }

  @Test
  void threadsAreToldApart() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    String threads = programs.compile("threads.c", "-pthread").toString();
    Result result = programs.tslmap("run", "--out", "run", "--", threads);
    assertEquals(0, result.status(), result.err());
    assertTrue(
        result.err().matches("(?s).*\nthread +share +TL .*\n1 .*\n2 .*\n3 .*"), result.err());
    ProcessProfile process =
        ProfileJson.read(folder.resolve("run/profile.json")).processes().get(0);
    assertEquals(List.of(1, 2, 3), process.threads().stream().map(ThreadProfile::id).toList());
    // Which of the two runs first, and so gets the lower number, is up to the scheduler.
    List<ThreadProfile> started =
        process.threads().stream()
            .skip(1)
            .sorted(Comparator.comparingLong(ThreadProfile::stores))
            .toList();
    ThreadProfile first = started.get(0);
    ThreadProfile second = started.get(1);
    assertTrue(first.stores() >= 700 && first.stores() < 2700, "700 in fill_one, some to start");
    assertTrue(second.stores() >= 2700 && second.loads() >= 2700, "3 x 900 in fill_two");
    assertTrue(second.footprint().word() >= 900, "its array");
  }

  @Test
  void childrenAreProcessesOfTheirOwn() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    Result result =
        programs.tslmap(
            "run",
            "--quiet",
            "--trace-children",
            "--out",
            "run",
            "--",
            "/bin/sh",
            "-c",
            "/bin/echo one; exec /bin/echo two");
    assertEquals("one\ntwo\n", result.out());
    assertEquals(0, result.status(), result.err());
    LocalityProfile profile = ProfileJson.read(folder.resolve("run/profile.json"));
    assertTrue(profile.complete());
    assertTrue(profile.processes().size() >= 3, "the shell, its child, and what it became");
    List<String> notices = RunNotices.of(folder.resolve("run"));
    assertTrue(notices.stream().noneMatch(n -> n.contains("not measured")), notices.toString());
  }

  @Test
  void programsThatAreNotFollowedAreNamed() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    Result result =
        programs.tslmap(
            "run",
            "--out",
            "run",
            "--",
            "/bin/sh",
            "-c",
            "/bin/echo one; /bin/echo two; /no/such/program; exec /bin/cat /dev/null");
    assertEquals("one\ntwo\n", result.out());
    String shell = Path.of("/bin/sh").toRealPath().toString();
    List<String> expected =
        List.of(
            "tslmap: %s replaced itself by /bin/cat (exec), which was not measured; ",
            "tslmap: programs that were started were not measured: /bin/echo (2 times); ");
    List<String> lines = result.err().lines().toList();
    for (String line : expected) {
      String start = line.formatted(shell);
      assertTrue(lines.stream().anyMatch(l -> l.startsWith(start)), start + "\n" + result.err());
    }
  }

  @Test
  void theDoctorFindsNothingBroken() throws IOException, InterruptedException {
    Result doctor = new TestPrograms(folder).tslmap("doctor");
    assertEquals(0, doctor.status(), doctor.out() + doctor.err());
  }

  @Test
  void theDemoGivesThePapersScore() throws IOException, InterruptedException {
    Result demo = new TestPrograms(folder).tslmap("demo", "--size", "40", "--out", "demo");
    assertEquals(0, demo.status(), demo.out() + demo.err());
    LocalityProfile multiply = ProfileJson.read(folder.resolve("demo/multiply/profile.json"));
    assertEquals(0.5 + 0.5 / 40, multiply.merged().histograms().word().spatialLocality(), 0.02);
    for (String part : List.of("whole", "multiply")) {
      assertTrue(Files.exists(folder.resolve("demo/" + part + "/plots/address-time.png")));
      assertTrue(demo.out().contains(part + "/plots/address-time.png"), demo.out());
    }
  }
}
