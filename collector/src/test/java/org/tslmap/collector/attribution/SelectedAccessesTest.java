package org.tslmap.collector.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.wire.SymbolTables;

/** A phase lasts until the next one begins, and only its accesses are picked out. */
class SelectedAccessesTest {

  @Test
  void aPhaseLastsUntilTheNextOne() {
    Selection selection =
        new Selection(
            List.of(),
            List.of(),
            List.of(3),
            List.of(new NamePattern("solve*")),
            Selection.Time.ALL);
    SelectedAccesses selected = new SelectedAccesses(selection, new SymbolTables());
    List<Boolean> possible = new ArrayList<>();
    possible.add(isPossible(selected, 3));
    for (String phase : List.of("setup", "solve", "solve again", "", "resolve")) {
      selected.phase(phase);
      possible.add(isPossible(selected, 3));
      assertEquals(false, isPossible(selected, 1), "another thread");
    }
    assertEquals(List.of(false, false, true, true, false, false), possible);
  }

  /** Whether an access of a thread can be wanted now. */
  private static boolean isPossible(SelectedAccesses selected, int thread) {
    selected.begin(thread, 0, 1);
    return selected.isPossible(0);
  }
}
