package org.tslmap.collector.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.wire.ExecutedCode;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.Pause;
import org.tslmap.collector.wire.Sites;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.StateHistory;
import org.tslmap.locality.profile.ThreadProfile;

/**
 * What programs do besides accessing memory, and what the tool's options do, on counted programs.
 */
class ToolBehaviourTest {
  @TempDir Path folder;
  private TracedPrograms programs;

  @BeforeEach
  void open() {
    programs = new TracedPrograms(folder);
  }

  private TracedPrograms.Run log(Path program, String... options)
      throws IOException, InterruptedException {
    String[] all = new String[options.length + 2];
    all[0] = "--tsl-out=log";
    System.arraycopy(options, 0, all, 1, options.length);
    all[options.length + 1] = program.toString();
    return programs.valgrind("tslmap", all);
  }

  private long count(TracedPrograms.Run run, Path program, String kind, String symbol)
      throws IOException, InterruptedException {
    long[] range = programs.symbol(program, symbol);
    return run.count(kind, range[0], range[1]);
  }

  @Test
  void aFaultInMidBlockLosesNothingBeforeAndAddsNothingAfter()
      throws IOException, InterruptedException {
    Path program = programs.compile("fault.c", "-static");
    TracedPrograms.Run run = log(program);
    assertEquals(0, run.status(), run.err());
    assertEquals(1, count(run, program, "S", "first"), "the store before the fault");
    assertEquals(1, count(run, program, "S", "second"), "the store right before the fault");
    assertEquals(1, count(run, program, "S", "third"), "the store after the fault never ran");
    assertEquals(2, count(run, program, "S", "good.0"), "stores before and behind a side exit");
    assertEquals(0, run.count("L", 0, 4096), "the access that failed is none");
  }

  @Test
  void codeThatTheProgramHasWrittenIsTraced() throws IOException, InterruptedException {
    Path program = programs.compile("written.c", "-static");
    TracedPrograms.Run run = log(program);
    assertEquals(9, run.status(), run.err() + run.log());
    List<String> accesses = run.accesses();
    int first = 0;
    // Each push stores eight bytes below the one before.
    for (int i = 1, length = 1; i < accesses.size() && length < 802; i++) {
      boolean below =
          accesses.get(i).startsWith(" S")
              && address(accesses.get(i)) == address(accesses.get(i - 1)) - 8;
      length = below ? length + 1 : 1;
      first = length == 802 ? i - 801 : first;
    }
    assertTrue(first > 0, "the call, and 801 pushes, in a row");
    long top = address(accesses.get(first));
    assertEquals(top - 8, address(accesses.get(first + 802)), "leave loads rbp");
    assertEquals(top, address(accesses.get(first + 803)), "ret loads the return address");
  }

  private static long address(String access) {
    return Long.parseLong(access.substring(3, access.indexOf(',')), 16);
  }

  @Test
  void aForkedChildIsAProcessOfItsOwn() throws IOException, InterruptedException {
    Path program = programs.compile("family.c", "-static");
    TracedPrograms.Run run = log(program);
    assertEquals(7, run.status(), "the child's 3, seen by the parent, and 4");
    List<TracedPrograms.Run> each = programs.eachLog(run);
    assertEquals(2, each.size());
    assertEquals(1000, count(each.get(0), program, "S", "parents"));
    assertEquals(0, count(each.get(0), program, "S", "childs"));
    assertEquals(
        1000, count(each.get(1), program, "S", "childs"), "before and after a failed exec");
    assertEquals(0, count(each.get(1), program, "S", "parents"));

    TracedPrograms.Received received = programs.receive(program.toString());
    List<ProcessProfile> processes = received.profile().processes();
    assertEquals(2, processes.size());
    assertTrue(received.profile().complete(), received.notices().toString());
    assertEquals(7, processes.get(0).end().exitStatus().orElse(-1));
    assertEquals(3, processes.get(1).end().exitStatus().orElse(-1));
    assertEquals(processes.get(0).identity().pid(), processes.get(1).identity().ppid());
  }

