package org.tslmap.plots;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** However time and memory are coarsened, no access is lost or moved to another block. */
class AddressTimeDensityTest {

  private static final long STACK = 0x1ffeffff0000L;

  /** Site 0 loads, site 1 stores. */
  private final AddressTimeDensity density =
      new AddressTimeDensity(site -> site == 1, AccessSelection.ALL);

  @Test
  void aFewAccessesKeepAColumnEach() {
    density.accesses(1, new long[] {0x1000, 0x1008, STACK}, new int[] {0, 1, 1}, 3);
    assertEquals(3, density.columns());
    assertEquals(1, density.accessesPerColumn());
    assertArrayEquals(new long[] {0x1000 / 64, STACK / 64}, density.touchedBlocks());
    assertEquals(1, density.loads(0x1000 / 64, 0));
    assertEquals(1, density.stores(0x1000 / 64, 1));
    assertEquals(0, density.loads(STACK / 64, 2));
    assertEquals(1, density.stores(STACK / 64, 2));
  }

  @Test
  void timeDoublesWhenTheColumnsAreUsedUp() {
    int count = 3 * AddressTimeDensity.COLUMNS;
    long[] addresses = new long[count];
    Arrays.fill(addresses, 0, count / 2, 0x1000);
    Arrays.fill(addresses, count / 2, count, 0x2000);
    density.accesses(1, addresses, new int[count], count);
    assertEquals(4, density.accessesPerColumn());
    assertEquals(count / 4, density.columns());
    for (int column = 0; column < density.columns(); column++) {
      boolean early = column < density.columns() / 2;
      assertEquals(early ? 4 : 0, density.loads(0x1000 / 64, column), "column " + column);
      assertEquals(early ? 0 : 4, density.loads(0x2000 / 64, column), "column " + column);
    }
  }

  @Test
  void blocksDoubleWhenTheRowsAreUsedUp() {
    int count = 5 * AddressTimeDensity.ROWS;
    long[] addresses = new long[count];
    for (int i = 0; i < count; i++) {
      addresses[i] = 0x100000 + 64L * i;
    }
    density.accesses(1, addresses, new int[count], count);
    assertEquals(8 * 64, density.blockBytes(), "5/8 of the rows are in use after three doublings");
    assertEquals(count / 8, density.touchedBlocks().length);
    for (long block : density.touchedBlocks()) {
      assertEquals(8, loadsOf(block));
    }
  }

  @Test
  void everyAccessIsCountedInItsBlock() {
    Random random = new Random(7);
    int calls = 40;
    long stores = 0;
    long low = 0;
    long[] addresses = new long[1000];
    int[] sites = new int[1000];
    for (int call = 0; call < calls; call++) {
      for (int i = 0; i < addresses.length; i++) {
        boolean heap = random.nextInt(3) > 0;
        addresses[i] = heap ? 0x400000 + random.nextInt(64 << 20) : STACK - random.nextInt(8 << 20);
        sites[i] = random.nextInt(2);
        stores += sites[i];
        low += heap ? 1 : 0;
      }
      density.accesses(call % 3, addresses, sites, addresses.length);
    }
    long countedStores = 0;
    long countedLow = 0;
    long counted = 0;
    for (long block : density.touchedBlocks()) {
      for (int column = 0; column < density.columns(); column++) {
        int here = density.loads(block, column) + density.stores(block, column);
        counted += here;
        countedStores += density.stores(block, column);
        countedLow += block * density.blockBytes() < 0x10000000 ? here : 0;
      }
    }
    assertEquals(1000L * calls, counted);
    assertEquals(stores, countedStores);
    assertEquals(low, countedLow);
    assertTrue(density.touchedBlocks().length <= AddressTimeDensity.ROWS);
  }

  @Test
  void aLongStreamIsCountedExactly() {
    int count = 1 << 16;
    long[] addresses = new long[count];
    for (int i = 0; i < count; i++) {
      addresses[i] = i % 4 == 0 ? 0x1000 : 0x2000;
    }
    long length = 3L * 8192 * AddressTimeDensity.COLUMNS;
    for (long done = 0; done < length; done += count) {
      density.accesses(1, addresses, new int[count], count);
    }
    assertEquals(length, density.accesses());
    assertEquals(length / 4, loadsOf(0x1000 / 64));
    assertEquals(length * 3 / 4, loadsOf(0x2000 / 64));
  }

