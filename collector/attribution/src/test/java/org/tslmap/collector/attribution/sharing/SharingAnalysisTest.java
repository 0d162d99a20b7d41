package org.tslmap.collector.attribution.sharing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.tslmap.collector.attribution.sharing.NaiveSharing.Access;
import org.tslmap.collector.attribution.sharing.SharingResult.Row;
import org.tslmap.locality.MetricParameters;

/** Transfers of lines between threads are found and told apart as true and false sharing. */
class SharingAnalysisTest {

  /** Odd labels store; a label's object is its hundreds, its site is itself less one. */
  private static final AccessLabels LABELS =
      new AccessLabels() {
        @Override
        public boolean isStore(int label) {
          return label % 2 == 1;
        }

        @Override
        public int site(int label) {
          return label - 1;
        }

        @Override
        public int object(int label) {
          return label / 100;
        }
      };

  private static final long LINE = 0x7000;

  private final SharingAnalysis analysis = new SharingAnalysis(MetricParameters.defaults(), LABELS);

  private void access(int thread, long address, int label) {
    analysis.accesses(thread, new long[] {address}, new int[] {label}, 1);
  }

  @Example
  void oneThreadSharesNothing() {
    for (int i = 0; i < 100; i++) {
      access(3, LINE + i % 9 * 8L, 11 + i % 2);
    }
    assertEquals(new SharingResult(0, List.of(), 0), analysis.result());
  }

  @Example
  void whatWasPreparedBeforeTheSecondThreadIsNotShared() {
    access(1, LINE, 11);
    access(2, LINE, 20);
    access(2, LINE + 8, 20);
    assertEquals(new SharingResult(0, List.of(), 0), analysis.result());
  }

  @Example
  void countersInOneLineAreFalselyShared() {
    access(1, 0, 10);
    for (int i = 0; i < 5; i++) {
      access(2, LINE + 16, 201);
      access(3, LINE + 24, 203);
    }
    // The very first store finds nobody; the nine others find the other thread.
    assertEquals(
        new SharingResult(
            0,
            List.of(new Row(2, true, 1, 9, 0, 8, LINE + 16, List.of(200, 202), List.of(2, 3))),
            0),
        analysis.result());
  }

  @Example
  void countersInLinesOfTheirOwnAreNotShared() {
    access(1, 0, 10);
    for (int i = 0; i < 5; i++) {
      access(2, LINE, 201);
      access(3, LINE + 64, 203);
    }
    assertEquals(new SharingResult(0, List.of(), 0), analysis.result());
  }

  @Example
  void aValueHandedOverIsTrulyShared() {
    access(1, 0, 10);
    access(2, LINE, 301);
    access(3, LINE, 302);
    access(3, LINE, 302);
    access(2, LINE, 301);
    access(3, LINE, 302);
    // Loads 3, 6 and store 5; the repeated load 4 has its copy.
    assertEquals(
        new SharingResult(
            1, List.of(new Row(3, false, 1, 3, 0, 2, LINE, List.of(300, 301), List.of(2, 3))), 0),
        analysis.result());
  }

  @Example
  void whoUpdatesWhatAnotherThreadStoredOverwritesIt() {
    access(1, 0, 10);
    for (int i = 0; i < 3; i++) {
      access(2, LINE, 302);
      access(2, LINE, 303);
      access(3, LINE, 302);
      access(3, LINE, 303);
    }
    // Each turn but the first loads what the other one stored, and stores what the other one holds.
    assertEquals(
        new SharingResult(
            1, List.of(new Row(3, false, 1, 10, 5, 8, LINE, List.of(302, 301), List.of(2, 3))), 0),
        analysis.result());
  }

  @Example
  void aPartThatIsFinishedBeforeItIsTakenIsHandedOver() {
    access(1, 0, 10);
    for (int i = 0; i < 3; i++) {
      for (int thread = 2; thread < 4; thread++) {
        access(thread, LINE, 201);
        long[] elsewhere = new long[4096];
        java.util.Arrays.fill(elsewhere, thread * 4096L);
        analysis.accesses(thread, elsewhere, new int[4096], 4096);
      }
    }
    assertEquals(
        new SharingResult(
            1, List.of(new Row(2, false, 1, 5, 5, 0, LINE, List.of(200), List.of(2, 3))), 0),
        analysis.result());
  }

  @Example
  void readingTogetherIsNoTransfer() {
    access(1, 0, 10);
    for (int thread = 2; thread < 6; thread++) {
      access(thread, LINE, 10);
      access(thread, LINE + 8, 10);
    }
    assertEquals(new SharingResult(2, List.of(), 0), analysis.result());
  }

  @Example
  void aReaderOfAnUnchangedNeighbourSharesFalsely() {
    access(1, 0, 10);
    access(2, LINE + 8, 101);
    access(3, LINE, 402);
    access(2, LINE + 8, 101);
    access(3, LINE, 402);
    // The stores belong to object 1, the loads of the neighbour to object 4.
    assertEquals(
        new SharingResult(
            0,
            List.of(
                new Row(4, true, 1, 2, 0, 1, LINE, List.of(100, 401), List.of(2, 3)),
                new Row(1, true, 1, 1, 0, 1, LINE + 8, List.of(100, 401), List.of(2, 3))),
            0),
        analysis.result());
  }