  @ParameterizedTest
  @ValueSource(strings = {"15", "11"})
  void aThreadThatEndedBeforeIsNotTheProgramsEnd(String signal)
      throws IOException, InterruptedException {
    Path program = programs.compile("killed.c", "-pthread");
    ProcessProfile process =
        programs.receive(program.toString(), signal, "thread").profile().processes().get(0);
    assertTrue(process.end().complete());
    assertTrue(process.end().exitStatus().isEmpty(), "a signal ended it, not exit");
    assertEquals(Integer.parseInt(signal), process.end().signal());
  }

  @Test
  void execUnderTraceChildrenIsFollowed() throws IOException, InterruptedException {
    Path program = programs.compile("killed.c", "-static");
    TracedPrograms.Received received =
        programs.receive("--trace-children=yes", "/bin/sh", "-c", "exec " + program + " 15");
    List<ProcessProfile> processes = received.profile().processes();
    assertEquals(2, processes.size(), received.notices().toString());
    assertTrue(processes.get(0).end().complete(), "replaced itself");
    assertTrue(processes.get(0).end().exitStatus().isEmpty());
    assertTrue(processes.get(1).identity().executable().endsWith("killed"));
    assertEquals(processes.get(0).identity().pid(), processes.get(1).identity().pid());
    assertTrue(processes.get(1).end().complete());
  }

  @Test
  void theProfileBeforeExecIsKeptBesideTheOneAfter() throws IOException, InterruptedException {
    programs.valgrind(
        "tslmap",
        "--trace-children=yes",
        "--tsl-out-file=" + folder.resolve("profile"),
        "/bin/sh",
        "-c",
        "exec /bin/true");
    ProcessProfile before = ProfileJson.read(folder.resolve("profile.exec1")).processes().get(0);
    ProcessProfile after = ProfileJson.read(folder.resolve("profile")).processes().get(0);
    assertEquals("/bin/sh", before.identity().command().get(0));
    assertTrue(before.end().complete() && before.end().exitStatus().isEmpty());
    assertEquals("/bin/true", after.identity().command().get(0));
    assertEquals(0, after.end().exitStatus().orElse(-1));
  }

  @Test
  void aVariableOfASharedLibraryIsFound() throws IOException, InterruptedException {
    programs.compile("library.c", "-shared", "-fPIC", "-DLIBRARY", "-o", shared());
    Path program = programs.compile("library.c", shared());
    TracedPrograms.Run run = log(program, "--tsl-region=table");
    assertEquals(0, run.status(), run.err());
    assertEquals(300, run.accesses().size(), run.log().toString());
  }

  private String shared() {
    return folder.resolve("libtable.so").toString();
  }

  @Test
  void threadsAreToldApart() throws IOException, InterruptedException {
    Path program = programs.compile("threads.c", "-lpthread");
    TracedPrograms.Received received =
        programs.receive("--tsl-fn=fill_one", "--tsl-fn=fill_two", program.toString());
    assertTrue(received.profile().complete(), received.notices().toString());
    // Which of the two runs first, and so gets the lower number, is up to the scheduler.
    List<ThreadProfile> byNumber = received.profile().processes().get(0).threads();
    assertEquals(List.of(2, 3), byNumber.stream().map(ThreadProfile::id).toList());
    List<ThreadProfile> threads =
        byNumber.stream().sorted(Comparator.comparingLong(ThreadProfile::stores)).toList();
    assertEquals(700, threads.get(0).stores());
    assertEquals(1, threads.get(0).loads(), "the return address");
    assertEquals(2700, threads.get(1).stores());
    assertEquals(2701, threads.get(1).loads());
  }

