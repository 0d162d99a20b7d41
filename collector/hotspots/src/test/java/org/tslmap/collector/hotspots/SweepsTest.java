package org.tslmap.collector.hotspots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.CodeOrigin;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.InlinedFunction;

/** Walks that leave nothing out, against a cache of 64 lines. */
class SweepsTest {

  private final TracedStream stream = new TracedStream();

  @Test
  void sweepsOverMoreThanTheCache() {
    int data = stream.array("field", "double [1024]", 8, 1024L);
    int f = stream.function("relax");
    int load = stream.load(f, 8, 4);
    for (int pass = 0; pass < 10; pass++) {
      stream.sweep(load, data, 1024);
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.REPEATED_SWEEP, only.pattern());
    assertEquals("field", only.object());
    assertEquals(9 * 128.0, only.waste(), "each line on each pass but the first");
    assertEquals("about 10 passes over the 8.00 KiB of field", only.evidence().get(0));
    assertTrue(only.sentence().contains("tile (block) the loops"), only.sentence());
  }

  @Test
  void passesOfVectorsAreNotThoseOfTheirFirstWords() {
    int field = stream.array("field", "double [2048]", 8, 2048L);
    int look = stream.load(stream.function("look"), 8, 3);
    for (int i = 0; i < 1024; i++) {
      stream.access(look, field, 16L * i);
    }
    int store = stream.store(stream.function("smooth"), 16, 9);
    for (int pass = 0; pass < 10; pass++) {
      for (int i = 0; i < 1024; i++) {
        stream.access(store, field, 16L * i);
      }
    }
    String passes = passesOf("smooth");
    assertTrue(passes.startsWith("about 10 passes over "), passes);
  }

  @Test
  void instructionsOfAnUnrolledLoopPassTogether() {
    int field = stream.array("field", "double [2048]", 8, 2048L);
    int f = stream.function("smooth");
    int even = stream.load(f, 8, 9);
    int odd = stream.load(f, 8, 9);
    int first = stream.store(stream.function("clear"), 8, 3);
    for (int i = 0; i < 2048; i++) {
      stream.access(first, field, 8L * i);
    }
    for (int pass = 0; pass < 10; pass++) {
      for (int i = 0; i < 1024; i += 2) { // half of it
        stream.access(even, field, 8L * i);
        stream.access(odd, field, 8L * i + 8);
      }
    }
    String passes = passesOf("smooth");
    assertTrue(passes.startsWith("about 5 passes over "), passes);
  }

  private String passesOf(String function) {
    return stream.findings().stream()
        .filter(finding -> finding.function().equals(function))
        .findFirst()
        .orElseThrow()
        .evidence()
        .get(0);
  }

  @Test
  void sweepsOverLessThanTheCacheAreNoHotspot() {
    int data = stream.array("field", "double [500]", 8, 500L);
    int load = stream.load(stream.function("relax"), 8, 4);
    for (int pass = 0; pass < 50; pass++) {
      stream.sweep(load, data, 500);
    }
    assertEquals(List.of(), stream.findings());
  }

  @Test
  void laterPassesOverWhatAnotherFunctionLeft() {
    int data = stream.array("field", "double [4096]", 8, 4096L);
    int store = stream.store(stream.function("fill"), 8, 2);
    int load = stream.load(stream.function("total"), 8, 7);
    int again = stream.load(stream.function("variance"), 8, 9);
    stream.sweep(store, data, 4096);
    stream.sweep(load, data, 4096);
    stream.sweep(again, data, 4096);
    List<Finding> findings = stream.findings();
    assertEquals(
        List.of(AccessPattern.LATER_PASS, AccessPattern.LATER_PASS, AccessPattern.STREAM_ONCE),
        findings.stream().map(Finding::pattern).toList());
    assertEquals("total", findings.get(0).function());
    assertEquals(512.0, findings.get(0).waste());
    assertTrue(
        findings
            .get(0)
            .sentence()
            .contains("fuse the two passes (variance (kernel.c:9) passes over it as often), or"),
        findings.get(0).sentence());
    assertEquals("fill", findings.get(2).function());
    assertTrue(findings.get(2).sentence().contains("streaming"), "it only stores");
  }

