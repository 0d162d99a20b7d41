package org.tslmap.locality.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tslmap.locality.layout.SplitElements.Part;

/** Bytes go where a layout says, and no two to the same place. */
class LayoutTest {

  static Stream<Layout> layouts() {
    return Stream.of(
        new InPlace(),
        new PaddedRows(48, 64),
        new SpreadWords(8, 64),
        new TransposedRows(48, 8),
        new TransposedRows(52, 8),
        new SplitElements(24, List.of(new Part(0, 8), new Part(16, 4))),
        new SplitElements(24, List.of()));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void noTwoBytesAreAtOnePlace(Layout layout) {
    for (long bytes : new long[] {1, 24, 100, 480, 1000}) {
      Set<Long> taken = new HashSet<>();
      for (long offset = 0; offset < bytes; offset++) {
        long at = layout.offset(offset, bytes);
        assertTrue(at >= 0 && at < layout.bytes(bytes), layout + " puts " + offset + " at " + at);
        assertTrue(taken.add(at), layout + " puts two bytes at " + at);
      }
    }
  }

  @Test
  void aColumnOfATransposedMatrixIsContiguous() {
    // 4 rows of 6 elements of 8 bytes: element (2, 3) is the 2nd of the 3rd column.
    assertEquals((3 * 4 + 2) * 8, new TransposedRows(48, 8).offset(2 * 48 + 3 * 8, 4 * 48));
  }

  @Test
  void aRowBeginsBehindThePaddingOfThoseBefore() {
    assertEquals(2 * (48 + 64) + 5, new PaddedRows(48, 64).offset(2 * 48 + 5, 480));
    assertEquals(480 + 10 * 64, new PaddedRows(48, 64).bytes(480));
  }

  @Test
  void aMemberHasAnArrayOfItsOwn() {
    Layout split = new SplitElements(24, List.of(new Part(8, 8)));
    // 10 elements: the members take 80 bytes, 128 with what is left to the next line.
    assertEquals(3 * 8 + 2, split.offset(3 * 24 + 8 + 2, 240));
    assertEquals(128 + 3 * 16 + 8, split.offset(3 * 24 + 16, 240));
  }

  @Test
  void whatIsUsedIsSplitWhereAccessesBegin() {
    BitSet used = new BitSet();
    used.set(0, 16);
    used.set(20, 24);
    BitSet begins = new BitSet();
    begins.set(0);
    begins.set(8);
    begins.set(20);
    assertEquals(
        new SplitElements(32, List.of(new Part(0, 8), new Part(8, 8), new Part(20, 4))),
        SplitElements.of(32, used, begins));
  }

  @Test
  void eachWordHasALine() {
    assertEquals(3 * 64 + 1, new SpreadWords(8, 64).offset(25, 32));
  }

  @Test
  void sizesThatCannotBeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new TransposedRows(4, 8));
    assertThrows(IllegalArgumentException.class, () -> new PaddedRows(0, 64));
    assertThrows(
        IllegalArgumentException.class, () -> new SplitElements(8, List.of(new Part(4, 8))));
  }
}
