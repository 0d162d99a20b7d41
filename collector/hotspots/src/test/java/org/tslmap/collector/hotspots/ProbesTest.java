package org.tslmap.collector.hotspots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.profile.CodeOrigin;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.InlinedFunction;

/** Accesses without a steady step, against a cache of 64 lines. */
class ProbesTest {

  private final TracedStream stream = new TracedStream();
  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void randomProbes() {
    int table = stream.array("table", "long [8192]", 8, 8192L);
    int load = stream.load(stream.function("look"), 8, 11);
    for (int i = 0; i < 30_000; i++) {
      stream.access(load, table, 8L * random.nextInt(8192));
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.RANDOM_PROBES, only.pattern());
    assertEquals(0, only.stride());
    assertEquals(
        "look (kernel.c:11) probes table at random, and 94% of these accesses miss L1;"
            + " sort or partition the requests so that neighbouring elements are used together, make"
            + " the object smaller, or prefetch several probes ahead; where each address comes from"
            + " the element before, as in a list within an array, store the elements in the order of use",
        only.sentence());
  }

  /** One recorded visit of each line stands for thousands that were counted. */
  private void visitEachLineOnce(long lines, long counted) {
    int table = stream.array("table", "long [%d]".formatted(8 * lines), 8, 8 * lines);
    int load = stream.load(stream.function("look"), 8, 11);
    for (long i = 0; i < lines; i++) {
      stream.access(load, table, 64 * (37 * i % lines));
    }
    stream.counted(load, counted);
  }

  @Test
  void anObjectHasNoMoreFirstTouchesThanLines() {
    visitEachLineOnce(32, 100_000);
    assertEquals(List.of(), stream.findings());
  }

  @Test
  void furtherVisitsComeBackAfterAllLinesOfTheObject() {
    visitEachLineOnce(1024, 100_000);
    Finding only = stream.only();
    assertTrue(
        only.evidence().contains("lines that miss come back after 64.0 KiB of other lines or more"),
        only.evidence().toString());
    assertTrue(
        only.evidence()
            .contains(
                "estimated from 1% of these accesses, which were recorded; lines used only between"
                    + " them seem to be new or far away"),
        only.evidence().toString());
  }

  /** What a walk over a table is called of whose loads so many wait, one after the other or not. */
  private static Finding walk(long chained, long deeper) {
    TracedStream own = new TracedStream();
    SplittableRandom random = new SplittableRandom(1);
    int table = own.array("next", "int [16384]", 4, 16_384L);
    int load = own.load(own.function("walk"), 4, 11);
    for (int i = 0; i < 30_000; i++) {
      own.access(load, table, 4L * random.nextInt(16_384));
    }
    own.dependence(load, new LoadDependence(chained, 28_000, chained, deeper, 0));
    return own.only();
  }