  @ParameterizedTest
  @CsvSource({"11, 139", "15, 143", "9, 137"})
  void aSignalEndsTheStreamAndIsPassedOn(int signal, int status)
      throws IOException, InterruptedException {
    Path program = programs.compile("killed.c", "-static");
    TracedPrograms.Run run =
        programs.valgrind("tslmap", "--tsl-out=log", program.toString(), "" + signal);
    assertEquals(status, run.status());
    assertEquals(100, count(run, program, "S", "before"));

    TracedPrograms.Received received = programs.receive(program.toString(), "" + signal);
    ProcessProfile process = received.profile().processes().get(0);
    assertTrue(signal == 9 || process.end().complete(), "only SIGKILL may cut the stream");
    if (process.end().complete()) {
      assertEquals(signal, process.end().signal());
      assertEquals(process.totals().toolAccesses(), process.totals().accesses());
    } else {
      assertTrue(process.end().incompleteReason().contains("cut"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--tsl-fn=outer, 20, 0, 0",
    "--tsl-fn=out*, 20, 0, 0",
    "--tsl-fn=inner, 0, 80, 0",
    "--tsl-fn=(anonymous?namespace)::read_grid, 0, 0, 80",
    "--tsl-fn=_ZN12_GLOBAL__N_19read_gridEv, 0, 0, 80",
    "--tsl-fn=_ZN*9read_grid??, 0, 0, 80",
    "--tsl-fn=outer --tsl-inclusive=yes, 20, 40, 0",
    "'--tsl-toggle=begin,end', 0, 0, 40",
    "--tsl-toggle=begin, 0, 0, 80",
    "'--tsl-toggle=inner#2,inner#4', 10, 40, 0",
    "--tsl-toggle=inner#4, 0, 20, 80",
    "'--tsl-toggle=outer#2,end#1', 10, 40, 40",
    "--tsl-toggle=(anonymous?namespace)::read_grid, 0, 0, 40",
    "--tsl-toggle=_ZN12_GLOBAL__N_19read_gridEv, 0, 0, 40",
    "'--tsl-toggle=begin,_ZN*9read_grid??', 0, 0, 0",
    "'--tsl-toggle=_ZN*9read_grid??,end', 0, 0, 80",
    "--tsl-region=grid, 0, 0, 80",
    "--tsl-region=grid --tsl-fn=outer, 0, 0, 0",
    "--tsl-skip-fn=inner, 20, 0, 80",
    "--tsl-skip-fn=*grid, 20, 80, 0",
    "--tsl-skip-file=calls.c, 0, 0, 0",
    "--tsl-skip-file=*/src/test/c/*, 0, 0, 0",
    "--tsl-skip-obj=calls, 0, 0, 0",
    "--tsl-skip-obj=libc.so*, 20, 80, 80",
    "--tsl-fn=outer --tsl-inclusive=yes --tsl-skip-fn=outer, 0, 40, 0",
  })
  void filtersKeepWhatTheyName(String options, long a, long b, long grid)
      throws IOException, InterruptedException {
    Path program = programs.compile("calls.c", "-static", "-fno-optimize-sibling-calls");
    TracedPrograms.Run run = log(program, options.split(" "));
    assertEquals(0, run.status(), run.err());
    assertEquals(a, count(run, program, "S", "a"), "stores of outer");
    assertEquals(b, count(run, program, "S", "b"), "stores of inner");
    assertEquals(grid, count(run, program, "L", "grid"), "loads of grid");
    if (options.startsWith("--tsl-region")) {
      assertEquals(grid, run.accesses().size(), "nothing outside the region");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--tsl-out=nowhere | Invalid string 'nowhere'",
        "--tsl-word=7 | expected a power of two, found 7",
        "--tsl-window=65 | between 1 and 64",
        "--tsl-line=4 | at least the size of a word, 8 bytes",
        "--tsl-out=socket | add --tsl-connect=HOST:PORT",
        "--tsl-connect=nowhere | expected HOST:PORT",
        "--tsl-connect=unix:/no/such/socket | there is no such socket",
        "--tsl-inclusive=yes | --tsl-fn=NAME",
        "--tsl-region=no_such_symbol | no global data symbol of that name",
        "--tsl-region= | expected a name, found none",
        "--tsl-fn= | expected a name, found none",
        "--tsl-watch=grid@main | `tslmap run --watch grid@main`",
        "--tsl-watch=@main | expected NAME of a variable, NAME@FUNCTION",
        "--tsl-watch-at=0,static,1,0,8,x,/x | N less than the number of --tsl-watch given, 0",
        "--tsl-skip-obj= | expected a name, found none",
        "--tsl-sample=0.5 | the share of accesses to score, 0.0001 to 0.1",
        "--tsl-sample=yes | expected off, auto or the share",
        "--tsl-sample=0.05 --tsl-pause-after=5 | recording only pauses with --tsl-sample=auto or --tsl-budget",
        "--tsl-budget=3x --tsl-pause-after=5 --tsl-region=a | recording never pauses with --tsl-region",
        "--tsl-skip=/no/such/file | cannot read this file",
        "--tsl-out-file=/no/such/folder/x | cannot write /no/such/folder/x",
        "--tsl-start-after=0 | accesses such as 5000 or 20m, or seconds such as 2.5s, more than 0",
        "--tsl-stop-after=5x | found `5x`",
        "--tsl-stop-after=1. | found `1.`",
        "--tsl-stop-after=1e9 | found `1e9`",
        "--tsl-stop-after=99999999999999999999 | found `99999999999999999999`",
        "--tsl-then=end | --tsl-stop-after=N",
        "--tsl-stop-after=5 --tsl-then=stop | Invalid string 'stop'",
        "--tsl-granularity=page | expected word,line or word,line,page, found `page`",
        "--tsl-page=8192 | add --tsl-granularity=word,line,page",
        "--tsl-nonsense=1 | Unknown option: --tsl-nonsense=1",
        "--tsl-adapt=harmless --tsl-connect=unix:s --tsl-fn=main | and --tsl-fn leaves some out",
        "--tsl-count-after=5 --tsl-skip-fn=f --tsl-connect=unix:s --tsl-budget=3x | and --tsl-budget leaves some out",
        "--tsl-count-after=5 --tsl-skip-fn=f --tsl-connect=unix:s --tsl-stop-after=9 | and --tsl-stop-after leaves some out",
        "--tsl-again=5 --tsl-skip-fn=f | --tsl-again=5: no function is counted after a while; add --tsl-count-after=N"
      })
  void aWrongOptionIsAMessageAndTheProgramNeverStarts(String option, String message)
      throws IOException, InterruptedException {
    Path program = programs.compile("integer.c", "-static");
    TracedPrograms.Run run = programs.valgrind("tslmap", (option + " " + program).split(" "));
    assertEquals(1, run.status());
    assertEquals("", run.out(), "the program must not have run");
    String said = run.err() + String.join("\n", run.log());
    assertTrue(said.contains(message), said);
  }

  @Test
  void aPatternThatMatchesNothingIsSaid() throws IOException, InterruptedException {
    Path program = programs.compile("integer.c", "-static");
    TracedPrograms.Run run = log(program, "--tsl-fn=no_such_function");
    assertEquals(0, run.status());
    assertTrue(run.accesses().isEmpty());
    assertTrue(
        run.log().stream().anyMatch(line -> line.contains("no function of that name ran")),
        run.log().toString());
  }

  @Test
  void aFileSaysWhatIsLeftOutAndWhatOfItMatchedNothing() throws IOException, InterruptedException {
    Path program = programs.compile("calls.c", "-static", "-fno-optimize-sibling-calls");
    Path skips = folder.resolve("skips");
    Files.writeString(skips, "# nothing of these\n\nfn inner\n  fn   *read_grid \nobj  lib*.so\n");
    TracedPrograms.Run run = log(program, "--tsl-skip=" + skips);
    assertEquals(20, count(run, program, "S", "a"));
    assertEquals(0, count(run, program, "S", "b"));
    assertEquals(0, count(run, program, "L", "grid"));
    List<String> said = run.log().stream().filter(line -> line.contains("--tsl-skip")).toList();
    assertEquals(1, said.size(), said.toString());
    assertTrue(said.get(0).contains("--tsl-skip-obj=lib*.so: nothing that ran matches"));

    Files.writeString(skips, "fn inner\nfunction outer\n");
    TracedPrograms.Run wrong = log(program, "--tsl-skip=" + skips);
    assertEquals(1, wrong.status());
    assertTrue(
        String.join("", wrong.log()).contains("line 2: expected `obj PATTERN`"),
        wrong.log().toString());
  }

  /** Of each function by its name; only the collector knows the files that declare them. */
  private static List<String> states(ProcessProfile process) {
    return StateHistory.byFunction(List.of(process)).entrySet().stream()
        .map(entry -> entry.getKey().name() + " " + entry.getValue())
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "'', calls, in context",
    "--tsl-heap=no, calls, in context",
    "--tsl-atstart=yes, calls, in context",
    "--tsl-fn=outer, calls, isolated",
    "--tsl-fn=outer --tsl-inclusive=yes, calls, isolated",
    "'--tsl-toggle=begin,end', calls, isolated",
    "--tsl-region=grid, calls, isolated",
    "--tsl-watch=grid, calls, isolated",
    "--tsl-skip-obj=libc.so*, calls, partial",
    "--tsl-skip-file=calls.c, calls, partial",
    "--tsl-skip-fn=inner, calls, partial",
    "--tsl-skip=/dev/null, calls, in context",
    "--tsl-atstart=no, told, isolated",
    "--tsl-start-after=1000, calls, isolated",
    "--tsl-stop-after=1000, calls, isolated",
    "'', told, partial",
  })
  void theToolAndTheCollectorNameTheSameView(String options, String name, String view)
      throws IOException, InterruptedException {
    Path program = programs.compile(name + ".c");
    Path file = folder.resolve("own.json");
    TracedPrograms.Run run =
        programs.valgrind(
            "tslmap", ("--tsl-out-file=" + file + " " + options + " " + program).split(" +"));
    ProcessProfile own = ProfileJson.read(file).mainProcess();
    ProcessProfile collected =
        programs.receive((options + " " + program).trim().split(" +")).profile().mainProcess();

    boolean said =
        run.log().stream().anyMatch(line -> line.contains("function (%s)".formatted(view)));
    boolean none = own.totals().accesses() == 0;
    assertEquals(!none, said, "the tool's summary");
    assertEquals(view, own.view().key(), "the tool's profile");
    assertEquals(view, collected.view().key(), "the collector's profile");
    assertEquals(own.totals().accesses(), collected.totals().accesses());
    assertEquals(own.totals().toolAccesses(), collected.totals().toolAccesses());
    assertEquals(states(own), states(collected));
    assertEquals(options.contains("-skip-"), !own.states().isEmpty(), "reasons");
  }

  @Test
  void helpNamesEveryOption() throws IOException, InterruptedException {
    String help = programs.valgrind("tslmap", "--help").out();
    for (String option :
        List.of(
            "out",
            "connect",
            "out-file",
            "fn",
            "inclusive",
            "toggle",
            "region",
            "watch",
            "skip-obj",
            "skip-file",
            "skip-fn",
            "skip",
            "heap",
            "atstart",
            "fixed-stack",
            "start-after",
            "stop-after",
            "then",
            "word",
            "line",
            "window",
            "imax",
            "n",
            "time-window",
            "history",
            "sample",
            "sample-seed",
            "pause-after",
            "top",
            "stats")) {
      assertTrue(help.contains("--tsl-" + option + "="), option);
    }
  }

  @Test
  void statisticsAndSummaryArePrinted() throws IOException, InterruptedException {
    Path program = programs.compile("integer.c", "-static");
    TracedPrograms.Run run =
        programs.valgrind(
            "tslmap", "--tsl-stats=yes", "--tsl-out-file=profile", program.toString());
    String log = String.join("\n", run.log());
    for (String expected :
        List.of("accesses ", "TL 0.", "SL* ", "footprint", "main (/", "engine:", "flushes")) {
      assertTrue(log.contains(expected), expected + " in " + log);
    }
    assertTrue(Files.size(folder.resolve("profile")) > 1000);
    assertFalse(run.err().contains("tslmap"), "only the log file is written to");
  }

  private ProcessProfile scored(Path program, String name, String... options)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add("--tsl-out-file=" + folder.resolve(name));
    arguments.add(program.toString());
    TracedPrograms.Run run = programs.valgrind("tslmap", arguments.toArray(String[]::new));
    assertEquals(0, run.status(), run.err() + run.log());
    return ProfileJson.read(folder.resolve(name)).processes().get(0);
  }