  @Test
  void theOnlyUseOfWhatWasFilledIsANote() {
    int data = stream.array("field", "double [4096]", 8, 4096L);
    stream.sweep(stream.store(stream.function("fill"), 8, 2), data, 4096);
    stream.sweep(stream.load(stream.function("total"), 8, 7), data, 4096);
    List<Finding> findings = stream.findings();
    assertEquals(
        List.of(AccessPattern.STREAM_ONCE, AccessPattern.STREAM_ONCE),
        findings.stream().map(Finding::pattern).toList());
    assertTrue(
        findings.stream().anyMatch(one -> one.sentence().contains("which was filled before")));
  }

  @Test
  void whatWasFilledInTilesIsUsedOnceAsWell() {
    int n = 203;
    int data = stream.array("out", "double [203][203]", 8, (long) n, (long) n);
    int store = stream.store(stream.function("flip"), 8, 9);
    for (int ii = 0; ii < n; ii += 16) {
      for (int jj = 0; jj < n; jj += 16) {
        for (int i = ii; i < Math.min(n, ii + 16); i++) {
          for (int j = jj; j < Math.min(n, jj + 16); j++) {
            stream.access(store, data, 8L * (j * n + i));
          }
        }
      }
    }
    stream.sweep(stream.load(stream.function("total"), 8, 7), data, n * n);
    assertEquals(
        List.of(AccessPattern.STREAM_ONCE),
        stream.findings().stream()
            .filter(finding -> finding.function().equals("total"))
            .map(Finding::pattern)
            .toList());
  }

  @Test
  void aMergeGoesOnceOverWhatItMerges() {
    int a = stream.array("a", "int [6000]", 4, 6000L);
    int b = stream.array("b", "int [4000]", 4, 4000L);
    int fill = stream.store(stream.function("fill"), 4, 2);
    for (int i = 0; i < 6000; i++) {
      stream.access(fill, a, 4L * i);
    }
    for (int i = 0; i < 4000; i++) {
      stream.access(fill, b, 4L * i);
    }
    int merge = stream.function("merge");
    int left = stream.load(merge, 4, 5);
    int right = stream.load(merge, 4, 5);
    int i = 0;
    int j = 0;
    while (i + j < 9999) {
      stream.access(left, a, 4L * i);
      stream.access(right, b, 4L * j);
      if ((i + j) % 5 < 3) {
        i++;
      } else {
        j++;
      }
    }
    List<Finding> findings = stream.findings();
    assertTrue(
        findings.stream().allMatch(f -> f.pattern() == AccessPattern.STREAM_ONCE),
        findings.toString());
  }

