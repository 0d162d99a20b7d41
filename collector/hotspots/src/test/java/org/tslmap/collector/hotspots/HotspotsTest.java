package org.tslmap.collector.hotspots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.SharedData;
import org.tslmap.locality.profile.TimeLine;

/** Phases, threads, the stack, and profiles without data, against a cache of 64 lines. */
class HotspotsTest {

  private final TracedStream stream = new TracedStream();

  @Test
  void findingsAreSplitOverPhases() {
    int data = stream.array("field", "double [1024]", 8, 1024L);
    int f = stream.function("relax");
    int load = stream.load(f, 8, 4);
    for (int pass = 0; pass < 8; pass++) {
      stream.sweep(load, data, 1024);
    }
    long half = 4096;
    stream.time(
        new TimeLine(
            List.of(
                new TimeLine.Window(0, half, "first"), new TimeLine.Window(half, half, "second")),
            List.of(
                new TimeLine.Series(
                    f,
                    data,
                    List.of(
                        new TimeLine.Point(0, half, 1024, 0, half - 1.0),
                        new TimeLine.Point(1, half, 0, half * 0.5, half))))));
    LocalityProfile profile = stream.profile();
    Hotspots hotspots = Hotspots.of(profile, TracedStream.SETTINGS);
    List<Finding> findings = hotspots.findings();
    assertEquals(List.of("first", "second"), findings.stream().map(Finding::phase).toList());
    assertEquals(7 * 128 * 2 / 3.0, findings.get(0).waste(), 1e-9);
    assertEquals(7 * 128 / 3.0, findings.get(1).waste(), 1e-9);
    assertEquals("first second", hotspots.phases().pattern());
    assertEquals("first: relax 100 %", hotspots.phaseTitle("first"));
    StringWriter text = new StringWriter();
    HotspotText.write(hotspots, 1, new PrintWriter(text));
    String titles = "phases    first: relax 100 %; second: relax 100 %";
    assertTrue(text.toString().contains(titles), text.toString());
    double second = hotspots.share(findings.get(1));
    HotspotSettings strict = new HotspotSettings(TracedStream.SETTINGS.caches(), 2 * second);
    assertEquals(
        findings, Hotspots.of(profile, strict).findings(), "what counts is the sum of both phases");
    HotspotSettings none = new HotspotSettings(TracedStream.SETTINGS.caches(), 1);
    List<Finding> small = Hotspots.of(profile, none).small();
    assertEquals(1, small.size(), "both phases are one");
    assertEquals(7 * 128, small.get(0).waste(), 1e-9);
  }

  @Test
  void sharingBetweenThreads() {
    int counters = stream.array("counters", "long [2]", 8, 2L);
    int f = stream.function("count");
    int load = stream.load(f, 8, 12);
    int store = stream.store(f, 8, 12);
    for (int i = 0; i < 5000; i++) {
      stream.access(load, counters, 0);
      stream.access(store, counters, 0);
    }
    stream.shared(
        new SharedData(counters, true, 1, 40, 0, 39, 0, List.of(store, load), List.of(2, 3)));
    Finding only = stream.only();
    assertEquals(AccessPattern.FALSE_SHARING, only.pattern());
    assertEquals(10_000, only.accesses());
    assertEquals(
        "count (kernel.c:12): threads 2, 3 use different words of one line of counters, so that"
            + " the line moves between their caches although no data is shared; pad each thread's"
            + " part to whole lines (64 bytes) and align it, or accumulate in a local variable",
        only.sentence());
  }

  @Test
  void falseSharingIsOfTheProgramAndNotOfWhatItsThreadsWaitIn() {
    int counters = stream.array("counters", "long [8]", 8, 8L);
    int waiting =
        stream.load(
            stream.function(
                new FunctionInfo("0x1cfd0", "/usr/lib/x86_64-linux-gnu/libgomp.so.1", "", 0)),
            8,
            0);
    int store = stream.store(stream.function("count"), 8, 12);
    for (int i = 0; i < 5000; i++) {
      stream.access(store, counters, 8L * (i & 1));
    }
    stream.access(waiting, counters, 0);
    stream.shared(
        new SharedData(counters, true, 1, 40, 0, 39, 0, List.of(waiting, store), List.of(2, 3)));
    String sentence = stream.only().sentence();
    assertTrue(sentence.startsWith("count (kernel.c:12): threads 2, 3"), sentence);
  }

  /** Two threads take every second element of an array each. */
  @Test
  void walksThatShareAllLinesWaitForEachWord() {
    assertEquals(300 * 8, accessesThatWait(1, 64, 300));
  }