  @Test
  void sampledRunsCountEverythingAndSayHowExactTheirScoresAre()
      throws IOException, InterruptedException {
    Path program = programs.compile("sampled.c", "-pthread");
    ProcessProfile exact = scored(program, "exact");
    ProcessProfile sampled = scored(program, "sampled", "--tsl-sample=auto");
    assertTrue(exact.sampling().isEmpty());
    Sampling sampling = sampled.sampling().orElseThrow();
    assertEquals("auto", sampling.mode());
    assertTrue(sampling.whole().bursts() > 10, sampling.toString());
    assertTrue(sampling.scoredAccesses() < exact.totals().accesses() / 5, sampling.toString());
    assertEquals(exact.totals(), sampled.totals());
    assertEquals(
        exact.sites().stream().map(site -> site.accesses()).toList(),
        sampled.sites().stream().map(site -> site.accesses()).toList());
    for (Granularity granularity : exact.parameters().granularities()) {
      LocalityHistogram of = exact.histograms().at(granularity);
      LocalityHistogram part = sampled.histograms().at(granularity);
      double temporal = sampling.whole().temporal(granularity);
      double spatial = sampling.whole().spatial(granularity);
      assertEquals(of.temporalLocality(1 << 23), part.temporalLocality(1 << 23), temporal);
      assertEquals(of.spatialLocality(), part.spatialLocality(), spatial);
      assertTrue(temporal < 0.05 && spatial < 0.05, sampling.toString());
      assertEquals(
          1.0,
          (double) sampled.footprint().at(granularity) / exact.footprint().at(granularity),
          0.1);
    }
  }

