package org.tslmap.collector.hotspots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.SharedData;
import org.tslmap.locality.profile.TimeLine;

/** Each classical problem, against a cache of 64 lines in 8 sets. */
class HotspotsTest {

  private static final HotspotSettings SETTINGS =
      new HotspotSettings(List.of(new CacheLevel("L1", 4096, 8)), HotspotSettings.LEAST_SHARE);

  private final TracedStream stream = new TracedStream();
  private final SplittableRandom random = new SplittableRandom(1);

  private List<Finding> findings() {
    return Hotspots.of(stream.profile(), SETTINGS).findings();
  }

  /** The only finding that is more than a note. */
  private Finding only() {
    List<Finding> findings =
        findings().stream().filter(finding -> !finding.pattern().isNote()).toList();
    assertEquals(1, findings.size(), findings.toString());
    return findings.get(0);
  }

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
    Finding first = findings().get(0);
    assertEquals(Pattern.COLUMN_WALK, first.pattern());
    assertEquals("multiply", first.function());
    assertEquals("b", first.object());
    assertEquals(576, first.stride());
    assertEquals(List.of("kernel.c:5"), first.places());
    assertEquals(List.of(1.0), first.missRatios());
    assertEquals(72 * 72 * 72 - 72 * 72 / 8.0, first.waste(), "all but full lines once");
    assertEquals(
        "multiply (kernel.c:5) walks down the columns of b: each step of 576 bytes (one row of 72"
            + " doubles) goes to another line, of which 100% of the accesses miss L1; interchange"
            + " the loops, so that the last index runs innermost, or transpose b first",
        first.sentence());
    assertEquals("373 k accesses, of which 100% miss L1", first.evidence().get(0));
  }

  @Test
  void rowsOfAPowerOfTwoConflict() {
    multiply(32);
    Finding only = only();
    assertEquals(Pattern.SET_CONFLICT, only.pattern());
    assertEquals("b", only.object());
    assertEquals(256, only.stride());
    assertTrue(
        only.sentence()
            .endsWith(
                "pad each row of b by a line (64 bytes), so that the steps spread over all sets"),
        only.sentence());
    assertTrue(
        only.evidence().get(0).startsWith("L1 holds 64 lines, but only 16 of such a walk;"),
        only.evidence().get(0));
  }

  @Test
  void whatFitsIntoTheCacheIsNoHotspot() {
    multiply(20);
    assertEquals(List.of(), findings());
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
    Finding only = only();
    assertEquals(Pattern.TRANSPOSE, only.pattern());
    assertEquals("out", only.object());
    assertEquals(800, only.stride());
    assertTrue(
        only.sentence()
            .startsWith(
                "flip (kernel.c:9) goes over out in steps of 800 bytes (one row of 200 floats) and"
                    + " over in word by word"),
        only.sentence());
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
    Finding only = only();
    assertEquals(Pattern.STRUCT_WALK, only.pattern());
    assertEquals(64, only.stride());
    assertTrue(
        only.sentence()
            .startsWith("push (kernel.c:3) uses 8 of the 64 bytes of each element of particles"),
        only.sentence());
  }

  @Test
  void everySixteenthElement() {
    int data = stream.array("data", "int [65536]", 4, 65536L);
    int f = stream.function("sample");
    int load = stream.load(f, 4, 2);
    for (int i = 0; i < 65536; i += 16) {
      stream.access(load, data, 4L * i);
    }
    Finding only = only();
    assertEquals(Pattern.STRIDED_WALK, only.pattern());
    assertTrue(
        only.sentence()
            .startsWith(
                "sample (kernel.c:2) walks over data in steps of 64 bytes (16 ints) and uses 4"
                    + " bytes at each"),
        only.sentence());
  }

  private void sweep(int site, int object, int words) {
    for (int i = 0; i < words; i++) {
      stream.access(site, object, 8L * i);
    }
  }

  @Test
  void sweepsOverMoreThanTheCache() {
    int data = stream.array("field", "double [1024]", 8, 1024L);
    int f = stream.function("relax");
    int load = stream.load(f, 8, 4);
    for (int pass = 0; pass < 10; pass++) {
      sweep(load, data, 1024);
    }
    Finding only = only();
    assertEquals(Pattern.REPEATED_SWEEP, only.pattern());
    assertEquals("field", only.object());
    assertEquals(9 * 128.0, only.waste(), "each line on each pass but the first");
    assertEquals("about 10 passes over the 8.00 KiB of field", only.evidence().get(0));
    assertTrue(only.sentence().contains("tile (block) the loops"), only.sentence());
  }

  @Test
  void sweepsOverLessThanTheCacheAreNoHotspot() {
    int data = stream.array("field", "double [500]", 8, 500L);
    int load = stream.load(stream.function("relax"), 8, 4);
    for (int pass = 0; pass < 50; pass++) {
      sweep(load, data, 500);
    }
    assertEquals(List.of(), findings());
  }

  @Test
  void aLaterPassOverWhatAnotherFunctionLeft() {
    int data = stream.array("field", "double [4096]", 8, 4096L);
    int store = stream.store(stream.function("fill"), 8, 2);
    int load = stream.load(stream.function("total"), 8, 7);
    sweep(store, data, 4096);
    sweep(load, data, 4096);
    List<Finding> findings = findings();
    assertEquals(
        List.of(Pattern.LATER_PASS, Pattern.STREAM_ONCE),
        findings.stream().map(Finding::pattern).toList());
    assertEquals("total", findings.get(0).function());
    assertEquals(512.0, findings.get(0).waste());
    assertTrue(findings.get(0).sentence().contains("fuse it with that pass"));
    assertEquals("fill", findings.get(1).function());
    assertTrue(findings.get(1).sentence().contains("streaming"), "it only stores");
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
    assertEquals(List.of(Pattern.STREAM_ONCE), findings().stream().map(Finding::pattern).toList());
  }

  @Test
  void randomProbes() {
    int table = stream.array("table", "long [8192]", 8, 8192L);
    int load = stream.load(stream.function("look"), 8, 11);
    for (int i = 0; i < 30_000; i++) {
      stream.access(load, table, 8L * random.nextInt(8192));
    }
    Finding only = only();
    assertEquals(Pattern.RANDOM_PROBES, only.pattern());
    assertEquals(0, only.stride());
    assertTrue(only.sentence().startsWith("look (kernel.c:11) probes table"), only.sentence());
  }

  @Test
  void gatherThroughAnIndex() {
    int index = stream.array("index", "int [20000]", 4, 20_000L);
    int data = stream.array("x", "double [8192]", 8, 8192L);
    int f = stream.function("product");
    int loadIndex = stream.load(f, 4, 8);
    int loadData = stream.load(f, 8, 8);
    for (int i = 0; i < 20_000; i++) {
      stream.access(loadIndex, index, 4L * i);
      stream.access(loadData, data, 8L * random.nextInt(8192));
    }
    Finding only = only();
    assertEquals(Pattern.GATHER, only.pattern());
    assertEquals("x", only.object());
    assertEquals(
        "product (kernel.c:8) loads x at the places given by index, in no order of memory;"
            + " reorder x in the order of use, sort index, or prefetch ahead",
        only.sentence());
  }

  @Test
  void theIndexIsNeverWhatIsKnownToBeNumbers() {
    int values = stream.array("values", "double [20000]", 8, 20_000L);
    int column = stream.array("column", "int [20000]", 4, 20_000L);
    int data = stream.array("x", "double [8192]", 8, 8192L);
    int f = stream.function("product");
    int loadValue = stream.load(f, 8, 7);
    int loadIndex = stream.load(f, 4, 8);
    int loadData = stream.load(f, 8, 9);
    for (int i = 0; i < 20_000; i++) {
      stream.access(loadValue, values, 8L * i);
      stream.access(loadIndex, column, 4L * i);
      stream.access(loadData, data, 8L * random.nextInt(8192));
    }
    Finding only = only();
    assertEquals(Pattern.GATHER, only.pattern(), "whatever lines the loop is written in");
    assertTrue(
        only.sentence().startsWith("product (kernel.c:9) loads x at the places given by column"),
        only.sentence());
  }

  @Test
  void gatherThroughPointers() {
    int pointers = stream.array("pointers", "struct node *[20000]", 8, 20_000L);
    int nodes = nodes(8192);
    int f = stream.function("total");
    int loadPointer = stream.load(f, 8, 8);
    int loadValue = stream.load(f, 8, 8);
    for (int i = 0; i < 20_000; i++) {
      stream.access(loadPointer, pointers, 8L * i);
      stream.access(loadValue, nodes, 48L * random.nextInt(8192 * 2 / 3));
    }
    Finding only = only();
    assertEquals(Pattern.GATHER, only.pattern(), "the next address is known, unlike in a list");
    assertTrue(
        only.sentence().startsWith("total (kernel.c:8) goes through pointers one after the other"),
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
    Finding only = only();
    assertEquals(Pattern.STRIDED_WALK, only.pattern());
    assertEquals(
        "scale (kernel.c:5) walks over m in steps of 576 bytes (one row of 72 doubles) and uses 8"
            + " bytes at each; change the layout, so that what is used together lies together",
        only.sentence());
  }

  @Test
  void nodesBehindBucketsAreNotThoseOfTheKeysThatAreLookedUp() {
    int keys = stream.array("keys", "long [20000]", 8, 20_000L);
    int buckets = stream.array("buckets", "struct node *[8192]", 8, 8192L);
    int nodes = nodes(8192);
    int f = stream.function("look");
    int loadKey = stream.load(f, 8, 8);
    int loadBucket = stream.load(f, 8, 8);
    int loadNode = stream.load(f, 8, 8);
    for (int i = 0; i < 20_000; i++) {
      stream.access(loadKey, keys, 8L * i);
      stream.access(loadBucket, buckets, 8L * random.nextInt(8192));
      stream.access(loadNode, nodes, 48L * random.nextInt(8192 * 2 / 3));
    }
    List<Finding> findings = findings();
    assertEquals(
        List.of(Pattern.GATHER, Pattern.POINTER_CHASE),
        findings.stream()
            .filter(f2 -> !f2.pattern().isNote())
            .map(Finding::pattern)
            .sorted()
            .toList());
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
    Finding only = only();
    assertEquals(Pattern.COLUMN_WALK, only.pattern());
    assertTrue(
        only.sentence().contains("each step of 1,152 bytes (2 rows of 72 doubles)"),
        only.sentence());
  }

  @Test
  void wideAccessesFetchAllTheirBytes() {
    int data = stream.array("data", "double [8192]", 8, 8192L);
    int load = stream.load(stream.function("total"), 32, 3);
    for (int i = 0; i < 8192; i += 4) {
      stream.access(load, data, 8L * i);
    }
    List<Finding> findings = findings();
    assertEquals(List.of(Pattern.STREAM_ONCE), findings.stream().map(Finding::pattern).toList());
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
    Finding only = only();
    assertEquals(Pattern.REPEATED_SWEEP, only.pattern());
    assertTrue(
        only.sentence().contains("comes back to each line of u before it is through with it"),
        only.sentence());
  }

  @Test
  void scatterThroughKeys() {
    int keys = stream.array("keys", "int [20000]", 4, 20_000L);
    int counts = stream.array("counts", "int [16384]", 4, 16_384L);
    int f = stream.function("histogram");
    int loadKey = stream.load(f, 4, 8);
    int load = stream.load(f, 4, 8);
    int store = stream.store(f, 4, 8);
    for (int i = 0; i < 20_000; i++) {
      long place = 4L * random.nextInt(16_384);
      stream.access(loadKey, keys, 4L * i);
      stream.access(load, counts, place);
      stream.access(store, counts, place);
    }
    Finding only = only();
    assertEquals(Pattern.SCATTER, only.pattern());
    assertEquals("counts", only.object());
    assertTrue(
        only.sentence().contains("partition keys first, so that each part of counts fits"),
        only.sentence());
  }

  @Test
  void parallelArraysAtTheSamePlaces() {
    int keys = stream.array("keys", "long [8192]", 8, 8192L);
    int values = stream.array("values", "long [8192]", 8, 8192L);
    int f = stream.function("find");
    int loadKey = stream.load(f, 8, 4);
    int loadValue = stream.load(f, 8, 5);
    for (int i = 0; i < 20_000; i++) {
      long place = 8L * random.nextInt(8192);
      stream.access(loadKey, keys, place);
      stream.access(loadValue, values, place);
    }
    List<Finding> findings = findings();
    assertEquals(
        List.of(Pattern.PARALLEL_ARRAYS, Pattern.PARALLEL_ARRAYS),
        findings.stream().map(Finding::pattern).toList());
    assertEquals(
        List.of("keys", "values"), findings.stream().map(Finding::object).sorted().toList());
    assertTrue(
        findings.get(0).sentence().contains("merge them into one array of structs"),
        findings.get(0).sentence());
  }

  private int nodes(int count) {
    return stream.object(
        new DataObject(
            DataClass.HEAP,
            "malloc in build (kernel.c:20)",
            "build",
            "",
            "/src/kernel.c",
            20,
            "",
            0,
            32,
            0,
            List.of(),
            count,
            List.of("build (kernel.c:20)")));
  }

  @Test
  void pointerChase() {
    int count = 4096;
    int nodes = nodes(count);
    int f = stream.function("walk");
    int next = stream.load(f, 8, 30);
    for (int i = 0; i < 20_000; i++) {
      stream.access(next, nodes, 48L * random.nextInt(count * 2 / 3));
    }
    Finding only = only();
    assertEquals(Pattern.POINTER_CHASE, only.pattern());
    assertTrue(
        only.sentence()
            .startsWith(
                "walk (kernel.c:30) follows pointers through the blocks of malloc in build"
                    + " (kernel.c:20), node by node"),
        only.sentence());
    assertEquals("4,096 blocks of at most 32 bytes", only.evidence().get(0));
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
    stream.shared(new SharedData(counters, true, 1, 40, 0, 0, List.of(store, load), List.of(2, 3)));
    Finding only = only();
    assertEquals(Pattern.FALSE_SHARING, only.pattern());
    assertEquals(10_000, only.accesses());
    assertEquals(
        "count (kernel.c:12): threads 2, 3 use different words of one line of counters, and take"
            + " the line from each other for nothing; pad what belongs to a thread to whole lines"
            + " (64 bytes) and align it, or collect in a local variable",
        only.sentence());
  }

  @Test
  void handingOverOnceIsNoSharing() {
    int data = stream.array("data", "long [8]", 8, 8L);
    int load = stream.load(stream.function("use"), 8, 12);
    for (int i = 0; i < 5000; i++) {
      stream.access(load, data, 0);
    }
    stream.shared(new SharedData(data, false, 1, 1, 0, 0, List.of(load), List.of(1, 2)));
    assertEquals(List.of(), findings());
  }

  @Test
  void stackTrafficIsANote() {
    int local =
        stream.object(
            new DataObject(
                DataClass.STACK_VARIABLE,
                "i",
                "loop",
                "",
                "",
                0,
                "int",
                0,
                4,
                4,
                List.of(),
                1,
                List.of()));
    int data = stream.array("data", "long [8]", 8, 8L);
    int f = stream.function("loop");
    int load = stream.load(f, 4, 2);
    int other = stream.load(f, 8, 3);
    for (int i = 0; i < 3000; i++) {
      stream.access(load, local, 0);
      stream.access(load, local, 0);
      stream.access(other, data, 8L * (i % 8));
    }
    List<Finding> findings = findings();
    assertEquals(List.of(Pattern.STACK_TRAFFIC), findings.stream().map(Finding::pattern).toList());
    assertTrue(findings.get(0).sentence().startsWith("loop makes 67% of its accesses"));
  }

  @Test
  void findingsAreSplitOverPhases() {
    int data = stream.array("field", "double [1024]", 8, 1024L);
    int f = stream.function("relax");
    int load = stream.load(f, 8, 4);
    for (int pass = 0; pass < 8; pass++) {
      sweep(load, data, 1024);
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
    Hotspots hotspots = Hotspots.of(stream.profile(), SETTINGS);
    List<Finding> findings = hotspots.findings();
    assertEquals(List.of("first", "second"), findings.stream().map(Finding::phase).toList());
    assertEquals(7 * 128 * 2 / 3.0, findings.get(0).waste(), 1e-9);
    assertEquals(7 * 128 / 3.0, findings.get(1).waste(), 1e-9);
    assertEquals("first second", hotspots.phases().pattern());
  }

  @Test
  void aProfileWithoutDataSaysSo() {
    LocalityProfile empty = new LocalityProfile("test", List.of());
    assertThrows(IllegalArgumentException.class, () -> Hotspots.of(empty, SETTINGS));
  }
}