  @Test
  void binarySearchesAreToldFromOtherProbes() {
    int table = stream.array("table", "long [16383]", 8, 16_383L);
    int load = stream.load(stream.function("find"), 8, 11);
    for (int i = 0; i < 5_000; i++) {
      int wanted = random.nextInt(16_383);
      int from = 0;
      int to = 16_383;
      while (from < to) {
        int middle = (from + to) / 2;
        stream.access(load, table, 8L * middle);
        if (middle < wanted) {
          from = middle + 1;
        } else {
          to = middle;
        }
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.RANDOM_PROBES, only.pattern());
    assertTrue(
        only.sentence()
            .startsWith("find (kernel.c:11) searches table by halving (binary search), and "),
        only.sentence());
    assertTrue(only.sentence().contains("(Eytzinger layout, or a B-tree "), only.sentence());
  }

  @Test
  void comparedStringsAreToBeTestedByAPrefix() {
    int text = stream.array("text", "char [262144]", 1, 262_144L);
    int f =
        stream.function(
            new FunctionInfo("__strcmp_avx2", "/usr/lib/x86_64-linux-gnu/libc.so.6", "", 0));
    int load = stream.load(f, 32, 0);
    for (int i = 0; i < 30_000; i++) {
      stream.access(load, text, 48L * random.nextInt(5_400));
    }
    assertEquals(
        "__strcmp_avx2 reads pieces of text in irregular order, and 98% of these accesses miss L1;"
            + " keep the first bytes of each piece, or a hash value of it, beside what refers to it,"
            + " so that most comparisons need no other line, or store the pieces in the order of use",
        stream.only().sentence());
  }

  @Test
  void longSearchesInAHashTableAreNoWalk() {
    int table = stream.array("table", "struct slot [16000]", 16, 16_000L);
    int load = stream.load(stream.function("find"), 8, 11);
    for (int i = 0; i < 5_000; i++) {
      int slot = random.nextInt(15_900);
      for (int probe = 0; probe < 20; probe++) {
        stream.access(load, table, 16L * (slot + probe));
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.RANDOM_PROBES, only.pattern());
    assertTrue(
        only.sentence()
            .startsWith(
                "find (kernel.c:11) goes to table in irregular order, and on from each place in"
                    + " about 20 steps of 16 bytes, of which it uses 8 bytes; "),
        only.sentence());
  }

  @Test
  void aListWithinAnArrayIsNoRandomProbe() {
    Finding list = walk(27_900, 27_900);
    assertEquals(AccessPattern.POINTER_CHASE, list.pattern());
    assertEquals(
        "walk (kernel.c:11) goes through next from each element to the one that it names, in"
            + " irregular order, and waits for each line before it knows the next; store the"
            + " elements in the order of use, or prefetch ahead",
        list.sentence());
    assertEquals(AccessPattern.POINTER_CHASE, walk(27_440, 27_440).pattern(), "lists of 50");
    assertEquals(AccessPattern.RANDOM_PROBES, walk(14_000, 14_000).pattern(), "two tables");
    assertEquals(AccessPattern.RANDOM_PROBES, walk(27_000, 27_000).pattern(), "27 in a search");
    assertEquals(AccessPattern.RANDOM_PROBES, walk(27_900, 3_000).pattern(), "many wait for one");
  }

  @Test
  void stepsOfSeveralLengthsInOneDirectionAreNotRandom() {
    int flags = stream.array("flags", "char [40000]", 1, 40_000L);
    int store = stream.store(stream.function("sieve"), 1, 9);
    for (int step = 2; step < 200; step++) {
      boolean isPrime = true;
      for (int divisor = 2; divisor < step; divisor++) {
        isPrime &= step % divisor != 0;
      }
      for (int i = step * step; isPrime && i < 40_000; i += step) {
        stream.access(store, flags, i);
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.REPEATED_SWEEP, only.pattern());
    assertTrue(
        only.sentence()
            .startsWith(
                "sieve (kernel.c:9) walks over flags again and again, in steps of several lengths"
                    + " (2, 3, 5 bytes and others), and "),
        only.sentence());
    assertTrue(only.sentence().endsWith("before the next block (tile the loops)"));
  }

  @Test
  void linesThatOthersHaveJustBroughtAreNoSweep() {
    int nodes = stream.array("nodes", "long [40960]", 8, 40_960L);
    int tag = stream.load(stream.function("total"), 8, 11);
    int f = stream.function("area");
    int load = stream.load(f, 8, 21);
    for (int i = 0; i < 30_000; i++) {
      long node = 80L * random.nextInt(4096);
      stream.access(tag, nodes, node);
      stream.access(load, nodes, node + 40);
    }
    Finding second =
        stream.findings().stream()
            .filter(finding -> finding.function().equals("area"))
            .findFirst()
            .orElseThrow();
    assertEquals(AccessPattern.RANDOM_PROBES, second.pattern(), second.sentence());
  }

  @Test
  void numbersAreNotThePlacesOfOthers() {
    int table = stream.array("table", "double [8192]", 8, 8192L);
    int load = stream.load(stream.function("look"), 8, 11);
    for (int i = 0; i < 30_000; i++) {
      stream.access(load, table, 8L * random.nextInt(8192));
    }
    assertTrue(stream.only().sentence().endsWith("prefetch several probes ahead"));
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
    stream.access(stream.store(f, 8, 3), data, 0); // before the loop
    Finding only = stream.only();
    assertEquals(AccessPattern.GATHER, only.pattern());
    assertEquals("x", only.object());
    assertEquals(
        "product (kernel.c:8) loads x at the indices in index, in irregular order;"
            + " reorder x in the order of use, sort index, or prefetch ahead",
        only.sentence());
    assertTrue(
        only.evidence().contains("20.0 k loads of index in the same loop, in steps of 4 bytes"),
        only.evidence().toString());
  }

  @Test
  void oneOfManyObjectsHoldsNoIndices() {
    int[] parts = new int[16];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = stream.array("part" + i, "long [1250]", 8, 1250L);
    }
    int data = stream.array("x", "double [8192]", 8, 8192L);
    int f = stream.function("product");
    int loadPart = stream.load(f, 8, 8);
    int loadData = stream.load(f, 8, 8);
    for (int i = 0; i < 20_000; i++) {
      stream.access(loadPart, parts[i / 1250], 8L * (i % 1250));
      stream.access(loadData, data, 8L * random.nextInt(8192));
    }
    Finding first =
        stream.findings().stream()
            .filter(finding -> finding.object().equals("x"))
            .findFirst()
            .orElseThrow();
    assertEquals(AccessPattern.RANDOM_PROBES, first.pattern(), first.sentence());
  }

  @Test
  void whatTheSameInstructionsHardlyWasteIsNotNamed() {
    int table = stream.array("table", "double [8192]", 8, 8192L);
    int small = stream.array("small", "double [512]", 8, 512L);
    int f = stream.function("look");
    int load = stream.load(f, 8, 8);
    for (int i = 0; i < 20_000; i++) {
      stream.access(load, table, 8L * random.nextInt(8192));
      if (i % 50 == 0) {
        stream.access(load, small, 8L * random.nextInt(512));
      }
    }
    Hotspots hotspots = Hotspots.of(stream.profile(), TracedStream.SETTINGS);
    List<Finding> first = hotspots.alike().get(0);
    assertEquals(List.of("table"), Hotspots.objects(first));
    assertFalse(Hotspots.sentence(first).contains("same instructions"), Hotspots.sentence(first));
  }

  @Test
  void vectorsThatChangePlacesAreGatheredThroughTheSameIndex() {
    int index = stream.array("index", "int [20000]", 4, 20_000L);
    int old = stream.array("x", "double [8192]", 8, 8192L);
    int next = stream.array("y", "double [8192]", 8, 8192L);
    int f = stream.function("product");
    int loadIndex = stream.load(f, 4, 8);
    int loadData = stream.load(f, 8, 8);
    for (int t = 0; t < 2; t++) {
      for (int i = 0; i < 20_000; i++) {
        stream.access(loadIndex, index, 4L * i);
        stream.access(loadData, t == 0 ? old : next, 8L * random.nextInt(8192));
      }
    }
    Hotspots hotspots = Hotspots.of(stream.profile(), TracedStream.SETTINGS);
    List<Finding> gather = hotspots.alike().get(0);
    assertEquals(List.of("x", "y"), Hotspots.objects(gather).stream().sorted().toList());
    String sentence = Hotspots.sentence(gather);
    assertTrue(sentence.contains(" at the indices in index, in irregular order;"), sentence);
    assertTrue(
        sentence.endsWith("The same instructions go to y in this way.")
            || sentence.endsWith("The same instructions go to x in this way."),
        sentence);
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
    Finding only = stream.only();
    assertEquals(AccessPattern.GATHER, only.pattern(), "whatever lines the loop is written in");
    assertTrue(
        only.sentence().startsWith("product (kernel.c:9) loads x at the indices in column"),
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
    Finding only = stream.only();
    assertEquals(
        AccessPattern.GATHER, only.pattern(), "the next address is known, unlike in a list");
    assertTrue(
        only.sentence()
            .startsWith("total (kernel.c:8) walks over the pointers in pointers and uses"),
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
    List<Finding> findings = stream.findings();
    assertEquals(
        List.of(AccessPattern.GATHER, AccessPattern.POINTER_CHASE),
        findings.stream()
            .filter(f2 -> !f2.pattern().isNote())
            .map(Finding::pattern)
            .sorted()
            .toList());
    String nodesFound =
        findings.stream()
            .filter(f2 -> f2.pattern() == AccessPattern.POINTER_CHASE)
            .map(Finding::sentence)
            .findFirst()
            .orElseThrow();
    assertTrue(nodesFound.contains(" through the pointers in buckets, "), nodesFound);
  }

  @Test
  void scatterThroughWhatMayBePointers() {
    int live = stream.object(block("live", 20, 20_000 * 8));
    int pool = stream.object(block("pool", 30, 16_384 * 8));
    int f = stream.function("move");
    int pointer = stream.load(f, 8, 8);
    int load = stream.load(f, 4, 8);
    int store = stream.store(f, 4, 8);
    for (int i = 0; i < 20_000; i++) {
      long place = 8L * random.nextInt(16_384);
      stream.access(pointer, live, 8L * i);
      stream.access(load, pool, place);
      stream.access(store, pool, place);
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.SCATTER, only.pattern());
    assertTrue(
        only.sentence()
            .contains(
                " updates pool (malloc in main, kernel.c:30) at the indices or pointers in live "),
        only.sentence());
    assertTrue(
        only.sentence()
            .contains(", or store pool (malloc in main, kernel.c:30) in the order of live "),
        only.sentence());
  }

  /** As a garbage collector goes over the values of an interpreter. */
  @Test
  void blocksOfOneCallOnManyPathsAreOneProblem() {
    probeBlocksOnPaths(5);
    Finding only = stream.only();
    assertEquals(AccessPattern.RANDOM_PROBES, only.pattern());
    assertEquals("malloc in get from parse", only.object());
    assertEquals(5 * 5000, only.accesses());
    assertTrue(
        only.sentence()
            .startsWith(
                "mark (kernel.c:8) probes the 147 KiB of blocks of malloc in get from parse at"
                    + " random, "),
        only.sentence());
  }

  @Test
  void blocksOnAFewPathsAreToldApart() {
    probeBlocksOnPaths(4);
    assertEquals(4, stream.findings().stream().map(Finding::object).distinct().count());
  }

  private void probeBlocksOnPaths(int paths) {
    int load = stream.load(stream.function("mark"), 8, 8);
    List<Integer> blocks = new ArrayList<>();
    for (int i = 0; i < paths; i++) {
      DataObject block =
          new DataObject(
              DataClass.HEAP,
              "malloc in get",
              "get",
              "",
              "",
              0,
              "",
              0,
              65_536,
              0,
              List.of(),
              1,
              List.of("get"),
              65_536);
      blocks.add(stream.object(block.from("parse < rule" + i)));
    }
    for (int i = 0; i < paths * 5000; i++) {
      stream.access(load, blocks.get(i % paths), 8L * random.nextInt(8192));
    }
  }

  private static DataObject block(String name, int line, long bytes) {
    return new DataObject(
        DataClass.HEAP,
        name + " = malloc in main (kernel.c:" + line + ")",
        "main",
        "",
        "/src/kernel.c",
        line,
        "",
        0,
        bytes,
        0,
        List.of(),
        1,
        List.of("main (/src/kernel.c:" + line + ")"),
        0);
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
    Finding only = stream.only();
    assertEquals(AccessPattern.SCATTER, only.pattern());
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
    Hotspots hotspots = Hotspots.of(stream.profile(), TracedStream.SETTINGS);
    assertEquals(1, hotspots.alike().size(), "one change mends both");
    List<Finding> findings = hotspots.findings();
    assertEquals(
        List.of(AccessPattern.PARALLEL_ARRAYS, AccessPattern.PARALLEL_ARRAYS),
        findings.stream().map(Finding::pattern).toList());
    assertEquals(
        List.of("keys", "values"), findings.stream().map(Finding::object).sorted().toList());
    assertTrue(
        findings.get(0).sentence().contains("merge them into one array of structures"),
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
            List.of("build (kernel.c:20)"),
            0));
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
    Finding only = stream.only();
    assertEquals(AccessPattern.POINTER_CHASE, only.pattern());
    assertTrue(
        only.sentence()
            .startsWith(
                "walk (kernel.c:30) follows pointers through the blocks of malloc in build"
                    + " (kernel.c:20), node by node"),
        only.sentence());
    assertEquals("4,096 blocks of at most 32 bytes", only.evidence().get(0));
  }

  @Test
  void whatLibrariesHaveInlinedIsAtTheLineThatCallsIt() {
    int table = stream.array("table", "double [8192]", 8, 8192L);
    int f = stream.function("look");
    int load = stream.load(f, 8, 1463);
    int rare = stream.load(f, 8, 12);
    String header = "/usr/include/c++/12/bits/stl_algobase.h";
    stream.origin(
        load,
        new CodeOrigin(
            List.of(
                new InlinedFunction("std::__lower_bound", header, 1450).calledAt(header, 1500),
                new InlinedFunction("std::lower_bound", header, 1490).calledAt("/src/table.h", 10),
                new InlinedFunction("Table::rank", "/src/table.h", 9).calledAt("/src/a.c", 20)),
            header));
    stream.access(rare, table, 0);
    for (int i = 0; i < 30_000; i++) {
      stream.access(load, table, 8L * random.nextInt(8192));
    }
    Finding only = stream.only();
    assertEquals(List.of("table.h:10"), only.places(), "and not a line of one access");
    assertTrue(only.sentence().startsWith("look (Table::rank: table.h:10) "), only.sentence());
  }

  @Test
  void someBucketsOfATableAreEmpty() {
    int buckets = stream.array("buckets", "struct node *[8192]", 8, 8192L);
    int nodes = nodes(8192);
    int f = stream.function("look");
    int loadBucket = stream.load(f, 8, 8);
    int loadNode = stream.load(f, 8, 9);
    for (int i = 0; i < 20_000; i++) {
      stream.access(loadBucket, buckets, 8L * random.nextInt(8192));
      if (i % 10 != 0) {
        stream.access(loadNode, nodes, 48L * random.nextInt(8192 * 2 / 3));
      }
    }
    stream.dependence(loadBucket, new LoadDependence(2000, 20_000, 2000, 2000, 2000));
    stream.dependence(loadNode, new LoadDependence(18_000, 18_000, 18_000, 18_000, 18_000));
    Finding first = stream.findings().get(0);
    assertEquals(AccessPattern.POINTER_CHASE, first.pattern());
    assertTrue(first.sentence().contains(" through the pointers in buckets, "), first.sentence());
  }

  @Test
  void theHeadOfAListIsNoTableOfItsNodes() {
    int head = stream.array("book", "struct node [2]", 32, 2L);
    int nodes = nodes(4096);
    int f = stream.function("walk");
    int next = stream.load(f, 8, 30);
    int value = stream.load(f, 8, 31);
    for (int i = 0; i < 20_000; i++) {
      int object = i % 1000 == 0 ? head : nodes;
      long place = object == head ? 8L * random.nextInt(8) : 48L * random.nextInt(4096 * 2 / 3);
      stream.access(next, object, place);
      stream.access(value, nodes, place);
    }
    Finding first = stream.findings().get(0);
    assertEquals(AccessPattern.POINTER_CHASE, first.pattern());
    assertTrue(first.sentence().contains(" follows pointers through "), first.sentence());
  }

  /** What is said of loads of nodes in no order of which so much waits. */
  private Finding loadsOfNodes(LoadDependence counts) {
    int nodes = nodes(4096);
    int load = stream.load(stream.function("total"), 8, 30);
    for (int i = 0; i < 20_000; i++) {
      stream.access(load, nodes, 48L * random.nextInt(4096 * 2 / 3));
    }
    stream.dependence(load, counts);
    return stream.only();
  }

  /** What stores to a table in no order lose beside some loads of which so many waited. */
  private static double nanosecondsOfStores(long chained) {
    TracedStream own = new TracedStream();
    SplittableRandom random = new SplittableRandom(1);
    int table = own.array("table", "long [65536]", 8, 65_536L);
    int function = own.function("fill");
    int load = own.load(function, 8, 10);
    int store = own.store(function, 8, 11);
    for (int i = 0; i < 40_000; i++) {
      own.access(i % 20 == 0 ? load : store, table, 8L * random.nextInt(65_536));
    }
    own.dependence(load, new LoadDependence(chained, 2_000, chained, chained, chained));
    return own.only().nanoseconds();
  }

  @Test
  void storesAreNotWaitedFor() {
    double alone = nanosecondsOfStores(0);
    double chained = nanosecondsOfStores(2_000);
    assertTrue(chained > alone, chained + " and " + alone);
    assertTrue(chained < 3 * alone, chained + " and " + alone);
  }

  @Test
  void copiesDoNotFollowPointers() {
    int nodes = nodes(4096);
    int copy =
        stream.function(
            new FunctionInfo("__memcpy_avx_unaligned_erms", "/lib/libc.so.6", "memmove.S", 300));
    int load = stream.load(copy, 8, 372);
    for (int i = 0; i < 20_000; i++) {
      stream.access(load, nodes, 48L * random.nextInt(4096 * 2 / 3));
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.RANDOM_PROBES, only.pattern());
    assertTrue(only.sentence().contains(" copies pieces of "), only.sentence());
  }

  @Test
  void nodesWhoseMissesDoNotWaitAreNotFollowed() {
    Finding only = loadsOfNodes(new LoadDependence(100, 20_000, 100, 100, 100));
    assertEquals(AccessPattern.RANDOM_PROBES, only.pattern());
    String time = only.evidence().get(0);
    assertTrue(time.endsWith("(misses overlap)"), time);
  }

  /** As of members of an object of which the caller has just loaded the beginning. */
  @Test
  void whatIsNextToOtherLinesIsNotWaitedFor() {
    assertEquals(AccessPattern.RANDOM_PROBES, loadsOfNodes(LoadDependence.NONE).pattern());
  }

  @Test
  void nodesThatWereAllocatedTogetherHaveNoIndex() {
    int first = nodes(4096);
    int second = nodes(4096);
    int f = stream.function("touch");
    int entry = stream.load(f, 8, 30);
    int page = stream.load(f, 8, 31);
    for (int i = 0; i < 20_000; i++) {
      long place = 48L * random.nextInt(4096 * 2 / 3);
      stream.access(entry, first, place);
      stream.access(page, second, place);
    }
    assertEquals(
        List.of(AccessPattern.POINTER_CHASE, AccessPattern.POINTER_CHASE),
        stream.findings().stream().map(Finding::pattern).toList());
  }

  @Test
  void nodesWithOtherBlocksBetweenThemAreNoArrayOfStructs() {
    int nodes = nodes(4096);
    int next = stream.load(stream.function("tick"), 8, 30);
    for (int pass = 0; pass < 10; pass++) {
      for (int i = 0; i < 1360; i++) {
        stream.access(next, nodes, 96L * i);
      }
    }
    Finding only = stream.only();
    assertEquals(AccessPattern.STRIDED_WALK, only.pattern());
    assertTrue(
        only.sentence()
            .contains(
                " one by one, 96 bytes apart, and uses 8 bytes of each; what lies between them is"
                    + " fetched and not used"),
        only.sentence());
    assertEquals("4,096 blocks of at most 32 bytes", only.evidence().get(0));
  }

  @Test
  void probesCostMoreTheMoreOfThemWait() {
    List<Double> seconds = new ArrayList<>();
    for (int chained : List.of(0, 10_000, 20_000)) {
      TracedStream own = new TracedStream();
      int table = own.array("table", "long [65536]", 8, 65_536L);
      int load = own.load(own.function("look"), 8, 11);
      SplittableRandom places = new SplittableRandom(5);
      for (int i = 0; i < 20_000; i++) {
        own.access(load, table, 8L * places.nextInt(65_536));
      }
      own.dependence(load, new LoadDependence(chained, 20_000, chained, chained, chained));
      Finding only = own.only();
      assertEquals(
          chained == 20_000 ? AccessPattern.POINTER_CHASE : AccessPattern.RANDOM_PROBES,
          only.pattern());
      seconds.add(only.nanoseconds());
    }
    assertTrue(seconds.get(0) < seconds.get(2), seconds.toString());
    assertEquals((seconds.get(0) + seconds.get(2)) / 2, seconds.get(1), 1e-6 * seconds.get(1));
  }
}