  /** Each of two threads walks over a half: the halves share a line, which they rarely meet at. */
  @Test
  void walksThatShareALineWaitForItOnceAVisit() {
    assertEquals(16 * (1 + 7 / 64.0), accessesThatWait(1, 1, 16), 1);
  }

  /** The halves of many arrays that lie behind one another: each array has one shared line. */
  @Test
  void blocksThatComeAndGoHaveSharedLinesOfTheirOwn() {
    assertEquals(300 * (1 + 7 * 300 / 6400.0), accessesThatWait(100, 60, 300), 1);
  }

  @Test
  void loadsWaitOnlyForWhatWasStored() {
    int state = stream.array("state", "long [2]", 8, 2L);
    int f = stream.function("limit");
    int load = stream.load(f, 8, 12);
    int store = stream.store(f, 8, 14);
    for (int i = 0; i < 20_000; i++) {
      stream.access(load, state, 8);
      if (i % 40 == 0) {
        stream.access(store, state, 0);
      }
    }
    stream.shared(
        new SharedData(state, true, 1, 40, 0, 39, 0, List.of(store, load), List.of(2, 3)));
    assertEquals(1000, stream.only().accesses(), "each store, and the load of the other thread");
  }

  @Test
  void whatIsSharedOfAStackIsNotTheRestOfIt() {
    int stack =
        stream.object(
            new DataObject(
                DataClass.STACK,
                "stack of main",
                "main",
                "",
                "",
                0,
                "",
                0,
                128,
                0,
                List.of(),
                1,
                List.of(),
                0));
    int f = stream.function("main");
    int load = stream.load(f, 8, 12);
    int store = stream.store(f, 8, 14);
    int other = stream.store(f, 8, 20);
    for (int i = 0; i < 20_000; i++) {
      stream.access(other, stack, 64);
      if (i % 40 == 0) {
        stream.access(load, stack, 0);
        stream.access(store, stack, 8);
      }
    }
    stream.shared(
        new SharedData(stack, true, 2, 400, 0, 390, 0, List.of(store, load), List.of(1, 2)));
    Finding sharing =
        stream.findings().stream()
            .filter(finding -> finding.pattern() == AccessPattern.FALSE_SHARING)
            .findFirst()
            .orElseThrow();
    assertEquals(1000, sharing.accesses());
  }

  private long accessesThatWait(int blocks, long lines, long transfers) {
    long bytes = 4096;
    int halves =
        stream.object(
            new DataObject(
                DataClass.HEAP,
                "t = malloc in step (kernel.c:20)",
                "step",
                "",
                "/src/kernel.c",
                20,
                "",
                0,
                bytes,
                0,
                List.of(),
                blocks,
                List.of("step (kernel.c:20)"),
                blocks * bytes));
    int f = stream.function("relax");
    int store = stream.store(f, 8, 12);
    for (int sweep = 0; sweep < 100; sweep++) {
      stream.sweep(store, halves, 512);
    }
    stream.shared(
        new SharedData(halves, true, lines, transfers, 0, 200, 0, List.of(store), List.of(2, 3)));
    LocalityProfile profile = stream.profile();
    HotspotSettings all = new HotspotSettings(TracedStream.SETTINGS.caches(), 1e-9);
    return Hotspots.of(profile, all).findings().stream()
        .filter(finding -> finding.pattern() == AccessPattern.FALSE_SHARING)
        .findFirst()
        .orElseThrow()
        .accesses();
  }

  @Test
  void whatThreadsOfALibraryShareIsNotTheProgramsProblem() {
    int arena = stream.array("main_arena", "long [8]", 8, 8L);
    int f = stream.function(new FunctionInfo("_int_malloc", "/lib/libc.so.6", "", 0));
    int load = stream.load(f, 8, 0);
    int store = stream.store(f, 8, 0);
    for (int i = 0; i < 5000; i++) {
      stream.access(load, arena, 0);
      stream.access(store, arena, 0);
    }
    stream.shared(
        new SharedData(arena, true, 1, 40, 0, 39, 0, List.of(store, load), List.of(1, 2)));
    int main = stream.function("main");
    int progress = stream.function(new FunctionInfo("progress", "/lib/libmpi.so.40", "", 0));
    for (int thread = 1; thread <= 2; thread++) {
      stream.ran(thread, f);
    }
    stream.ran(1, main);
    stream.ran(2, progress);
    assertEquals(List.of(), stream.findings());
  }

  @Test
  void whatThreadsShareInTheLoaderIsLeftOutAsItsTimeIs() {
    int loaded = stream.array("_rtld_global", "long [8]", 8, 8L);
    int f =
        stream.function(
            new FunctionInfo("_dl_lookup_symbol_x", "/lib64/ld-linux-x86-64.so.2", "", 0));
    int store = stream.store(f, 8, 0);
    for (int i = 0; i < 5000; i++) {
      stream.access(store, loaded, 0);
    }
    stream.shared(new SharedData(loaded, false, 1, 40, 20, 39, 0, List.of(store), List.of(1, 2)));
    assertEquals(List.of(), stream.findings());
  }