  @Example
  void theFinalSumDoesNotHideFalseSharing() {
    access(1, 0, 10);
    for (int i = 0; i < 10; i++) {
      access(2, LINE, 201);
      access(3, LINE + 8, 201);
    }
    access(1, LINE, 204);
    access(1, LINE + 8, 204);
    assertEquals(
        new SharingResult(
            2,
            List.of(
                new Row(2, true, 1, 19, 0, 18, LINE, List.of(200), List.of(2, 3)),
                new Row(2, false, 1, 1, 0, 1, LINE, List.of(200, 203), List.of(1, 3))),
            0),
        analysis.result());
  }

  /** What pages of 512 lines for 256 MiB of memory take, one such page, and 1024 shared lines. */
  private static final long REGION = 8L << 13;

  private static final long PAGE = 8L << 9;
  private static final long SHARED = (6 + 8) * 8L << 10;

  /** An analysis with so much memory, after the first thread's only access. */
  private static SharingAnalysis within(long bytes) {
    SharingAnalysis small = new SharingAnalysis(MetricParameters.defaults(), LABELS, bytes, 4096);
    small.accesses(1, new long[] {0}, new int[] {10}, 1);
    return small;
  }

  private static void turns(SharingAnalysis analysis, int count, long address) {
    for (int i = 0; i < count; i++) {
      analysis.accesses(2 + i % 2, new long[] {address + i % 2 * 8L}, new int[] {201}, 1);
    }
  }

  @Example
  void linesThatComeAfterTheMemoryIsUsedUpAreLeftOut() {
    SharingAnalysis small = within(REGION + PAGE + SHARED);
    turns(small, 10, LINE);
    turns(small, 10, LINE + (1 << 20));
    assertEquals(
        new SharingResult(
            0, List.of(new Row(2, true, 1, 9, 0, 8, LINE, List.of(200), List.of(2, 3))), 10),
        small.result());
  }

  @Example
  void withoutMemoryForSharedLinesThoseOfOneThreadAreStillFollowed() {
    SharingAnalysis small = within(REGION + PAGE);
    turns(small, 10, LINE);
    small.accesses(3, new long[] {LINE + 64}, new int[] {201}, 1);
    assertEquals(new SharingResult(0, List.of(), 9), small.result(), "all but the first");
  }

  @Example
  void aSweepOverManyLinesUsesNoMoreThanIsGiven() {
    int pages = 240;
    SharingAnalysis small = within(REGION + pages * PAGE);
    long[] addresses = new long[1 << 16];
    int[] labels = new int[addresses.length];
    for (int part = 0; part < 64; part++) {
      for (int i = 0; i < addresses.length; i++) {
        addresses[i] = 64L * (part * addresses.length + i);
      }
      small.accesses(2, addresses, labels, addresses.length);
    }
    assertEquals(
        new SharingResult(0, List.of(), 64L * addresses.length - pages * 512L), small.result());
  }

  @Example
  void aLineOfTwoObjectsCountsInBoth() {
    access(1, 0, 10);
    for (int i = 0; i < 6; i++) {
      access(2 + i % 2, LINE + i % 2 * 8L, 101);
      access(2 + i % 2, LINE + 16 + i % 2 * 8L, 201);
    }
    assertEquals(
        new SharingResult(
            0, List.of(new Row(1, true, 1, 5, 0, 4, LINE, List.of(100, 200), List.of(2, 3))), 0),
        analysis.result(),
        "the second object of a turn finds the line there");
    access(2, LINE + 16, 201);
    assertEquals(List.of(5L, 1L), analysis.result().rows().stream().map(Row::transfers).toList());
    assertEquals(List.of(1L, 1L), analysis.result().rows().stream().map(Row::lines).toList());
  }

  @Property(tries = 300)
  void anyStreamAsBySearching(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 400) int length,
      @ForAll @IntRange(min = 1, max = 5) int threads,
      @ForAll("sizes") int[] sizes) {
    Random random = new Random(seed);
    int spread = 1 << random.nextInt(10);
    List<Access> stream = new ArrayList<>();
    int thread = 0;
    while (stream.size() < length) {
      if (random.nextInt(4) == 0) {
        thread = random.nextInt(threads);
      }
      stream.add(
          new Access(
              thread * 3,
              LINE + random.nextInt(spread) * 4L * (random.nextInt(20) == 0 ? 4096 : 1),
              random.nextInt(600)));
    }
    MetricParameters parameters = MetricParameters.defaults().withWord(sizes[0]).withLine(sizes[1]);
    int recent = 1 + random.nextInt(40);
    SharingAnalysis tested = new SharingAnalysis(parameters, LABELS, 1L << 28, recent);
    int from = 0;
    while (from < length) {
      int end = from + 1;
      while (end < length && stream.get(end).thread() == stream.get(from).thread()) {
        end++;
      }
      List<Access> part = stream.subList(from, end);
      tested.accesses(
          part.get(0).thread(),
          part.stream().mapToLong(Access::address).toArray(),
          part.stream().mapToInt(Access::label).toArray(),
          part.size());
      from = end;
    }
    int lineShift = Integer.numberOfTrailingZeros(sizes[1]);
    int wordShift = Math.max(Integer.numberOfTrailingZeros(sizes[0]), lineShift - 4);
    assertEquals(NaiveSharing.of(stream, LABELS, wordShift, lineShift, recent), tested.result());
  }

  @Provide
  Arbitrary<int[]> sizes() {
    return Arbitraries.of(
        new int[] {8, 64}, new int[] {4, 64}, new int[] {16, 16}, new int[] {8, 4096});
  }
}
