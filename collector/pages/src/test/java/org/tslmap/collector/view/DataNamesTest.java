package org.tslmap.collector.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;

class DataNamesTest {

  private static DataObject variable(String type, long bytes, long element, Long... dimensions) {
    return new DataObject(
        DataClass.STATIC,
        "a",
        "",
        "",
        "",
        0,
        type,
        0x1000,
        bytes,
        element,
        List.of(dimensions),
        1,
        List.of(),
        0);
  }

  @Test
  void elementsAreThoseOfTheType() {
    DataObject matrix = variable("double", 96, 8, 3L, 4L);
    assertEquals("[1][2]", DataNames.index(matrix, 48, 4));
    assertEquals("[1][2] + 4", DataNames.index(matrix, 52, 4));
    assertEquals("", DataNames.index(variable("struct s", 24, 0), 0, 8));
    assertEquals(" + 16", DataNames.index(variable("struct s", 24, 0), 16, 8));
  }

  @Test
  void ofAnUnknownTypeTheyAreAsLargeAsTheAccess() {
    DataObject table = variable("", 4096, 0);
    assertEquals(": element [5] of 4 B", DataNames.index(table, 20, 4));
    assertEquals(": element [2] of 8 B + 4 B", DataNames.index(table, 20, 8));
    assertEquals("", DataNames.index(variable("", 8, 0), 0, 8));
  }
}