  @Test
  void equalSampledRunsGiveEqualResultsAndOtherSeedsOthers()
      throws IOException, InterruptedException {
    Path program = programs.compile("sampled.c", "-pthread");
    ProcessProfile first = scored(program, "first", "--tsl-sample=0.05");
    ProcessProfile again = scored(program, "again", "--tsl-sample=0.05");
    ProcessProfile other = scored(program, "other", "--tsl-sample=0.05", "--tsl-sample-seed=2");
    assertEquals("rate", first.sampling().orElseThrow().mode());
    assertEquals(first.sampling(), again.sampling());
    assertEquals(first.histograms().word(), again.histograms().word());
    assertNotEquals(first.sampling(), other.sampling());
  }

  @Test
  void threadsOfASampledRunAddUp() throws IOException, InterruptedException {
    Path program = programs.compile("sampled.c", "-pthread");
    Path profile = folder.resolve("threads");
    TracedPrograms.Run run =
        programs.valgrind(
            "tslmap",
            "--tsl-sample=auto",
            "--tsl-out-file=" + profile,
            program.toString(),
            "thread");
    assertEquals(0, run.status(), run.err() + run.log());
    ProcessProfile process = ProfileJson.read(profile).processes().get(0);
    assertEquals(2, process.threads().size());
    for (ThreadProfile thread : process.threads()) {
      assertEquals(thread.loads() + thread.stores(), thread.histograms().word().accesses());
      assertTrue(thread.loads() > 400_000, thread.toString());
    }
  }

