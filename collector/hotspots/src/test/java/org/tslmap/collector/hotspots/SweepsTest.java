package org.tslmap.collector.hotspots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.FunctionInfo;

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
  void sweepsOverLessThanTheCacheAreNoHotspot() {
    int data = stream.array("field", "double [500]", 8, 500L);
    int load = stream.load(stream.function("relax"), 8, 4);
    for (int pass = 0; pass < 50; pass++) {
      stream.sweep(load, data, 500);
    }
    assertEquals(List.of(), stream.findings());
  }

  @Test
  void aLaterPassOverWhatAnotherFunctionLeft() {
    int data = stream.array("field", "double [4096]", 8, 4096L);
    int store = stream.store(stream.function("fill"), 8, 2);
    int load = stream.load(stream.function("total"), 8, 7);
    stream.sweep(store, data, 4096);
    stream.sweep(load, data, 4096);
    List<Finding> findings = stream.findings();
    assertEquals(
        List.of(AccessPattern.LATER_PASS, AccessPattern.STREAM_ONCE),
        findings.stream().map(Finding::pattern).toList());
    assertEquals("total", findings.get(0).function());
    assertEquals(512.0, findings.get(0).waste());
    assertTrue(findings.get(0).sentence().contains("fuse the two passes"));
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

  @Test
  void eachOfSeveralTemporariesIsPassedOverOnce() {
    long bytes = 8192;
    int temporary =
        stream.object(
            new DataObject(
                DataClass.HEAP,
                "t = operator new in step (kernel.c:20)",
                "step",
                "",
                "/src/kernel.c",
                20,
                "",
                0,
                bytes,
                0,
                List.of(),
                6,
                List.of("step (kernel.c:20)"),
                6 * bytes));
    int fill = stream.store(stream.function("fill"), 8, 2);
    int add = stream.load(stream.function("add"), 8, 3);
    for (int t = 0; t < 6; t++) { // the block lies where the one before lay
      stream.sweep(fill, temporary, 1024);
      stream.sweep(add, temporary, 1024);
    }
    Finding first =
        stream.findings().stream()
            .filter(finding -> finding.function().equals("add"))
            .findFirst()
            .orElseThrow();
    assertEquals(AccessPattern.LATER_PASS, first.pattern(), "time tiling is no remedy");
    assertEquals(
        "one pass over each of 6 blocks of t (operator new in step, kernel.c:20)",
        first.evidence().get(0));
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
    stream.call(grow, 2048, copy, 2048);
    Finding finding = stream.only();
    assertEquals(AccessPattern.LATER_PASS, finding.pattern());
    assertTrue(
        finding.sentence().endsWith("reserve as much as will be needed at first"),
        finding.sentence());
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