  @Test
  void threadsThatUpdateTheSameWordsContend() {
    int total = stream.array("total", "long", 8);
    int f = stream.function("serve");
    int load = stream.load(f, 8, 12);
    int store = stream.store(f, 8, 12);
    int other = stream.load(stream.function("watch"), 8, 20);
    for (int i = 0; i < 5000; i++) {
      stream.access(load, total, 0);
      stream.access(store, total, 0);
      stream.access(other, total, 0);
    }
    stream.shared(
        new SharedData(total, false, 1, 40, 20, 39, 0, List.of(load, store, other), List.of(2, 3)));
    Finding only = stream.only();
    assertEquals(AccessPattern.TRUE_SHARING, only.pattern());
    assertEquals(10_000, only.accesses(), "those of the function that stores");
    assertEquals(
        "serve and watch (kernel.c:12, kernel.c:20): threads 2, 3 use the same words of one"
            + " line of total and store to them; give each thread its own copy and combine the copies at"
            + " the end, assign each part to one thread, or update them less often",
        only.sentence());
    assertEquals(
        List.of(
            "one line: 40 transfers between threads seen; Valgrind runs one thread at a time, so real"
                + " runs have many more",
            "39 of these transfers take a line that the other thread was still at work on",
            "20 of these transfers are to store over what another thread had stored",
            "threads 2, 3, from byte 0 on"),
        only.evidence());
  }

  /** Threads that contend for one word, in these functions' order. */
  private Finding contended(FunctionInfo first, FunctionInfo second) {
    int word = stream.array("word", "long", 8);
    int store = stream.store(stream.function(first), 8, 48);
    int other = stream.store(stream.function(second), 8, 12);
    for (int i = 0; i < 5000; i++) {
      stream.access(store, word, 0);
      stream.access(other, word, 0);
    }
    stream.shared(
        new SharedData(word, false, 1, 40, 20, 39, 0, List.of(store, other), List.of(2, 3)));
    return stream.only();
  }

  @Test
  void whoTakesALockIsNamedBeforeTheLock() {
    Finding only =
        contended(
            new FunctionInfo(
                "pthread_mutex_lock", "/usr/lib/x86_64-linux-gnu/libc.so.6", "mutex_lock.c", 40),
            new FunctionInfo("Worker::run()", "/bin/kernel", "/src/kernel.c", 1));
    assertEquals("Worker::run()", only.function());
    assertEquals(List.of("kernel.c:12"), only.places());
    assertTrue(
        only.sentence().startsWith("Worker::run (kernel.c:12): threads 2, 3 use"), only.sentence());
  }

  @Test
  void threadsThatMeetInTheAllocatorAllocateLessOften() {
    Finding only =
        contended(
            new FunctionInfo("_int_free", "/usr/lib/x86_64-linux-gnu/libc.so.6", "malloc.c", 1),
            new FunctionInfo("malloc", "/usr/lib/x86_64-linux-gnu/libc.so.6", "malloc.c", 1));
    assertTrue(
        only.sentence()
            .endsWith(
                "; allocate and free less often there, free blocks in the thread that allocated"
                    + " them, or use an allocator that keeps memory for each thread"),
        only.sentence());
  }

  /** One thread computes what others load: as many accesses wait as lines are transferred. */
  private void handOn(long transfers) {
    int vector = stream.array("p", "double [8]", 8, 8L);
    int store = stream.store(stream.function("turn"), 8, 64);
    int load = stream.load(stream.function("apply"), 8, 34);
    for (int i = 0; i < 200_000; i++) {
      stream.access(load, vector, 8L * (i % 8));
    }
    stream.access(store, vector, 0);
    stream.shared(
        new SharedData(vector, false, 1, transfers, 0, 0, 0, List.of(store, load), List.of(1, 2)));
  }

  @Test
  void resultsHandedOnOftenAreAnExchange() {
    handOn(900);
    Finding only = stream.only();
    assertEquals(AccessPattern.EXCHANGE, only.pattern());
    assertEquals(900, only.accesses());
    assertEquals(
        "what one thread stores to p in turn (kernel.c:64) is used in another thread in apply"
            + " (kernel.c:34), and each line moves between caches; let the thread that uses a part"
            + " compute it (the same schedule in both loops), or exchange data"
            + " less often",
        only.sentence());
  }