  /** Nothing is lost or counted twice while code is translated anew. */
  @ParameterizedTest
  @ValueSource(strings = {"", "threads", "forks"})
  void recordingPausesAndAllIsCounted(String how) throws IOException, InterruptedException {
    Path program = programs.compile("pauses.c", "-pthread");
    List<ProcessProfile> counted = profiles(program, how, "--tsl-skip-fn=*");
    List<ProcessProfile> paused =
        profiles(program, how, "--tsl-sample=auto", "--tsl-pause-after=16777216");
    assertEquals(how.equals("forks") ? 2 : 1, paused.size());
    assertTrue(paused.get(0).sampling().orElseThrow().pausedAccesses() > 1 << 20);
    for (int i = 0; i < paused.size(); i++) {
      assertEquals(accesses(counted.get(i)), accesses(paused.get(i)));
      for (ThreadProfile thread : paused.get(i).threads()) {
        assertEquals(thread.loads() + thread.stores(), thread.histograms().word().accesses());
      }
    }
  }

  /** Else long runs would tell of all their code once for each pause. */
  @Test
  void codeThatIsTranslatedAgainIsToldOnce() throws IOException, InterruptedException {
    Path program = programs.compile("pauses.c", "-pthread");
    List<Frame> stream =
        programs
            .frames("--tsl-sample=auto", "--tsl-pause-after=16777216", program.toString())
            .get(0);
    long pauses = stream.stream().filter(Pause.class::isInstance).count();
    assertTrue(pauses > 0);
    Map<List<Object>, Long> told = new HashMap<>();
    for (Frame frame : stream) {
      if (frame instanceof ExecutedCode code) {
        code.pieces()
            .forEach(piece -> told.merge(List.of(piece.stretches(), piece.links()), 1L, Long::sum));
      }
    }
    // Once with a header in the stream, and once without.
    assertTrue(told.values().stream().allMatch(times -> times <= 2), told.values().toString());
  }