  @Test
  void onlyTheSelectionIsCountedWhileTimeGoesOn() {
    AddressTimeDensity some =
        new AddressTimeDensity(
            site -> site == 1,
            new AccessSelection(
                site -> site < 2, AccessSelection.ALL_MEMORY, 7, new long[] {10, 30}));
    long[] addresses = new long[20];
    int[] sites = new int[20];
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = 0x1000 + 64L * i;
      sites[i] = i % 4;
    }
    some.accesses(7, addresses, sites, 20); // 0 to 19: 10 to 19 are in time
    some.accesses(8, addresses, sites, 5); // 20 to 24: the wrong thread
    some.accesses(7, addresses, sites, 20); // 25 to 44: 25 to 29 are in time
    assertEquals(20, some.time());
    assertEquals(10, some.firstAccess());
    assertEquals(4 + 3, some.accesses(), "12, 13, 16, 17 and, anew, 0, 1, 4 have site 0 or 1");
    assertEquals(1, some.loads(0x1000 / 64 + 12, 2));
    assertEquals(1, some.stores(0x1000 / 64 + 13, 3));
    assertEquals(1, some.loads(0x1000 / 64, 15), "the access 25");
    assertEquals(1, some.lastSite(0x1000 / 64 + 13));
    assertThrows(
        IllegalArgumentException.class, () -> some.loads(0x1000 / 64 + 10, 0), "not counted");
  }

  @Test
  void whatLiesBetweenSelectedStretchesIsTimeWithoutAccesses() {
    AddressTimeDensity some =
        new AddressTimeDensity(
            site -> false,
            new AccessSelection(
                site -> true,
                AccessSelection.ALL_MEMORY,
                AccessSelection.ALL_THREADS,
                new long[] {2, 4, 9, 11, 11, 12}));
    long[] addresses = new long[6];
    for (int call = 0; call < 3; call++) {
      for (int i = 0; i < addresses.length; i++) {
        addresses[i] = 64L * (6 * call + i);
      }
      some.accesses(1, addresses, new int[6], 6);
    }
    assertEquals(2, some.firstAccess());
    assertEquals(10, some.time(), "2 to 11");
    assertEquals(5, some.accesses());
    assertArrayEquals(new long[] {2, 3, 9, 10, 11}, some.touchedBlocks());
    for (long block : some.touchedBlocks()) {
      assertEquals(1, some.loads(block, (int) block - 2), "access " + block);
    }
  }

  @Test
  void onlySelectedMemoryIsCounted() {
    long[] memory = {0x1040, 0x1080, 0x2000, 0x2008};
    AddressTimeDensity some =
        new AddressTimeDensity(
            site -> false,
            new AccessSelection(
                site -> true, memory, AccessSelection.ALL_THREADS, AccessSelection.allTime()));
    some.accesses(1, new long[] {0x103f, 0x1040, 0x107f, 0x1080, 0x2007, 0x2008}, new int[6], 6);
    assertEquals(3, some.accesses());
    assertArrayEquals(new long[] {0x1040 / 64, 0x2000 / 64}, some.touchedBlocks());
    assertEquals(1, some.loads(0x1040 / 64, 1));
    assertEquals(1, some.loads(0x1040 / 64, 2));
  }

  @Test
  void aSelectionHoldsAtLeastOneAccess() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new AccessSelection(site -> true, AccessSelection.ALL_MEMORY, 1, new long[] {5, 5}));
    assertThrows(
        IllegalArgumentException.class,
        () -> new AccessSelection(site -> true, AccessSelection.ALL_MEMORY, 1, new long[] {-1, 5}));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new AccessSelection(
                site -> true, AccessSelection.ALL_MEMORY, 1, new long[] {0, 5, 4, 9}));
  }

  private int loadsOf(long block) {
    int sum = 0;
    for (int column = 0; column < density.columns(); column++) {
      sum += density.loads(block, column);
    }
    return sum;
  }
}
