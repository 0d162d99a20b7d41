package org.tslmap.plots;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** However time and memory are coarsened, no access is lost or moved to another block. */
class AddressTimeDensityTest {

  private static final long STACK = 0x1ffeffff0000L;

  /** Site 0 loads, site 1 stores. */
  private final AddressTimeDensity density = new AddressTimeDensity(site -> site == 1);

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
  void aLongStreamIsSampledWithTheRightWeight() {
    int count = 1 << 16;
    long[] addresses = new long[count];
    for (int i = 0; i < count; i++) {
      addresses[i] = i % 4 == 0 ? 0x1000 : 0x2000;
    }
    long length = 4L * AddressTimeDensity.SAMPLED_FROM * AddressTimeDensity.COLUMNS;
    for (long done = 0; done < length; done += count) {
      density.accesses(1, addresses, new int[count], count);
    }
    assertEquals(length, density.accesses());
    assertEquals(length / 4.0, loadsOf(0x1000 / 64), 0.01 * length);
    assertEquals(length * 3 / 4.0, loadsOf(0x2000 / 64), 0.01 * length);
  }

  private int loadsOf(long block) {
    int sum = 0;
    for (int column = 0; column < density.columns(); column++) {
      sum += density.loads(block, column);
    }
    return sum;
  }
}