  /** Of the program's own functions; what the library does may depend on addresses and time. */
  private static Map<String, Long> accesses(ProcessProfile process) {
    Map<String, Long> own = new TreeMap<>();
    for (SiteProfile site : process.sites()) {
      String function = process.functions().get(site.function()).name();
      if (Set.of("sweep", "scatter", "block", "rounds").contains(function)) {
        own.merge(function, site.accesses(), Long::sum);
      }
    }
    return own;
  }

  /** The parent's first. */
  private List<ProcessProfile> profiles(Path program, String argument, String... options)
      throws IOException, InterruptedException {
    Path results = Files.createTempDirectory(folder, "profiles");
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add("--tsl-out-file=" + results + "/%p");
    arguments.add(program.toString());
    arguments.add(argument);
    TracedPrograms.Run run = programs.valgrind("tslmap", arguments.toArray(String[]::new));
    assertEquals(0, run.status(), run.err() + run.log());
    List<ProcessProfile> profiles = new ArrayList<>();
    try (Stream<Path> files = Files.list(results)) {
      for (Path file : files.toList()) {
        profiles.add(ProfileJson.read(file).processes().get(0));
      }
    }
    profiles.sort(Comparator.comparing(process -> -process.totals().accesses()));
    return profiles;
  }

  @Test
  void aShortProgramIsScoredWholeWhenSampled() throws IOException, InterruptedException {
    Path program = programs.compile("integer.c", "-static");
    ProcessProfile exact = scored(program, "exact");
    ProcessProfile sampled = scored(program, "sampled", "--tsl-sample=auto");
    assertEquals(exact.totals(), sampled.totals());
    assertEquals(exact.histograms().word(), sampled.histograms().word());
    assertEquals(exact.histograms().line(), sampled.histograms().line());
    assertEquals(exact.footprint(), sampled.footprint());
    assertEquals(0.0, sampled.sampling().orElseThrow().whole().temporal(Granularity.WORD));
  }

  /** Else a program that forks often would send all its code again and again. */
  @Test
  void aForkedProcessSendsOnlyTheCodeThatItRuns() throws IOException, InterruptedException {
    Path program = programs.compile("steady.c");
    List<List<Frame>> streams = programs.frames(program.toString(), "1", "forks");
    assertEquals(6, streams.size());
    int all = sites(streams.get(0));
    for (List<Frame> child : streams.subList(1, 6)) {
      int own = sites(child);
      assertTrue(own > 0 && own < all / 4, own + " access sites of " + all);
    }
  }

  private static int sites(List<Frame> frames) {
    return frames.stream()
        .mapToInt(frame -> frame instanceof Sites sites ? sites.sites().size() : 0)
        .sum();
  }
}
