package org.tslmap.collector.density;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.wire.HeapEvent;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.collector.wire.Site;

/** Densities are compared, cell by cell and at every resolution, with counting one by one. */
class DensityRecorderTest {
  private record Cell(long column, long block) {}

  private record Stream(long[] addresses, int[] sites) {}

  private static final MemoryOrigins ORIGINS =
      new MemoryOrigins(
          List.of(new Mapping(3, 0x1000, 0x2000, true, 1, 0, "/lib/a\"b.so")),
          List.of(new HeapEvent(4, 1, HeapEvent.Kind.ALLOCATED, 0x5000, 0x1000, 0, 2)),
          Map.of(0, new Site(0x400, 1, 7, 8, false, 0), 1, new Site(0x404, 1, 8, 8, true, 1)));

  @TempDir Path folder;

  /** Walks, random probes and jumps, loads (even sites) and stores. */
  private static Stream stream(int length, long seed) {
    Random random = new Random(seed);
    long[] addresses = new long[length];
    int[] sites = new int[length];
    long at = 0x1000_0000;
    for (int i = 0; i < length; i++) {
      switch (random.nextInt(40)) {
        case 0 -> at = 0x7FFF_0000_0000L + random.nextInt(1 << 20);
        case 1 -> at = 0x1000_0000 + random.nextInt(1 << 24);
        default -> at += 8;
      }
      addresses[i] = at;
      sites[i] = random.nextInt(2);
    }
    return new Stream(addresses, sites);
  }

  private static void feed(DensityRecorder recorder, Stream stream, Random cuts) {
    for (int from = 0; from < stream.addresses.length; ) {
      int count = Math.min(stream.addresses.length - from, 1 + cuts.nextInt(5000));
      long[] addresses = new long[count];
      int[] sites = new int[count];
      System.arraycopy(stream.addresses, from, addresses, 0, count);
      System.arraycopy(stream.sites, from, sites, 0, count);
      recorder.accesses(1, addresses, sites, count);
      from += count;
    }
  }

  private static void assertExact(DensityLevel level, Stream stream) throws IOException {
    Map<Cell, long[]> expected = new HashMap<>();
    for (int i = 0; i < stream.addresses.length; i++) {
      Cell cell = new Cell(i / level.accessesPerColumn(), stream.addresses[i] >>> level.shift());
      expected.computeIfAbsent(cell, c -> new long[2])[stream.sites[i]]++;
    }
    Map<Cell, long[]> found = new HashMap<>();
    level.visit(
        0,
        level.columns(),
        (column, row, loads, stores) ->
            assertEquals(
                null,
                found.put(new Cell(column, level.blocks()[row]), new long[] {loads, stores})));
    assertEquals(expected.keySet(), found.keySet());
    expected.forEach(
        (cell, counts) -> {
          assertEquals(counts[0], found.get(cell)[0], () -> "loads of " + cell);
          assertEquals(counts[1], found.get(cell)[1], () -> "stores of " + cell);
        });
  }

  @Property(tries = 40)
  void everyAccessIsCountedAtEveryResolution(
      @ForAll @IntRange(min = 1, max = 60_000) int length, @ForAll long seed) throws IOException {
    Stream stream = stream(length, seed);
    // A low limit, so that columns and blocks grow many times.
    DensityRecorder recorder = new DensityRecorder(() -> 2, site -> site == 1, 1 + (seed & 0x3FFF));
    feed(recorder, stream, new Random(seed));
    DensityLevel finest = recorder.finished();
    assertEquals(length, recorder.accesses());
    assertExact(finest, stream);
    assertExact(DensityFolding.fold(finest, 3, 2), stream);
    for (DensityLevel level : DensityFolding.pyramid(finest)) {
      assertExact(level, stream);
    }
  }

  @Test
  void manyBlocksBecomeLarger() throws IOException {
    int length = 3 * LiveColumn.MOST_PAGES * 256;
    long[] addresses = new long[length];
    int[] sites = new int[length];
    for (int i = 0; i < length; i++) {
      addresses[i] = 0x4000_0000L + 64L * i;
      sites[i] = i % 2;
    }
    Stream stream = new Stream(addresses, sites);
    DensityRecorder recorder = new DensityRecorder(() -> 2, site -> site == 1, 96 << 20);
    feed(recorder, stream, new Random(1));
    DensityLevel finest = recorder.finished();
    assertTrue(finest.blockBytes() >= 256, () -> "blocks of " + finest.blockBytes());
    assertExact(finest, stream);
  }

