package org.tslmap.plots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Touched memory is stacked in the order of its addresses, in bands that have names. */
class FoldedAddressesTest {

  private static final double HEIGHT = 600;
  private static final double GAP = 5;
  private static final double LEAST = 17;

  @Test
  void bandsAreAsHighAsTheyHaveBlocks() {
    long[] blocks = {10, 11, 12, 1_000_000, 1_000_001};
    String[] names = {"a", "a", "b", "b", "b"};
    List<FoldedAddresses.Band> bands = fold(blocks, names).bands();
    assertEquals(3, bands.size(), "b is in two places");
    double shared = (HEIGHT - GAP - 3 * LEAST) / 5;
    assertBand(bands.get(0), "a", 0, LEAST + 2 * shared, false);
    assertBand(bands.get(1), "b", LEAST + 2 * shared, 2 * LEAST + 3 * shared, false);
    assertBand(bands.get(2), "b", 2 * LEAST + 3 * shared + GAP, HEIGHT, true);
    assertEquals((LEAST + 2 * shared) / 2, bands.get(0).bottomOf(1), 1e-9);
  }

  @Test
  void smallGapsAreNoGaps() {
    long[] blocks = {10, 11, 11 + 1024, 11 + 2 * 1024 + 2};
    List<FoldedAddresses.Band> bands = fold(blocks, new String[] {"", "", "", ""}).bands();
    assertEquals(2, bands.size(), "64 KiB less one block between the first two, more later");
    assertEquals(3, bands.get(0).range().count());
    assertTrue(bands.get(1).afterGap());
  }

  @Test
  void tooManyBandsAreJoinedAndTheHeaviestKeepTheirNames() {
    int count = 200;
    long[] blocks = new long[count];
    String[] names = new String[count];
    long[] weights = new long[count];
    for (int i = 0; i < count; i++) {
      blocks[i] = 100 + i;
      names[i] = "v" + i;
      weights[i] = i == 50 ? 20 : 1 + i % 3;
    }
    List<FoldedAddresses.Band> bands =
        new FoldedAddresses(blocks, 64, names, weights, HEIGHT).bands();
    assertEquals((int) (0.6 * HEIGHT / (LEAST + GAP)), bands.size());
    assertTrue(
        bands.stream().anyMatch(band -> band.range().name().startsWith("v50")), "the heaviest");
    assertEquals(
        Arrays.stream(weights).sum(), bands.stream().mapToLong(b -> b.range().weight()).sum());
    assertEquals(count, bands.stream().mapToInt(b -> b.range().count()).sum());
  }

  @Test
  void whatIsHardlyAccessedGetsTheLeastRoom() {
    long[] blocks = {10, 11, 12, 13, 1_000_000, 1_000_001};
    String[] names = {"a", "a", "b", "c", "d", "e"};
    List<FoldedAddresses.Band> bands =
        new FoldedAddresses(blocks, 64, names, new long[] {1000, 0, 1, 2, 3, 1000}, HEIGHT).bands();
    assertEquals(3, bands.size(), "b, c and d are one");
    double shared = (HEIGHT - 3 * LEAST) / 3;
    assertBand(bands.get(0), "a", 0, LEAST + 2 * shared, false);
    assertBand(bands.get(1), "d, …", LEAST + 2 * shared, 2 * LEAST + 2 * shared, false);
    assertBand(bands.get(2), "e", 2 * LEAST + 2 * shared, HEIGHT, false);
  }

  @Test
  void bandsNeverOverlapAndFillTheHeight() {
    Random random = new Random(3);
    for (int round = 0; round < 200; round++) {
      int count = 1 + random.nextInt(300);
      long[] blocks = new long[count];
      String[] names = new String[count];
      long block = 0;
      for (int i = 0; i < count; i++) {
        block += random.nextInt(4) == 0 ? 5000 : 1;
        blocks[i] = block;
        names[i] = "n" + random.nextInt(5);
      }
      double height = 100 + random.nextInt(900);
      double at = 0;
      for (FoldedAddresses.Band band :
          new FoldedAddresses(blocks, 64, names, new long[count], height).bands()) {
        assertEquals(at + (band.afterGap() ? GAP : 0), band.bottom(), 1e-6);
        assertTrue(band.top() > band.bottom());
        at = band.top();
      }
      assertEquals(height, at, 1e-6);
    }
  }

  @Test
  void addressesOfTheUpperHalfAreInOrder() {
    long[] blocks = {1, 0x3ffffffffffffffL}; // as they are after an unsigned shift
    List<FoldedAddresses.Band> bands = fold(blocks, new String[] {"", ""}).bands();
    assertEquals(2, bands.size());
    assertFalse(bands.get(0).afterGap());
    assertTrue(bands.get(1).afterGap());
  }

  private static FoldedAddresses fold(long[] blocks, String[] names) {
    long[] weights = new long[blocks.length];
    Arrays.fill(weights, 1);
    return new FoldedAddresses(blocks, 64, names, weights, HEIGHT);
  }

  private static void assertBand(
      FoldedAddresses.Band band, String name, double bottom, double top, boolean afterGap) {
    assertEquals(name, band.range().name());
    assertEquals(bottom, band.bottom(), 1e-9, name);
    assertEquals(top, band.top(), 1e-9, name);
    assertEquals(afterGap, band.afterGap(), name);
  }
}
