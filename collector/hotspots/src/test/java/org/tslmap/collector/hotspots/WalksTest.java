package org.tslmap.collector.hotspots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.LocalityProfile;

/** Walks by a step that leaves something out, against a cache of 64 lines in 8 sets. */
class WalksTest {

  private final TracedStream stream = new TracedStream();

  private void multiply(int n) {
    int a = stream.array("a", "double [n][n]", 8, (long) n, (long) n);
    int b = stream.array("b", "double [n][n]", 8, (long) n, (long) n);
    int c = stream.array("c", "double [n][n]", 8, (long) n, (long) n);
    int f = stream.function("multiply");
    int loadA = stream.load(f, 8, 5);
    int loadB = stream.load(f, 8, 5);
    int storeC = stream.store(f, 8, 6);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        for (int k = 0; k < n; k++) {
          stream.access(loadA, a, 8L * (i * n + k));
          stream.access(loadB, b, 8L * (k * n + j));
        }
        stream.access(storeC, c, 8L * (i * n + j));
      }
    }
  }

  @Test
  void columnWalkOfAMatrixMultiplication() {
    multiply(72);
    Finding first = stream.findings().get(0);
    assertEquals(AccessPattern.COLUMN_WALK, first.pattern());
    assertEquals("multiply", first.function());
    assertEquals("b", first.object());
    assertEquals(576, first.stride());
    assertEquals(List.of("kernel.c:5"), first.places());
    assertEquals(List.of(1.0), first.missRatios());
    assertEquals(72 * 72 * 72 - 72 * 72 / 8.0, first.waste(), "all but full lines once");
    assertEquals(
        "multiply (kernel.c:5) walks down the columns of b: each step of 576 bytes (one row of 72"
            + " doubles) goes to another line, and 100% of the accesses miss L1; interchange"
            + " the loops so that the last index runs innermost, or transpose b first",
        first.sentence());
    assertTrue(first.evidence().get(0).startsWith("an estimated "), first.evidence().get(0));
    assertEquals("373 k accesses, of which 100% miss L1", first.evidence().get(1));
  }

  @Test
  void rowsOfAPowerOfTwoConflict() {
    multiply(32);
    Finding only = stream.only();
    assertEquals(AccessPattern.COLUMN_WALK, only.pattern(), "interchanging comes first");
    assertEquals("b", only.object());
    assertEquals(256, only.stride());
    String sets = only.evidence().get(0);
    assertTrue(
        sets.startsWith("L1 holds 64 lines, but a walk with this stride can use only 16 of them;"),
        sets);
    assertTrue(
        sets.endsWith(
            "where the loops cannot be interchanged, pad each row by one line (64 bytes)"),
        sets);
  }

  /** Its lines stay in the cache from one column to the next, but not from one call to the next. */
  @Test
  void transposesOfFewRowsAreSweptInEachCall() {
    int rows = 16;
    int columns = 264;
    int in = stream.array("in", "double [16][264]", 8, (long) rows, (long) columns);
    int out = stream.array("out", "double [264][16]", 8, (long) columns, (long) rows);
    int f = stream.function("flip");
    int load = stream.load(f, 8, 5);
    int store = stream.store(f, 8, 5);
    for (int call = 0; call < 10; call++) {
      for (int column = 0; column < columns; column++) {
        for (int row = 0; row < rows; row++) {
          stream.access(load, in, 8L * (row * columns + column));
          stream.access(store, out, 8L * (column * rows + row));
        }
      }
    }
    stream.called(f, 10, 42_240, 42_240);
    List<Finding> findings = stream.findings();
    assertEquals(2, findings.size());
    for (Finding finding : findings) {
      assertEquals(AccessPattern.REPEATED_SWEEP, finding.pattern());
      String sentence = finding.sentence();
      assertTrue(sentence.contains("passes over " + finding.object() + " once in each"), sentence);
    }
  }

  @Test
  void stepsOverPlanesAreCalledSo() {
    int u = stream.array("u", "double [8][32][32]", 8, 8L, 32L, 32L);
    int load = stream.load(stream.function("sum"), 8, 5);
    for (int place = 0; place < 1024; place++) {
      for (int plane = 0; plane < 8; plane++) {
        stream.access(load, u, 8L * (1024 * plane + place));
      }
    }
    Finding only = stream.only();
    assertTrue(
        only.sentence()
            .contains(
                "walks from plane to plane of u: each step of 8,192 bytes (one plane of 1,024"
                    + " doubles)"),
        only.sentence());
  }

  @Test
  void columnsThatALargerCacheCouldHoldCrowdItsSets() {
    int rows = 40;
    int data = stream.array("grid", "double [40][128]", 8, (long) rows, 128L);
    int load = stream.load(stream.function("pass"), 8, 5);
    for (int column = 0; column < 8; column++) {
      for (int pass = 0; pass < 10; pass++) {
        for (int row = 0; row < rows; row++) {
          stream.access(load, data, 1024L * row + 8L * column);
        }
      }
    }
    HotspotSettings two =
        new HotspotSettings(
            List.of(new CacheLevel("L1", 1024, 2), new CacheLevel("L2", 8192, 8)),
            HotspotSettings.LEAST_SHARE);
    String sets = Hotspots.of(stream.profile(), two).findings().get(0).evidence().get(0);
    assertTrue(
        sets.startsWith(
            "L2 holds 128 lines, but a walk with this stride can use only 8 of them; where"),
        sets);
  }

  @Test
  void rowsOfAPowerOfTwoConflictInTilesThatUseWholeLines() {
    int n = 128;
    int b = stream.array("b", "double [128][128]", 8, (long) n, (long) n);
    int load = stream.load(stream.function("multiply"), 8, 5);
    for (int kk = 0; kk < n; kk += 16) {
      for (int jj = 0; jj < n; jj += 16) {
        for (int i = 0; i < 8; i++) {
          for (int j = jj; j < jj + 16; j++) {
            for (int k = kk; k < kk + 16; k++) {
              stream.access(load, b, 8L * (k * n + j));
            }
          }
        }
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.SET_CONFLICT, only.pattern(), "interchanging is no remedy");
    assertTrue(only.sentence().contains("pad each row of b by one line"), only.sentence());
  }

  @Test
  void tilesThatBeginAnywhereInALineAreTiles() {
    int n = 203;
    int in = stream.array("in", "double [203][203]", 8, (long) n, (long) n);
    int out = stream.array("out", "double [203][203]", 8, (long) n, (long) n);
    int f = stream.function("flip");
    int load = stream.load(f, 8, 9);
    int store = stream.store(f, 8, 9);
    for (int ii = 0; ii < n; ii += 16) {
      for (int jj = 0; jj < n; jj += 16) {
        for (int i = ii; i < Math.min(n, ii + 16); i++) {
          for (int j = jj; j < Math.min(n, jj + 16); j++) {
            stream.access(load, in, 8L * (i * n + j));
            stream.access(store, out, 8L * (j * n + i));
          }
        }
      }
    }
    assertTrue(
        stream.findings().stream().noneMatch(f2 -> f2.pattern() == AccessPattern.TRANSPOSE),
        "it is tiled already");
  }

  @Test
  void sitesOfAStencilMayUseTheSameBytes() {
    int u = stream.object(block("u", 1, 512 * 1024));
    int f = stream.function("relax");
    int above = stream.load(f, 8, 5);
    int below = stream.load(f, 8, 5);
    for (int j = 0; j < 64; j++) {
      for (int i = 0; i < 127; i++) {
        stream.access(above, u, 4096L * i + 8L * j);
        stream.access(below, u, 4096L * (i + 1) + 8L * j);
      }
    }
    Finding first = stream.findings().get(0);
    assertTrue(first.sentence().contains("uses at most 16 bytes"), first.sentence());
  }

  private static DataObject block(String name, long instances, long bytes) {
    return new DataObject(
        DataClass.HEAP,
        name + " = malloc in main (kernel.c:30)",
        "main",
        "",
        "/src/kernel.c",
        30,
        "",
        0,
        bytes,
        0,
        List.of(),
        instances,
        List.of("main (kernel.c:30)"),
        0);
  }

  @Test
  void whatFitsIntoTheCacheIsNoHotspot() {
    multiply(20);
    assertEquals(List.of(), stream.findings());
  }

  @Test
  void transposition() {
    int n = 200;
    int in = stream.array("in", "float [200][200]", 4, 200L, 200L);
    int out = stream.array("out", "float [200][200]", 4, 200L, 200L);
    int f = stream.function("flip");
    int load = stream.load(f, 4, 9);
    int store = stream.store(f, 4, 9);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        stream.access(load, in, 4L * (i * n + j));
        stream.access(store, out, 4L * (j * n + i));
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.TRANSPOSE, only.pattern());
    assertEquals("out", only.object());
    assertEquals(800, only.stride());
    assertTrue(
        only.sentence()
            .startsWith(
                "flip (kernel.c:9) walks over out in steps of 800 bytes (one row of 200 floats) and"
                    + " over in word by word"),
        only.sentence());
  }

  @Test
  void tilesOfATransposeFetchEachLineOnceAsWell() {
    int n = 256;
    int a = stream.array("a", "double [256][258]", 8, (long) n, 258L);
    int b = stream.array("b", "double [256][258]", 8, (long) n, 258L);
    int f = stream.function("flip");
    int load = stream.load(f, 8, 9);
    int store = stream.store(f, 8, 9);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        stream.access(load, a, 8L * (258 * i + j));
        stream.access(store, b, 8L * (258 * j + i));
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.TRANSPOSE, only.pattern());
    double each =
        TracedStream.SETTINGS.times().penalty(Manner.STRIDED, 258 * 8, 256 * 64, 1.5 * 256 * 64);
    assertTrue(
        only.sentence()
            .endsWith("into squares of 16 x 16 elements, so that L1 holds the lines of both"),
        only.sentence());
    // The first pass over the columns of each line fetches it, in tiles as well.
    assertEquals(0.875 * n * n * each, only.nanoseconds(), 0.03 * n * n * each);
  }

  /** Larger tiles are faster as long as the TLB holds their rows; L1 need not hold them. */
  @Test
  void tilesFillTheSecondCacheOrTheTlb() {
    int n = 256;
    int a = stream.array("a", "double [256][258]", 8, (long) n, 258L);
    int b = stream.array("b", "double [256][258]", 8, (long) n, 258L);
    int f = stream.function("flip");
    int load = stream.load(f, 8, 9);
    int store = stream.store(f, 8, 9);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        stream.access(load, a, 8L * (258 * i + j));
        stream.access(store, b, 8L * (258 * j + i));
      }
    }
    HotspotSettings two =
        new HotspotSettings(
            List.of(new CacheLevel("L1", 4096, 8), new CacheLevel("L2", 262_144, 16)),
            HotspotSettings.LEAST_SHARE);
    String sentence = Hotspots.of(stream.profile(), two).findings().get(0).sentence();
    assertTrue(
        sentence.endsWith("into squares of 64 x 64 elements, so that L2 holds the lines of both"),
        sentence);
  }

  @Test
  void columnsAddedToAVectorAreNoTranspose() {
    int n = 200;
    int a = stream.array("a", "float [200][200]", 4, 200L, 200L);
    int sum = stream.array("sum", "float [200]", 4, 200L);
    int f = stream.function("add");
    int load = stream.load(f, 4, 9);
    int store = stream.store(f, 4, 9);
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < n; i++) {
        stream.access(load, a, 4L * (i * n + j));
        stream.access(store, sum, 4L * i);
      }
    }
    Finding first = stream.findings().get(0);
    assertEquals(AccessPattern.COLUMN_WALK, first.pattern());
    assertEquals("a", first.object());
    assertTrue(first.sentence().contains("interchange the loops"), first.sentence());
  }

  @Test
  void fewMembersOfAStruct() {
    int particles = stream.array("particles", "struct particle [4096]", 64, 4096L);
    int f = stream.function("push");
    int load = stream.load(f, 8, 3);
    int store = stream.store(f, 8, 3);
    for (int i = 0; i < 4096; i++) {
      stream.access(load, particles, 64L * i + 8);
      stream.access(store, particles, 64L * i + 8);
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.STRUCT_WALK, only.pattern());
    assertEquals(64, only.stride());
    assertTrue(
        only.sentence()
            .startsWith("push (kernel.c:3) uses 8 of the 64 bytes of each element of particles"),
        only.sentence());
  }

  /** A block of the heap that is all that a place allocates. */
  private int block(String name, long bytes) {
    return stream.object(
        new DataObject(
            DataClass.HEAP,
            name,
            "",
            "main",
            "",
            0,
            "",
            0,
            bytes,
            bytes,
            List.of(),
            1,
            List.of("main (kernel.c:20)"),
            0));
  }

  @Test
  void paddingBetweenMembersIsNamed() {
    int particles = block("particles", 48L * 4096);
    int f = stream.function("push");
    int[] loads = {stream.load(f, 8, 3), stream.load(f, 8, 4), stream.load(f, 8, 5)};
    int flagged = stream.load(f, 1, 3);
    int store = stream.store(f, 1, 6);
    int fill = stream.function("fill");
    int[] stores = {stream.store(fill, 8, 9), stream.store(fill, 8, 9), stream.store(fill, 8, 9)};
    int flag = stream.store(fill, 1, 9);
    for (long i = 0; i < 4096; i++) {
      for (int member = 0; member < 3; member++) {
        stream.access(stores[member], particles, 48 * i + 16L * member + 8);
      }
      stream.access(flag, particles, 48 * i);
    }
    for (long i = 0; i < 4 * 4096; i++) {
      long at = 48 * (i % 4096);
      for (int member = 0; member < 3; member++) {
        stream.access(loads[member], particles, at + 16L * member + 8);
      }
      stream.access(flagged, particles, at);
      stream.access(store, particles, at);
    }
    Finding push =
        stream.findings().stream().filter(one -> one.function().equals("push")).findFirst().get();
    assertEquals(AccessPattern.STRIDED_WALK, push.pattern());
    assertTrue(
        push.sentence()
            .endsWith(
                "in steps of 48 bytes and uses at most 25 bytes at each step, and no loop uses more"
                    + " than 25 of these 48 bytes; if the rest is padding between members, order the"
                    + " members by size, the largest first; if it is members, store them apart"),
        push.sentence());
  }

  /** Each line is used whole, but arrays that begin in the same sets drive it out before. */
  @Test
  void arraysThatBeginInTheSameSetsConflict() {
    int arena = block("arena", 20 * 8192);
    int f = stream.function("collide");
    int load = stream.load(f, 8, 3);
    stream.loops(
        new CodeLoop(f, -1, 0x1000, 2, 4, true, 1024),
        new CodeLoop(f, 0, 0x1000, 3, 3, true, 20_480));
    stream.inLoop(load, 1);
    for (long i = 0; i < 1024; i++) {
      for (long array = 0; array < 20; array++) {
        stream.access(load, arena, 8192 * array + 8 * i);
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.SET_CONFLICT, only.pattern(), only.sentence());
    assertTrue(
        only.sentence()
            .endsWith(
                "pad each row, or array of a step's size, by one line (64 bytes), so that the steps"
                    + " use all sets"),
        only.sentence());
  }

  /** What a first pass over elements of 48 bytes costs of which so many words are loaded. */
  private static double penaltyOfWords(int words) {
    TracedStream stream = new TracedStream();
    int data = stream.array("data", "struct element [16384]", 48, 16_384L);
    int f = stream.function("sum");
    int[] loads = new int[words];
    for (int word = 0; word < words; word++) {
      loads[word] = stream.load(f, 8, 3);
    }
    for (long i = 0; i < 16_384; i++) {
      for (int word = 0; word < words; word++) {
        stream.access(loads[word], data, 48 * i + 8L * word);
      }
    }
    Map<AccessTimes.Walk, NavigableMap<Double, Double>> costs =
        new EnumMap<>(AccessTimes.Walk.class);
    for (AccessTimes.Walk walk : AccessTimes.Walk.values()) {
      double far = walk == AccessTimes.Walk.WORDS ? 0.3 : 2;
      costs.put(walk, new TreeMap<>(Map.of(4096.0, 0.2, 1048576.0, far)));
    }
    HotspotSettings settings =
        new HotspotSettings(
            TracedStream.SETTINGS.caches(),
            new AccessTimes("test", costs),
            HotspotSettings.LEAST_SHARE);
    LocalityProfile profile = stream.profile();
    double hits = profile.processes().get(0).totals().accesses() * settings.times().hit();
    return Hotspots.of(profile, settings).time().nanoseconds() - hits;
  }

  @Test
  void theNextLineComesWhileWordsOfThisOneAreUsed() {
    double one = penaltyOfWords(1);
    double five = penaltyOfWords(5);
    assertTrue(five < 0.8 * one, five + " and " + one);
  }

  @Test
  void everySixteenthElement() {
    int data = stream.array("data", "int [65536]", 4, 65536L);
    int f = stream.function("sample");
    int load = stream.load(f, 4, 2);
    for (int i = 0; i < 65536; i += 16) {
      stream.access(load, data, 4L * i);
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.STRIDED_WALK, only.pattern());
    assertTrue(
        only.sentence()
            .startsWith(
                "sample (kernel.c:2) walks over data in steps of 64 bytes (16 ints) and uses 4"
                    + " bytes at each"),
        only.sentence());
  }

  @Test
  void inFortranTheFirstIndexRunsFastest() {
    int x =
        stream.object(
            new DataObject(
                DataClass.STATIC,
                "x",
                "",
                "",
                "/src/kernel.f90",
                3,
                "real(kind=8) (72,144)",
                1L << 22,
                72 * 144 * 8,
                8,
                List.of(144L, 72L),
                1,
                List.of(),
                0));
    int load = stream.load(stream.function("sums"), 8, 5);
    for (int j = 0; j < 72; j++) {
      for (int i = 0; i < 144; i++) {
        stream.access(load, x, 576L * i + 8L * j);
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.COLUMN_WALK, only.pattern());
    assertEquals(
        "sums (kernel.c:5) walks along the rows of x: each step of 576 bytes (one column of 72"
            + " elements) goes to another line, and 100% of the accesses miss L1; interchange"
            + " the loops so that the first index runs innermost, or transpose x first",
        only.sentence());
  }

  @Test
  void aSingleColumnCannotBeInterchanged() {
    int m = stream.array("m", "double [4096][72]", 8, 4096L, 72L);
    int load = stream.load(stream.function("scale"), 8, 5);
    for (int pass = 0; pass < 5; pass++) {
      for (int i = 0; i < 4096; i++) {
        stream.access(load, m, 576L * i);
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.STRIDED_WALK, only.pattern());
    assertEquals(
        "scale (kernel.c:5) walks over m in steps of 576 bytes (one row of 72 doubles) and uses 8"
            + " bytes at each step; change the layout, so that data used together is stored together",
        only.sentence());
  }

  /** Sums of the columns of a matrix without a type, whose two loops begin at one instruction. */
  private Finding sumsInOneLoop(int calls) {
    int m = stream.array("m", "", 1, 144L * 72 * 8);
    int f = stream.function("sums");
    int load = stream.load(f, 8, 5);
    stream.inLoop(load, 0);
    stream.loops(new CodeLoop(f, -1, 0x1000, 4, 6, true, 10_368));
    for (int j = 0; j < 72; j++) {
      for (int i = 0; i < 144; i++) {
        stream.access(load, m, 576L * i + 8L * j);
      }
    }
    stream.called(f, calls, 10_368);
    return stream.only();
  }

  @Test
  void loopsThatBeginAtOneInstructionCanBeInterchanged() {
    assertTrue(sumsInOneLoop(1).sentence().contains("; interchange loops, or"));
  }

  @Test
  void columnsOfSeveralCallsAreNotOfOneNest() {
    assertTrue(sumsInOneLoop(72).sentence().contains("; change the layout, so"));
  }

  @Test
  void whatIsUsedAgainForEachColumnNeedsTheSameInterchange() {
    int rows = stream.array("rows", "struct row [144]", 24, 144L);
    int m = stream.array("m", "double [144][72]", 8, 144L, 72L);
    int f = stream.function("sums");
    int row = stream.load(f, 8, 5);
    int load = stream.load(f, 8, 5);
    for (int j = 0; j < 72; j++) {
      for (int i = 0; i < 144; i++) {
        stream.access(row, rows, 24L * i);
        stream.access(load, m, 576L * i + 8L * j);
      }
    }
    Finding finding =
        stream.findings().stream()
            .filter(one -> one.object().equals("rows"))
            .findFirst()
            .orElseThrow();
    assertEquals(
        "sums (kernel.c:5) goes over the elements of rows, in steps of 24 bytes (1 struct row), again"
            + " for each column that it walks down in m; interchange the loops, so that each element"
            + " of rows is needed once",
        finding.sentence());
  }

  @Test
  void anUnrolledColumnWalkTakesSeveralRowsAtOnce() {
    int m = stream.array("m", "double [144][72]", 8, 144L, 72L);
    int f = stream.function("sums");
    int even = stream.load(f, 8, 5);
    int odd = stream.load(f, 8, 5);
    for (int j = 0; j < 72; j++) {
      for (int i = 0; i < 144; i += 2) {
        stream.access(even, m, 576L * i + 8L * j);
        stream.access(odd, m, 576L * (i + 1) + 8L * j);
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.COLUMN_WALK, only.pattern());
    assertTrue(
        only.sentence().contains("each step of 1,152 bytes (2 rows of 72 doubles)"),
        only.sentence());
  }

  @Test
  void aTiledTransposeIsNoHotspotHoweverOftenItRuns() {
    int n = 200;
    int in = stream.array("in", "double [200][200]", 8, (long) n, (long) n);
    int out = stream.array("out", "double [200][200]", 8, (long) n, (long) n);
    int f = stream.function("flip");
    int load = stream.load(f, 8, 5);
    int store = stream.store(f, 8, 5);
    for (int tile = 0; tile < 4 * 25 * 25; tile++) {
      int top = tile / 25 % 25 * 8;
      int left = tile % 25 * 8;
      for (int i = top; i < top + 8; i++) {
        for (int j = left; j < left + 8; j++) {
          stream.access(load, in, 8L * (i * n + j));
          stream.access(store, out, 8L * (j * n + i));
        }
      }
    }
    assertEquals(List.of(), stream.findings().stream().filter(x -> !x.pattern().isNote()).toList());
  }

  /** What a walk down a's columns wastes while as many lines of b are used, in steps or not. */
  private static double besideOther(boolean inSteps) {
    TracedStream stream = new TracedStream();
    long row = 520;
    int a = stream.array("a", "double [3000][520]", 8, 3000L, row);
    int b = stream.array("b", "double [3000][520]", 8, 3000L, row);
    int f = stream.function("add");
    int loadA = stream.load(f, 8, 5);
    int loadB = stream.load(f, 8, 6);
    for (int j = 0; j < 16; j++) {
      for (int i = 0; i < 3000; i++) {
        stream.access(loadA, a, 8 * (row * i + j));
        for (int k = 0; k < (inSteps ? 1 : 8); k++) {
          stream.access(loadB, b, inSteps ? 8 * (row * i + j) : 8L * (8L * i + k));
        }
      }
    }
    HotspotSettings settings =
        new HotspotSettings(HotspotSettings.COMMON_CACHES, HotspotSettings.LEAST_SHARE);
    return Hotspots.of(stream.profile(), settings).findings().stream()
        .filter(finding -> finding.object().equals("a"))
        .findFirst()
        .orElseThrow()
        .nanoseconds();
  }

  @Test
  void walksThatGoOnTogetherNeedThePagesOfBoth() {
    double both = besideOther(true);
    double alone = besideOther(false);
    assertTrue(both > 1.5 * alone, both + " and " + alone);
  }

  /**
   * An interpreter's function may go to thousands of objects. If each of them was looked at for
   * each other one in all detail, this would take many minutes.
   */
  @Test
  @Timeout(100)
  void functionsThatWalkOverThousandsOfObjectsAreDiagnosedInSeconds() {
    int f = stream.function("mark");
    int load = stream.load(f, 8, 5);
    int store = stream.store(f, 8, 6);
    for (int i = 0; i < 6000; i++) {
      DataObject blocks =
          new DataObject(
              DataClass.HEAP,
              "malloc in f" + i + " from g (m.c:9)",
              "f" + i,
              "",
              "m.c",
              7,
              "",
              1L << 20,
              4096,
              8,
              List.of(),
              4,
              List.of("malloc", "f" + i + " (m.c:7)", "g (m.c:9)", "main (m.c:12)"),
              4 * 4096);
      int object = stream.object(blocks);
      for (int column = 0; column < 3; column++) {
        for (int row = 0; row < 8; row++) {
          stream.access(load, object, 512L * row + 8L * column);
        }
      }
      for (int word = 0; word < 24; word++) {
        stream.access(store, object, 8L * word);
      }
    }
    multiply(72);
    assertEquals("b", stream.findings().get(0).object(), "the only one that is large enough");
  }

  /** As headers of blocks that an allocator of the program carves out of fresh memory. */
  @Test
  void firstWordsOfLinesThatOthersUseWhollyAreNoWaste() {
    int arena = stream.array("arena", "char [1048576]", 1, 1_048_576L);
    int header = stream.store(stream.function("take"), 8, 20);
    int value = stream.store(stream.function("fill"), 8, 30);
    for (long line = 0; line < 1_048_576; line += 64) {
      stream.access(header, arena, line);
      for (int word = 8; word < 64; word += 8) {
        stream.access(value, arena, line + word);
      }
    }
    assertEquals(
        List.of(),
        stream.findings().stream()
            .filter(f -> !f.pattern().isNote())
            .map(Finding::sentence)
            .toList());
  }

  /** Columns of a few lines each, which stay in the cache until all of them is used. */
  @Test
  void freshLinesOfNarrowColumnsAreNotSaidToComeBack() {
    int from = stream.array("from", "double [24][1032]", 8, 24L, 1032L);
    int to = stream.array("to", "double [1032][24]", 8, 1032L, 24L);
    int f = stream.function("transpose");
    int load = stream.load(f, 8, 20);
    int store = stream.store(f, 8, 20);
    for (int column = 0; column < 1032; column++) {
      for (int row = 0; row < 24; row++) {
        stream.access(load, from, 8L * (1032 * row + column));
        stream.access(store, to, 8L * (24 * column + row));
      }
    }
    Finding first =
        stream.findings().stream().filter(found -> found.object().equals("from")).findFirst().get();
    assertTrue(first.sentence().contains(" for the first time in its thread; "), first.sentence());
  }
}