  @Test
  void fewAccessesHaveAColumnEach() throws IOException {
    DensityRecorder recorder = new DensityRecorder(() -> 2, site -> site == 1, 96 << 20);
    Stream stream = stream(1000, 3);
    feed(recorder, stream, new Random(3));
    DensityLevel finest = recorder.finished();
    assertEquals(1000, finest.columns());
    assertEquals(64, finest.blockBytes());
    assertExact(finest, stream);
    assertExact(finest.coarsened(300, 20), stream);
    assertEquals(250, finest.coarsened(300, 20).columns());
    assertTrue(finest.coarsened(300, 20).blocks().length <= 20);
  }

  @Test
  void eachBlockHasASiteThatAccessedIt() {
    Stream stream = stream(200_000, 11);
    DensityRecorder recorder = new DensityRecorder(() -> 2, site -> site == 1, 1 << 14);
    feed(recorder, stream, new Random(11));
    DensityLevel finest = recorder.finished();
    Map<Long, Set<Integer>> sites = new HashMap<>();
    for (int i = 0; i < stream.addresses.length; i++) {
      sites
          .computeIfAbsent(stream.addresses[i] >>> finest.shift(), block -> new HashSet<>())
          .add(stream.sites[i]);
    }
    for (int row = 0; row < finest.blocks().length; row++) {
      assertTrue(sites.get(finest.blocks()[row]).contains(finest.sites()[row]));
    }
  }

  @Test
  void whatIsKeptComesBackInParts() throws IOException {
    Stream stream = stream(600_000, 5);
    DensityRecorder recorder = new DensityRecorder(() -> 2, site -> site == 1, 96 << 20);
    feed(recorder, stream, new Random(5));
    List<DensityLevel> levels = DensityFolding.pyramid(recorder.finished());
    DensityFile.Subject subject = new DensityFile.Subject(7, "host", 99, 600_000);
    Path file = folder.resolve("a.density");
    DensityFile.write(file, subject, levels, ORIGINS);
    try (DensityFile read = DensityFile.open(file)) {
      assertEquals(subject, read.subject());
      assertEquals(ORIGINS, read.origins());
      assertEquals(levels.size(), read.levels().size());
      for (int i = 0; i < levels.size(); i++) {
        assertExact(read.levels().get(i), stream);
        assertArrayEquals(levels.get(i).sites(), read.levels().get(i).sites());
      }
      DensityLevel finest = read.levels().get(0);
      assertTrue(finest.columns() > 2 * DensityLevel.TILE_COLUMNS);
      long[] sum = {0};
      finest.visit(
          300,
          303,
          (column, row, loads, stores) -> {
            assertTrue(column >= 300 && column < 303);
            sum[0] += loads + stores;
          });
      assertEquals(3 * finest.accessesPerColumn(), sum[0]);
    }
  }

  @Test
  void damagedFilesAreNamed() throws IOException {
    DensityRecorder recorder = new DensityRecorder(() -> 2, site -> false, 96 << 20);
    feed(recorder, stream(5000, 1), new Random(1));
    Path file = folder.resolve("a.density");
    DensityFile.write(
        file,
        new DensityFile.Subject(1, "", 0, 5000),
        DensityFolding.pyramid(recorder.finished()),
        ORIGINS);
    byte[] whole = Files.readAllBytes(file);
    for (int length : new int[] {0, 5, whole.length / 2, whole.length - 1}) {
      Files.write(file, java.util.Arrays.copyOf(whole, length));
      IOException e = assertThrows(IOException.class, () -> DensityFile.open(file));
      assertTrue(e.getMessage().contains("a.density"), e.getMessage());
    }
  }

  @Test
  void addressesKeepTheirOrderOnTheMapAndSmallRegionsAreSeen() {
    AddressMap map =
        AddressMap.of(
            List.of(
                new long[] {0x1000, 0x2000},
                new long[] {0x10_0000_0000L, 0x10_4000_0000L},
                new long[] {0x7FFF_0000_0000L, 0x7FFF_0000_1000L}));
    assertEquals(0.0, map.place(0x1000));
    assertEquals(1.0, map.place(0x7FFF_0000_1000L));
    for (AddressMap.Region region : map.regions()) {
      assertTrue(region.to() - region.from() > 0.015, region::toString);
      long middle = (region.start() + region.end()) / 2;
      assertTrue(Math.abs(middle - map.address(map.place(middle))) < 1024, region::toString);
    }
    assertTrue(map.place(0x10_0000_0000L) > map.place(0x1FFF));
    assertTrue(map.place(0x10_2000_0000L) > map.place(0x10_1000_0000L));
  }
}
