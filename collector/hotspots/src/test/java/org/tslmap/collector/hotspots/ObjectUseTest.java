package org.tslmap.collector.hotspots;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;

class ObjectUseTest {
  private static String elements(long count, String type) {
    DataObject object =
        new DataObject(
            DataClass.STATIC, "a", "", "", "", 0, type, 4096, 64, 8, List.of(8L), 1, List.of(), 0);
    return ObjectUse.of(1, object, null, 64, 8, 1, 1, true).elements(count);
  }

  @Test
  void elementsHaveTheNameOfTheirType() {
    assertEquals("300 doubles", elements(300, "double [8] [3]"));
    assertEquals("1 unsigned int", elements(1, "unsigned int"));
    assertEquals("2 elements", elements(2, "double (*) [4]"));
    assertEquals("2 elements", elements(2, ""));
  }

  private static String heap(String name, List<String> path) {
    DataObject object =
        new DataObject(
            DataClass.HEAP, name, "", "", "", 0, "", 0, 4096, 0, List.of(), 2, path, 8192);
    return ObjectUse.of(1, object, null, 8192, 8, 1, 1, true).text();
  }

  /** With --fn and its kind nothing may be known of a block but who allocates it. */
  @Test
  void onlyTheAllocatorsOwnDataIsOutsideOfBlocks() {
    assertEquals("the heap outside of blocks", heap(DataObject.NO_BLOCK, List.of()));
    assertEquals("the blocks of operator new", heap("operator new", List.of()));
    assertEquals("the blocks of malloc in f", heap("malloc in f", List.of("malloc", "f")));
  }

  /** A profile may hold any text; it costs no more time than its length. */
  @Test
  void aTypeOfAMillionCharactersIsNoTrouble() {
    for (String part : List.of("[", "[1]", " [", " ")) {
      Assertions.assertTimeoutPreemptively(
          Duration.ofSeconds(30),
          () -> assertEquals("2 elements", elements(2, part.repeat(1_000_000 / part.length()))));
    }
  }
}
