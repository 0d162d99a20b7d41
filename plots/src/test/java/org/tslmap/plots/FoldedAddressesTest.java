package org.tslmap.plots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Touched memory is stacked in the order of its addresses, and a height tells its address. */
class FoldedAddressesTest {

  @Test
  void neighboursTouchAndFarRegionsHaveAGap() {
    FoldedAddresses folded = new FoldedAddresses(new long[] {10, 11, 1_000_000}, 64);
    assertEquals(0, folded.position(0));
    assertEquals(1, folded.position(1));
    assertEquals(1, folded.gaps().size());
    assertTrue(folded.position(2) > 2);
    assertEquals(folded.position(2) + 1, folded.height());
  }

  @Test
  void aHeightGivesTheAddressThere() {
    FoldedAddresses folded = new FoldedAddresses(new long[] {10, 11, 1_000_000}, 64);
    assertEquals(640, folded.addressAt(0));
    assertEquals(672, folded.addressAt(0.5));
    assertEquals(704, folded.addressAt(1));
    assertEquals(64_000_000, folded.addressAt(folded.position(2)));
    assertEquals(64_000_064, folded.addressAt(folded.height()));
  }

  @Test
  void manyRegionsLeaveMostOfTheRoomToMemory() {
    long[] blocks = new long[1000];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = 1_000_000L * i;
    }
    assertTrue(new FoldedAddresses(blocks, 64).height() < 2.01 * blocks.length);
  }
}
