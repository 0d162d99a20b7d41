package org.tslmap.collector.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.Stretch;

/** Stretches of programs are the same accesses as in a run of the whole. */
class StretchTest {
  /** No block of these programs makes as many accesses. */
  private static final int BLOCK = 200;

  @TempDir Path folder;
  private TracedPrograms programs;

  @BeforeEach
  void open() {
    programs = new TracedPrograms(folder);
  }

  private TracedPrograms.Run log(Path program, String options)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("--tsl-out=log"));
    Arrays.stream(options.split(" ")).filter(option -> !option.isEmpty()).forEach(all::add);
    all.add(program.toString());
    return programs.valgrind("tslmap", all.toArray(String[]::new));
  }

  private static ProcessProfile only(TracedPrograms.Received received) {
    assertEquals(1, received.profile().processes().size());
    assertTrue(received.profile().complete(), received.notices().toString());
    return received.profile().processes().get(0);
  }

  private static Stretch stretch(ProcessProfile process) {
    return process.stretch().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "3000, 20000", "20011, 1", "20011, 313", "35000, 1000000"})
  void aStretchIsWhatTheWholeRunHasThere(int start, int stop)
      throws IOException, InterruptedException {
    Path program = programs.compile("stretch.c");
    List<String> whole = log(program, "").accesses();
    TracedPrograms.Received received =
        programs.receiveAccesses(
            "--tsl-start-after=" + start, "--tsl-stop-after=" + stop, "" + program);
    ProcessProfile process = only(received);
    int before = (int) stretch(process).before().orElseThrow();
    int accesses = (int) process.totals().accesses();
    boolean stopped = start + stop < whole.size();

    assertTrue(before >= start && before < start + BLOCK, "began at " + before);
    assertEquals(stopped, stretch(process).stopped());
    if (stopped) {
      assertTrue(accesses >= stop && accesses < stop + BLOCK, "accesses " + accesses);
    } else {
      assertEquals(whole.size(), before + accesses);
    }
    assertEquals(before + accesses, process.totals().toolAccesses());
    assertTrue(
        whole.subList(before, before + accesses).equals(received.accesses().get(0)),
        "the same accesses");
    assertEquals(5, process.end().exitStatus().orElse(-1), "the program went on");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--tsl-fn=inner",
        "--tsl-fn=outer --tsl-inclusive=yes",
        "--tsl-toggle=begin,end",
        "--tsl-toggle=begin",
        "--tsl-region=grid",
        "--tsl-watch=b",
        "--tsl-skip-obj=libc.so*",
      })
  void selectedAccessesAreCountedUntilTheStop(String options)
      throws IOException, InterruptedException {
    Path program = programs.compile("calls.c", "-static", "-fno-optimize-sibling-calls");
    List<String> all = log(program, options).accesses();
    List<String> some = log(program, options + " --tsl-stop-after=33").accesses();
    assertTrue(
        some.size() >= 33 && some.size() < Math.min(all.size(), 33 + BLOCK), some.size() + "");
    assertTrue(all.subList(0, some.size()).equals(some), "the first of all");

    List<String> late = log(program, options + " --tsl-start-after=1000").accesses();
    assertTrue(late.size() > 33, "" + late.size());
    assertTrue(all.subList(all.size() - late.size(), all.size()).equals(late), "the last of all");
    ProcessProfile process =
        only(programs.receive((options + " --tsl-stop-after=33 " + program).split(" ")));
    assertEquals(some.size(), process.totals().accesses());
    assertEquals(0, process.totals().leftOut(), "nobody knows");
  }

  @Test
  void whatWasAllocatedBeforeHasItsName() throws IOException, InterruptedException {
    Path program = programs.compile("stretch.c");
    long whole = log(program, "").accesses().size();
    ProcessProfile process =
        only(programs.receive("--tsl-start-after=" + (whole - 15_000), "" + program));
    DataProfile block =
        process.dataProfiles().stream()
            .filter(data -> data.object().kind() == DataClass.HEAP)
            .findFirst()
            .orElseThrow();
    assertEquals(800, block.object().bytes());
    assertEquals(0, block.loads());
    DataProfile table =
        process.dataProfiles().stream()
            .filter(data -> data.object().name().equals("table"))
            .findFirst()
            .orElseThrow();
    assertTrue(block.stores() > 5000 && block.stores() <= 7500, "" + block.stores());
    assertTrue(Math.abs(block.stores() - table.stores()) <= 100, "they take turns");
    assertEquals(
        0,
        process.dataProfiles().stream()
            .filter(data -> data.object().kind() == DataClass.UNKNOWN)
            .mapToLong(DataProfile::accesses)
            .sum());
    assertEquals("fill", process.functionProfiles().get(0).function().name());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--tsl-stop-after=50000",
        "--tsl-start-after=200k --tsl-stop-after=50k",
        "--tsl-start-after=0.1s --tsl-stop-after=0.05s",
        "--tsl-start-after=300k --tsl-stop-after=0.05s",
      })
  void aProgramIsEndedAfterTheStretch(String options) throws IOException, InterruptedException {
    Path program = programs.compile("stretch.c");
    String[] arguments = (options + " --tsl-then=end " + program + " forever").split(" ");
    ProcessProfile process = only(programs.receive(arguments));
    assertEquals(0, process.end().exitStatus().orElse(-1));
    Stretch stretch = stretch(process);
    assertTrue(stretch.begun() && stretch.stopped());
    assertTrue(stretch.stoppedMillis() >= stretch.begunMillis(), stretch.toString());
    boolean counted = !options.contains("--tsl-start-after=0.1s");
    assertEquals(counted, stretch.before().isPresent());
    assertEquals(
        process.totals().accesses() + stretch.before().orElse(0), process.totals().toolAccesses());
    assertEquals(
        options.contains("--tsl-stop-after=50"),
        process.totals().accesses() >= 50_000 && process.totals().accesses() < 50_000 + BLOCK);
  }

  @Test
  void theEndOfTheProgramIsSaid() throws IOException, InterruptedException {
    Path program = programs.compile("stretch.c");
    TracedPrograms.Run run =
        programs.valgrind(
            "tslmap",
            "--tsl-out-file=" + folder.resolve("profile"),
            "--tsl-stop-after=50k",
            "--tsl-then=end",
            program.toString(),
            "forever");
    assertEquals(0, run.status(), run.err());
    assertEquals("for ever\n", run.out());
    String log = String.join("\n", run.log());
    assertTrue(log.contains("stretch: accesses 0 to 50,0"), log);
    assertTrue(log.contains("--tsl-then=end: the program was ended after"), log);
    ProcessProfile process = ProfileJson.read(folder.resolve("profile")).processes().get(0);
    assertTrue(stretch(process).stopped());
    assertEquals(0, stretch(process).before().orElse(-1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--tsl-start-after=1g | the program made only ",
        "--tsl-start-after=1000s | the program ended after ",
      })
  void aProgramThatEndsBeforeIsNotMeasured(String option, String message)
      throws IOException, InterruptedException {
    Path program = programs.compile("stretch.c");
    long whole = log(program, "").accesses().size();
    TracedPrograms.Run run = log(program, option);
    assertEquals(5, run.status());
    assertTrue(run.accesses().isEmpty());
    String log = String.join("\n", run.log());
    assertTrue(log.contains(option + ": " + message) && log.contains("nothing was traced"), log);
    ProcessProfile process = only(programs.receive(option, program.toString()));
    assertFalse(stretch(process).begun());
    boolean counted = option.endsWith("g");
    assertEquals(counted ? whole : 0, process.totals().toolAccesses());
    assertEquals(counted ? whole : -1, stretch(process).before().orElse(-1));
  }

  @ParameterizedTest
  @CsvSource({
    "--tsl-stop-after=10",
    "--tsl-start-after=100 --tsl-stop-after=10",
    "--tsl-start-after=1000s"
  })
  void signalsOutsideOfTheStretchDoNoHarm(String options) throws IOException, InterruptedException {
    Path fault = programs.compile("fault.c", "-static");
    assertEquals(0, log(fault, options).status());
    Path killed = programs.compile("killed.c", "-pthread");
    ProcessProfile process =
        only(programs.receive((options + " " + killed + " 11 thread").split(" ")));
    assertEquals(11, process.end().signal());
    assertTrue(process.totals().accesses() < 10 + BLOCK);
  }

  @Test
  void eachProcessOfAFamilyHasItsOwn() throws IOException, InterruptedException {
    Path program = programs.compile("family.c", "-static");
    TracedPrograms.Received received =
        programs.receive("--tsl-start-after=100", "--tsl-stop-after=400", program.toString());
    assertTrue(received.profile().complete(), received.notices().toString());
    List<ProcessProfile> processes = received.profile().processes();
    assertEquals(2, processes.size());
    assertEquals(7, processes.get(0).end().exitStatus().orElse(-1));
    assertEquals(3, processes.get(1).end().exitStatus().orElse(-1));
    for (ProcessProfile process : processes) {
      assertTrue(process.totals().accesses() >= 400 && process.totals().accesses() < 400 + BLOCK);
      assertTrue(stretch(process).stopped());
      long before = stretch(process).before().orElse(-1);
      assertTrue(before >= 100 && before < 100 + BLOCK, "before " + before);
    }
    long[] childs = programs.symbol(program, "childs");
    TracedPrograms.Run run = log(program, "--tsl-start-after=100 --tsl-stop-after=400");
    TracedPrograms.Run child = programs.eachLog(run).get(1);
    assertTrue(child.count("S", childs[0], childs[1]) > 0, "the child counts from its own start");
  }

  @ParameterizedTest
  @ValueSource(ints = {20_000, 4000})
  void threadsAreCutTogether(int fromEnd) throws IOException, InterruptedException {
    Path program = programs.compile("threads.c", "-lpthread");
    long start = Math.max(1, log(program, "").accesses().size() - fromEnd);
    int stop = fromEnd - 2000;
    ProcessProfile process =
        only(
            programs.receive(
                "--tsl-start-after=" + start, "--tsl-stop-after=" + stop, program.toString()));
    assertTrue(process.totals().accesses() >= stop && process.totals().accesses() < stop + BLOCK);
  }
}