  @Test
  void loopsThatPassOneAfterTheOtherAreCounted() {
    int data = stream.array("image", "double [4096]", 8, 4096L);
    stream.sweep(stream.store(stream.function("fill"), 8, 2), data, 4096);
    int f = stream.function("main");
    stream.loops(
        new CodeLoop(f, -1, 0x1000, 5, 5, true, 4096),
        new CodeLoop(f, -1, 0x1010, 6, 6, true, 4096),
        new CodeLoop(f, -1, 0x1020, 7, 7, true, 4096));
    for (int loop = 0; loop < 3; loop++) {
      int load = stream.load(f, 8, 5 + loop);
      int store = stream.store(f, 8, 5 + loop);
      stream.inLoop(load, loop);
      stream.inLoop(store, loop);
      for (int i = 0; i < 4096; i++) {
        stream.access(load, data, 8L * i);
        stream.access(store, data, 8L * i);
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.LATER_PASS, only.pattern());
    assertTrue(
        only.sentence().contains(" passes over image 3 times, in one loop after the other, and "),
        only.sentence());
    assertTrue(only.evidence().get(0).startsWith("about 3 passes over "), only.evidence().get(0));
  }

  @Test
  void anUnrolledSweepLeavesNothingOut() {
    int data = stream.array("field", "double [4096]", 8, 4096L);
    int f = stream.function("total");
    int even = stream.load(f, 8, 3);
    int odd = stream.load(f, 8, 4);
    for (int i = 0; i < 4096; i += 2) {
      stream.access(even, data, 8L * i);
      stream.access(odd, data, 8L * i + 8);
    }
    assertEquals(
        List.of(AccessPattern.STREAM_ONCE),
        stream.findings().stream().map(Finding::pattern).toList());
  }

  @Test
  void wideAccessesFetchAllTheirBytes() {
    int data = stream.array("data", "double [8192]", 8, 8192L);
    int load = stream.load(stream.function("total"), 32, 3);
    for (int i = 0; i < 8192; i += 4) {
      stream.access(load, data, 8L * i);
    }
    List<Finding> findings = stream.findings();
    assertEquals(
        List.of(AccessPattern.STREAM_ONCE), findings.stream().map(Finding::pattern).toList());
    assertEquals(1024, findings.get(0).waste(), "every line once");
  }

  @Test
  void planesThatAreEvictedBeforeTheNextOneNeedTiles() {
    int u = stream.array("u", "double [16][40][40]", 8, 16L, 40L, 40L);
    int f = stream.function("smooth");
    int below = stream.load(f, 8, 6);
    int above = stream.load(f, 8, 6);
    for (int t = 0; t < 2; t++) {
      for (int i = 0; i < 15 * 1600; i++) {
        stream.access(below, u, 8L * i);
        stream.access(above, u, 8L * (i + 1600));
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.REPEATED_SWEEP, only.pattern());
    assertTrue(
        only.sentence().contains("returns to each line of u within one pass"), only.sentence());
  }

  /**
   * Blocks of 1, 2, ... KiB, the smaller ones of which some lie where others lay; only the last one
   * of them is swept, ten times, after one copy of all. A realloc may add as little as it likes.
   */
  @ParameterizedTest
  @CsvSource({
    "operator new in main (kernel.c:20), 5, 16384, 31744, 2560",
    "operator new in main (kernel.c:20), 2, 16384, 24576, 3072",
    "numbers = realloc in main (kernel.c:20), 16, 16384, 139264, 2560",
  })
  void passesOverWhatGrewAreThoseOverItsLastBlock(
      String name, int instances, long bytes, long totalBytes, int touchedWords) {
    int elements =
        stream.object(
            new DataObject(
                DataClass.HEAP,
                name,
                "main",
                "",
                "/src/kernel.c",
                20,
                "",
                0,
                bytes,
                0,
                List.of(),
                instances,
                List.of("main (/src/kernel.c:20)"),
                totalBytes));
    int total = stream.function("total");
    int load = stream.load(total, 8, 3);
    int copy = stream.load(total, 8, 9);
    stream.loops(
        new CodeLoop(total, -1, 0x1000, 2, 3, true, 20_480),
        new CodeLoop(total, -1, 0x2000, 8, 9, true, 3072));
    stream.inLoop(load, 0);
    stream.inLoop(copy, 1);
    stream.sweep(copy, elements, touchedWords);
    for (int t = 0; t < 10; t++) {
      for (int i = touchedWords - 2048; i < touchedWords; i++) {
        stream.access(load, elements, 8L * i);
      }
    }
    Finding sweep =
        stream.findings().stream()
            .filter(finding -> finding.function().equals("total"))
            .findFirst()
            .orElseThrow();
    assertEquals(AccessPattern.REPEATED_SWEEP, sweep.pattern());
    assertTrue(
        sweep.evidence().get(0).startsWith("about 11 passes over the 16.0 KiB of "),
        sweep.evidence().get(0));
  }

  @Test
  void stepsFromRowToRowOfASweepAreNoArrayOfStructs() {
    int rows = stream.array("rows", "double [27000]", 8, 27_000L);
    int f = stream.function("smooth");
    int head = stream.load(f, 8, 5);
    int rest = stream.load(f, 8, 6);
    stream.inLoop(head, 0);
    stream.inLoop(rest, 1);
    stream.loops(
        new CodeLoop(f, -1, 0x1000, 4, 8, true, 3000), new CodeLoop(f, 0, 0x1004, 6, 6, true, 0));
    for (int pass = 0; pass < 3; pass++) {
      for (int row = 0; row < 1000; row++) {
        stream.access(head, rows, 216L * row);
        for (int i = 0; i < 27; i++) {
          stream.access(rest, rows, 216L * row + 8L * i);
        }
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.REPEATED_SWEEP, only.pattern());
  }

  @Test
  void aSiteThatSharesAPassWithOthersMakesItAsOftenAsThey() {
    int data = stream.array("data", "double [8192]", 8, 8192L);
    int f = stream.function("copy");
    int even = stream.load(f, 8, 5);
    int odd = stream.load(f, 8, 6);
    for (int pass = 0; pass < 10; pass++) {
      for (int pages = 0; pages < 65_536; pages += 8192) {
        for (int i = 0; i < 4096; i += 8) {
          stream.access(even, data, pages + i);
          stream.access(odd, data, pages + 4096 + i);
        }
      }
    }
    assertEquals("about 10 passes over the 64.0 KiB of data", stream.only().evidence().get(0));
  }

  /**
   * Rounds of a loop that go over a vector in one or two loops inside it, each line of code in a
   * loop of its own, and then over another vector.
   */
  private Finding roundsOf(int rounds, int loopsOverIt, int otherWords) {
    int data = stream.array("field", "double [2048]", 8, 2048L);
    int other = stream.array("other", "double [2048]", 8, 2048L);
    int f = stream.function("solve");
    int each = stream.load(f, 8, 20);
    int add = stream.store(f, 8, 22);
    int scale = stream.load(f, 8, 24);
    int rest = stream.load(f, 8, 26);
    stream.inLoop(each, 0);
    stream.inLoop(add, 1);
    stream.inLoop(scale, 2);
    stream.inLoop(rest, 3);
    stream.loops(
        new CodeLoop(f, -1, 0x1000, 20, 28, true, rounds),
        new CodeLoop(f, 0, 0x1004, 22, 22, true, 2048L * rounds),
        new CodeLoop(f, 0, 0x1008, 24, 24, true, 2048L * rounds),
        new CodeLoop(f, 0, 0x100c, 26, 26, true, 0));
    for (int round = 0; round < rounds; round++) {
      stream.access(each, other, 0);
      stream.sweep(add, data, 2048);
      if (loopsOverIt > 1) {
        stream.sweep(scale, data, 2048);
      }
      stream.sweep(rest, other, otherWords);
    }
    stream.called(f, 1, rounds * (1L + 2048L * (loopsOverIt - 1) + otherWords), rounds * 2048L);
    return stream.findings().stream()
        .filter(finding -> finding.object().equals("field"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void roundsOfASolverCannotBeTiledAlone() {
    Finding finding = roundsOf(10, 1, 200);
    assertEquals(
        "solve (kernel.c:22) passes over field once in each round of the loop at 20, and uses each"
            + " line again after 16.0 KiB or more of other lines, too late for L1; take several"
            + " steps on a block that fits into L1 before the next block (time tiling), or store"
            + " field in fewer bytes",
        finding.sentence());
    assertEquals(
        "about 10 passes over the 16.0 KiB of field in one call", finding.evidence().get(0));
  }

  @Test
  void whatSomeCallsGoOverIsNotPassedOverInEach() {
    int field = stream.array("field", "double [2048]", 8, 2048L);
    int f = stream.function("smooth");
    int store = stream.store(f, 8, 5);
    for (int call = 0; call < 6; call++) {
      stream.sweep(store, field, 2048);
    }
    stream.called(f, 10, 0, 6 * 2048);
    String sentence = stream.only().sentence();
    assertTrue(
        sentence.contains("passes over field, about 6 times in 10 calls, and uses"), sentence);
  }

  @Test
  void functionsThatPassOverTheSameAsOftenCanBeFused() {
    int rho = stream.array("rho", "double [2048]", 8, 2048L);
    int p = stream.array("p", "double [2048]", 8, 2048L);
    int pressure = stream.function("pressure");
    int loadRho = stream.load(pressure, 8, 5);
    int again = stream.load(pressure, 8, 5);
    int sound = stream.function("sound");
    int loadP = stream.load(sound, 8, 9);
    int check = stream.function("check");
    int once = stream.load(check, 8, 15);
    for (int t = 0; t < 10; t++) {
      for (int i = 0; i < 2048; i++) {
        stream.access(loadRho, rho, 8L * i);
        stream.access(again, p, 8L * i);
      }
      stream.sweep(loadP, p, 2048);
    }
    stream.sweep(once, p, 2048);
    stream.called(pressure, 10, 40_960);
    stream.called(sound, 10, 20_480);
    stream.called(check, 1, 2048);
    String sentence =
        stream.findings().stream()
            .filter(finding -> finding.function().equals("sound"))
            .findFirst()
            .orElseThrow()
            .sentence();
    assertTrue(
        sentence.contains(
            "too late for L1; fuse this with pressure (kernel.c:5), which passes over p as often,"
                + " where what is done between them allows it, take several steps"),
        sentence);
  }

  @Test
  void severalPassesOfARoundCanBeFused() {
    Finding finding = roundsOf(10, 2, 200);
    assertTrue(
        finding.sentence().contains("passes over field twice in each round of the loop at 20"),
        finding.sentence());
    assertTrue(finding.sentence().contains("fuse these passes, take several"), finding.sentence());
    assertEquals(
        "about 20 passes over the 16.0 KiB of field in one call", finding.evidence().get(0));
  }

  @Test
  void whatTheSameRoundsGoOverIsOneProblem() {
    int[] data = new int[2];
    for (int i = 0; i < 2; i++) {
      data[i] = stream.array("field" + i, "double [2048]", 8, 2048L);
    }
    int f = stream.function("solve");
    int each = stream.load(f, 8, 20);
    int[] stores = {stream.store(f, 8, 22), stream.store(f, 8, 22)};
    int rest = stream.load(f, 8, 26);
    stream.inLoop(each, 0);
    stream.inLoop(stores[0], 1);
    stream.inLoop(stores[1], 1);
    stream.inLoop(rest, 2);
    stream.loops(
        new CodeLoop(f, -1, 0x1000, 20, 28, true, 10),
        new CodeLoop(f, 0, 0x1004, 22, 22, true, 20_480),
        new CodeLoop(f, 0, 0x1008, 26, 26, true, 0));
    for (int round = 0; round < 10; round++) {
      stream.access(each, data[0], 0);
      for (int i = 0; i < 2048; i++) {
        stream.access(stores[0], data[0], 8L * i);
        stream.access(stores[1], data[1], 8L * i);
      }
      stream.sweep(rest, data[0], 300);
    }
    List<Finding> first = Hotspots.of(stream.profile(), TracedStream.SETTINGS).alike().get(0);
    assertEquals(List.of("field0", "field1"), Hotspots.objects(first).stream().sorted().toList());
    String sentence = Hotspots.sentence(first);
    assertTrue(sentence.contains(" once in each round of the loop at 20,"), sentence);
    assertTrue(sentence.contains("field0 once, field1 once"), sentence);
    assertTrue(sentence.endsWith("or store them in fewer bytes."), sentence);
  }

  @Test
  void manyArraysThatFitAloneButNotTogetherAreOneProblem() {
    int f = stream.function("advance");
    int[] fields = new int[8];
    int[] stores = new int[8];
    for (int i = 0; i < 8; i++) {
      fields[i] = stream.array("field" + i, "double [400]", 8, 400L - 8L * i);
      stores[i] = stream.store(f, 8, 20 + i);
    }
    for (int call = 0; call < 10; call++) {
      for (int i = 0; i < 8; i++) {
        stream.sweep(stores[i], fields[i], 400 - 8 * i);
      }
    }
    stream.called(f, 10, 0, 29_760);
    List<List<Finding>> alike = Hotspots.of(stream.profile(), TracedStream.SETTINGS).alike();
    assertEquals(1, alike.size());
    assertEquals(8, Hotspots.objects(alike.get(0)).size());
    String title = Hotspots.title(alike.get(0));
    assertTrue(title.endsWith(" and four others"), title);
    String sentence = Hotspots.sentence(alike.get(0));
    assertTrue(sentence.contains(" once and four others in each call, and uses"), sentence);
    assertEquals(
        4,
        Hotspots.evidence(alike.get(0)).stream()
            .filter(line -> line.contains(" accesses, of which "))
            .count());
  }

  @Test
  void partsThatThreadsGoOverInTurnAreNotReturnedToWithinAPass() {
    int data = stream.array("field", "double [8192]", 8, 8192L);
    int f = stream.function("update");
    int load = stream.load(f, 8, 4);
    // The thread that was last in one round is the first one in the next.
    for (int round = 0; round < 10; round++) {
      for (int i = 0; i < 4; i++) {
        int part = round % 2 == 0 ? i : 3 - i;
        for (int word = 0; word < 2048; word++) {
          stream.access(load, data, 8L * (2048 * part + word));
        }
      }
    }
    stream.called(f, 40, 81_920);
    Finding only = stream.only();
    assertTrue(
        only.sentence().contains("passes over field, about 10 times in 40 calls, and uses"),
        only.sentence());
  }

  @Test
  void loopsAroundNothingElseCanBeTiled() {
    Finding finding = roundsOf(10, 1, 10);
    assertTrue(finding.sentence().contains("tile (block) the loops"), finding.sentence());
  }

  @Test
  void piecesThatArePutOneBehindTheOtherAreAPass() {
    int data = stream.array("text", "char [65536]", 1, 65_536L);
    int f = stream.function("append");
    int store = stream.store(f, 8, 5);
    Random random = new Random(1);
    for (int pass = 0; pass < 5; pass++) {
      for (int at = 0; at < 65_000; at += 1 + random.nextInt(60)) {
        stream.access(store, data, at);
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.REPEATED_SWEEP, only.pattern(), only.sentence());
  }

  /** Estimated nanoseconds of stores to 4,096 bytes, one by one, in one call or in as many. */
  private static double timeOfBytes(int calls) {
    TracedStream stream = new TracedStream();
    int data = stream.array("data", "char [4096]", 1, 4096L);
    int f = stream.function("fill");
    int store = stream.load(f, 1, 5);
    for (int i = 0; i < 4096; i++) {
      stream.access(store, data, i);
    }
    stream.called(f, calls, 4096);
    stream.loops(new CodeLoop(f, -1, 0x2000, 8, 9, true, 0));
    return Hotspots.of(stream.profile(), TracedStream.SETTINGS).time().nanoseconds();
  }

  @Test
  void whatAnInstructionRepeatsIsMovedInVectors() {
    double hit = AccessTimes.typical(TracedStream.SETTINGS.caches()).hit();
    assertEquals((4096 - 4096 / 32.0) * hit, timeOfBytes(4096) - timeOfBytes(1), 1e-6);
  }

  @Test
  void piecesThatCallsVisitInNoOrderAreNoPasses() {
    int poles = stream.array("poles", "double [32768]", 8, 32_768L);
    int look = stream.function("look");
    int load = stream.load(look, 8, 5);
    Random random = new Random(1);
    for (int call = 0; call < 2000; call++) {
      int piece = random.nextInt(32_768 / 96);
      for (int i = 0; i < 96; i++) {
        stream.access(load, poles, 8L * (96 * piece + i));
      }
    }
    stream.called(look, 2000, 2000L * 96);
    Finding only = stream.only();
    assertEquals(AccessPattern.RANDOM_PROBES, only.pattern());
    assertTrue(only.sentence().contains("in irregular order"), only.sentence());
  }

  @Test
  void copiesOfVectorsThatGrowNeedRoomAtFirst() {
    int data = stream.array("field", "int [4096]", 4, 4096L);
    int grow = stream.function("void std::vector<int>::_M_realloc_insert(int&&)");
    int fill = stream.store(grow, 8, 2);
    int copy =
        stream.function(
            new FunctionInfo(
                "__memcpy_avx_unaligned_erms", "/usr/lib/x86_64-linux-gnu/libc.so.6", "", 0));
    int load = stream.load(copy, 8, 0);
    stream.sweep(fill, data, 2048);
    stream.sweep(load, data, 2048);
    stream.call(grow, 2048, copy, 2040);
    stream.call(stream.function("main"), 0, copy, 8);
    Finding finding = stream.only();
    assertEquals(AccessPattern.LATER_PASS, finding.pattern());
    assertTrue(
        finding.sentence().endsWith("reserve as much as will be needed at first"),
        finding.sentence());
  }

  @Test
  void callersThatAreCalledTheSameAreOne() {
    int data = stream.array("field", "double [2048]", 8, 2048L);
    int fill =
        stream.function(new FunctionInfo("__memset", "/usr/lib/x86_64-linux-gnu/libc.so.6", "", 0));
    int load = stream.load(fill, 8, 0);
    stream.sweep(load, data, 2048);
    stream.sweep(load, data, 2048);
    stream.call(stream.function("void grow<int>(int*)"), 0, fill, 1024);
    stream.call(stream.function("void grow<double>(double*)"), 0, fill, 3072);
    List<String> evidence = stream.only().evidence();
    assertTrue(evidence.contains("called from grow (100%)"), evidence.toString());
  }

  private int memmove() {
    return stream.function(
        new FunctionInfo("__memmove", "/usr/lib/x86_64-linux-gnu/libc.so.6", "", 0));
  }

  /** As a vector does of which the first element is erased; no order of passes helps there. */
  @Test
  void whatMovesElementsWithinAnArrayCopiesTooOften() {
    int data = stream.array("field", "double [2048]", 8, 2048L);
    int move = memmove();
    int load = stream.load(move, 8, 0);
    int store = stream.store(move, 8, 0);
    for (int round = 0; round < 4; round++) {
      for (int i = 1; i < 2048; i++) {
        stream.access(load, data, 8L * i);
        stream.access(store, data, 8L * (i - 1));
      }
    }
    String sentence = stream.only().sentence();
    assertTrue(
        sentence.startsWith("__memmove copies from one place of field to another"), sentence);
    assertTrue(sentence.contains("or keep an index of the first one"), sentence);
  }

  @Test
  void whatIsMovedOnceIsOnePass() {
    int data = stream.array("field", "double [4096]", 8, 4096L);
    int fill = stream.store(stream.function("fill"), 8, 2);
    int move = memmove();
    int load = stream.load(move, 8, 0);
    int store = stream.store(move, 8, 0);
    int check = stream.load(stream.function("check"), 8, 5);
    stream.sweep(fill, data, 4096);
    stream.sweep(check, data, 4096);
    for (int i = 0; i < 2048; i++) {
      stream.access(load, data, 8L * i);
      stream.access(store, data, 8L * (i + 2048));
    }
    List<String> evidence =
        stream.findings().stream()
            .filter(finding -> finding.sentence().contains("__memmove copies"))
            .flatMap(finding -> finding.evidence().stream())
            .toList();
    assertTrue(
        evidence.stream().anyMatch(line -> line.startsWith("one pass over")), evidence.toString());
  }

  @Test
  void callersOfALibraryHaveTheLinesOfTheProgramThatCall() {
    int data = stream.array("field", "double [2048]", 8, 2048L);
    int move = memmove();
    int load = stream.load(move, 8, 0);
    int main = stream.function("main");
    int call = stream.store(main, 8, 431);
    String header = "/usr/include/c++/12/bits/stl_algobase.h";
    stream.origin(
        call,
        new CodeOrigin(
            List.of(
                new InlinedFunction("std::__copy_move<long>(long*)", header, 420)
                    .calledAt("/src/queue.cc", 14),
                new InlinedFunction("Queue::step()", "/src/queue.cc", 10)
                    .calledAt("/src/kernel.c", 30)),
            header));
    stream.sweep(load, data, 2048);
    stream.sweep(load, data, 2048);
    stream.call(main, 0, move, 4096, call);
    List<String> evidence = stream.only().evidence();
    assertTrue(
        evidence.contains("called from main at queue.cc:14 in Queue::step (100%)"),
        evidence.toString());
  }

  @Test
  void storesToWhatTheCacheHoldsNeedNotBypassIt() {
    int data = stream.array("field", "double [256]", 8, 256L);
    stream.sweep(stream.store(stream.function("fill"), 8, 2), data, 256);
    Finding first = stream.findings().get(0);
    assertEquals(AccessPattern.STREAM_ONCE, first.pattern());
    assertTrue(first.sentence().contains("all of each line is used"), first.sentence());
  }
}
