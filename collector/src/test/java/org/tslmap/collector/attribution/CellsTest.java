package org.tslmap.collector.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.BeforeTry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.Footprint;
import org.tslmap.locality.profile.StrideShare;

/** Strides and footprints of cells in memory of which nothing is known. */
class CellsTest {
  private CallStack stack;
  private Cells cells;

  @BeforeTry
  @BeforeEach
  void nothingIsKnown() {
    LiveRanges ranges = new LiveRanges();
    DataObjects objects = new DataObjects();
    SymbolTables symbols = new SymbolTables();
    DebugFiles files = new DebugFiles(symbols);
    DataMap map = new DataMap(objects, files, new StackData(symbols, files, objects), ranges);
    stack = new CallStack(new CallTree(8), ranges, stub -> false, true);
    cells = new Cells(map, ranges, MetricParameters.defaults());
    cells.prepare(2);
  }

  /** One site's accesses, so many at a time. */
  private void attribute(List<Long> addresses, int atATime) {
    int[] into = new int[atATime];
    for (int from = 0; from < addresses.size(); from += atATime) {
      List<Long> part = addresses.subList(from, Math.min(addresses.size(), from + atATime));
      long[] array = part.stream().mapToLong(Long::longValue).toArray();
      cells.attribute(array, new int[array.length], 0, array.length, stack, into, 0);
    }
    cells.finish();
  }

  private List<Long> walk(long seed, int accesses, int period) {
    Random random = new Random(seed);
    List<Long> addresses = new ArrayList<>();
    long address = 1L << 40;
    for (int i = 0; i < accesses; i++) {
      addresses.add(address);
      address += i % period == 0 ? -24 : 8L * (1 + random.nextInt(4));
    }
    return addresses;
  }

  private static Map<Long, Long> strides(List<Long> addresses) {
    Map<Long, Long> strides = new HashMap<>();
    for (int i = 1; i < addresses.size(); i++) {
      strides.merge(addresses.get(i) - addresses.get(i - 1), 1L, Long::sum);
    }
    return strides;
  }

  @Property(tries = 20)
  void fewStridesAreCountedExactly(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 9) int period,
      @ForAll @IntRange(min = 1, max = 1000) int atATime) {
    List<Long> addresses = walk(seed, 30_000, period);
    attribute(addresses, atATime);
    Map<Long, Long> expected = strides(addresses);
    List<StrideShare> found = cells.strides(0, addresses.size() - 1);
    assertEquals(expected.size(), found.size());
    for (StrideShare share : found) {
      assertEquals(expected.get(share.bytes()), share.count(), share.toString());
    }
  }

  @Property(tries = 20)
  void ofManyStridesSharesAreEstimated(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 9) int period,
      @ForAll @IntRange(min = 1, max = 1000) int atATime) {
    List<Long> addresses = walk(seed, 600_000, period);
    attribute(addresses, atATime);
    Map<Long, Long> expected = strides(addresses);
    List<StrideShare> found = cells.strides(0, addresses.size() - 1);
    for (StrideShare share : found) {
      assertEquals(
          expected.get(share.bytes()), share.count(), 0.05 * addresses.size(), share.toString());
    }
    assertEquals(
        addresses.size() - 1.0,
        found.stream().mapToLong(StrideShare::count).sum(),
        expected.size());
  }

  @Test
  void wordsAreDistinctWhateverTheOrder() {
    List<Long> addresses = walk(1, 100_000, 3);
    attribute(addresses, 77);
    long words = addresses.stream().map(address -> address >> 3).distinct().count();
    long lines = addresses.stream().map(address -> address >> 6).distinct().count();
    assertEquals(
        List.of(new EstimatedFootprint(new Footprint(words, lines), 1)),
        cells.touched().footprints(new int[] {0}, 1));
  }
}