  @Test
  void partsOfAWholeArrayThatMoveBetweenThreadsAreAnExchange() {
    int array = stream.array("u", "double [512]", 8, 512L);
    int store = stream.store(stream.function("turn"), 8, 64);
    for (int i = 0; i < 10_000; i++) {
      stream.access(store, array, 8L * (i % 512));
    }
    stream.shared(new SharedData(array, false, 64, 900, 450, 9, 0, List.of(store), List.of(1, 2)));
    Finding only = stream.only();
    assertEquals(AccessPattern.EXCHANGE, only.pattern());
    assertEquals(900, only.accesses());
    assertTrue(
        only.sentence()
            .startsWith("lines of u pass from thread to thread in turn (kernel.c:64), and"),
        only.sentence());
  }

  @Test
  void resultsHandedOnNowAndThenAreNoHotspot() {
    handOn(5);
    assertEquals(List.of(), stream.findings());
  }

  @Test
  void synchronisationInALibraryOfThreadsIsANote() {
    int lock = stream.array("lock", "int", 4);
    int barrier = stream.array("barrier", "int", 4);
    int f = stream.function(new FunctionInfo("0x1f5e0", "/usr/lib/libgomp.so.1.0.0", "", 0));
    int load = stream.load(f, 4, 0);
    int store = stream.store(f, 4, 0);
    for (int i = 0; i < 1000; i++) {
      stream.access(load, lock, 0);
      stream.access(store, barrier, 0);
    }
    stream.shared(
        new SharedData(lock, false, 1, 50, 20, 49, 0, List.of(load, store), List.of(1, 2)));
    stream.shared(new SharedData(barrier, true, 1, 30, 0, 29, 0, List.of(store), List.of(1, 3)));
    List<Finding> findings = stream.findings();
    assertEquals(
        List.of(AccessPattern.SYNCHRONISATION), findings.stream().map(Finding::pattern).toList());
    assertEquals(2000, findings.get(0).accesses());
    // How long threads wait is not known, but it takes as long as hits at least.
    assertTrue(findings.get(0).nanoseconds() < 2000, "" + findings.get(0).nanoseconds());
    assertTrue(
        findings
            .get(0)
            .sentence()
            .startsWith(
                "threads 1-3 synchronise at lock and barrier in libgomp.so.1.0.0, with 100% of"
                    + " all accesses; fewer and larger parallel regions"),
        findings.get(0).sentence());
    assertEquals(
        "80 transfers of its lines between threads seen; Valgrind runs one thread at a time, so"
            + " real runs have more",
        findings.get(0).evidence().get(0));
  }

  @Test
  void handingOverOnceIsNoSharing() {
    int data = stream.array("data", "long [8]", 8, 8L);
    int load = stream.load(stream.function("use"), 8, 12);
    for (int i = 0; i < 5000; i++) {
      stream.access(load, data, 0);
    }
    stream.shared(new SharedData(data, false, 1, 1, 0, 0, 0, List.of(load), List.of(1, 2)));
    assertEquals(List.of(), stream.findings());
  }

  /** A function that makes two thirds of its accesses to a local variable of a function. */
  private void useLocal(String owner, int bytes) {
    int local =
        stream.object(
            new DataObject(
                DataClass.STACK_VARIABLE,
                "i",
                owner,
                "",
                "",
                0,
                "int",
                0,
                bytes,
                4,
                List.of(),
                1,
                List.of(),
                0));
    int data = stream.array("data", "long [8]", 8, 8L);
    int f = stream.function("loop");
    int load = stream.load(f, 4, 2);
    int other = stream.load(f, 8, 3);
    for (int i = 0; i < 3000; i++) {
      stream.access(load, local, 0);
      stream.access(load, local, 0);
      stream.access(other, data, 8L * (i % 8));
    }
  }

  @Test
  void stackTrafficIsANote() {
    useLocal("loop", 4);
    List<Finding> findings = stream.findings();
    assertEquals(
        List.of(AccessPattern.STACK_TRAFFIC), findings.stream().map(Finding::pattern).toList());
    assertTrue(findings.get(0).sentence().startsWith("loop makes 67% of its accesses"));
  }

  @Test
  void whatACallerHasOnTheStackIsNoTraffic() {
    useLocal("main", 4);
    assertEquals(List.of(), stream.findings());
  }

  @Test
  void anArrayOnTheStackIsNoTraffic() {
    useLocal("loop", 400);
    assertEquals(List.of(), stream.findings());
  }

  @Test
  void aProfileWithoutDataSaysSo() {
    LocalityProfile empty = new LocalityProfile("test", List.of());
    assertThrows(IllegalArgumentException.class, () -> Hotspots.of(empty, TracedStream.SETTINGS));
  }
}
