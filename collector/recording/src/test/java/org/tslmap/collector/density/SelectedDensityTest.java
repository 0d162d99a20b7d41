package org.tslmap.collector.density;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.selection.SelectedCode;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.Sites;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.WireException;

/** Only what is selected is counted, and time goes on for the rest. */
class SelectedDensityTest {

  private record Cell(int column, long block, boolean store) {}

  /** Sites 0 to 3; odd ones store. */
  private static SymbolTables symbols() throws WireException {
    SymbolTables symbols = new SymbolTables();
    symbols.define(new ObjectFile(0, 0, "/bin/program"));
    symbols.define(new FunctionSymbol(0, 0, 0, 0, "f", ""));
    List<Site> sites = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      sites.add(new Site(i, 0, 0, 8, i % 2 == 1, 0));
    }
    symbols.define(new Sites(0, sites));
    return symbols;
  }

  private static Map<Cell, Long> cells(SelectedDensity density) throws IOException {
    DensityLevel level = density.finished();
    Map<Cell, Long> cells = new HashMap<>();
    level.visit(
        0,
        level.columns(),
        (column, row, loads, stores) -> {
          if (loads > 0) {
            cells.put(new Cell(column, level.blocks()[row], false), loads);
          }
          if (stores > 0) {
            cells.put(new Cell(column, level.blocks()[row], true), stores);
          }
        });
    return cells;
  }

  @Test
  void onlyTheSelectionIsCountedWhileTimeGoesOn() throws IOException {
    SelectedDensity some =
        new SelectedDensity(
            Selection.ALL.withThreads(7).withTime(new Selection.Time(10, 30)),
            site -> site < 2,
            symbols());
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
    assertEquals(
        Map.of(
            new Cell(2, 0x40 + 12, false), 1L,
            new Cell(3, 0x40 + 13, true), 1L,
            new Cell(6, 0x40 + 16, false), 1L,
            new Cell(7, 0x40 + 17, true), 1L,
            new Cell(15, 0x40, false), 1L,
            new Cell(16, 0x40 + 1, true), 1L,
            new Cell(19, 0x40 + 4, false), 1L),
        cells(some));
  }

  @Test
  void whatLiesBetweenSelectedStretchesIsTimeWithoutAccesses() throws IOException {
    SelectedDensity some =
        new SelectedDensity(
            Selection.ALL.withTimes(
                List.of(
                    new Selection.Time(2, 4),
                    new Selection.Time(9, 11),
                    new Selection.Time(11, 12))),
            site -> true,
            symbols());
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
    assertEquals(
        Map.of(
            new Cell(0, 2, false), 1L,
            new Cell(1, 3, false), 1L,
            new Cell(7, 9, false), 1L,
            new Cell(8, 10, false), 1L,
            new Cell(9, 11, false), 1L),
        cells(some));
  }

  @Test
  void onlySelectedMemoryIsCounted() throws IOException {
    List<Selection.Region> memory =
        List.of(
            new Selection.Region("one", 0x1040, 0x40), new Selection.Region("other", 0x2000, 8));
    SelectedDensity some =
        new SelectedDensity(Selection.ALL.withRegions(memory), site -> true, symbols());
    some.accesses(1, new long[] {0x103f, 0x1040, 0x107f, 0x1080, 0x2007, 0x2008}, new int[6], 6);
    assertEquals(3, some.accesses());
    assertEquals(
        Map.of(
            new Cell(1, 0x1040 / 64, false), 1L,
            new Cell(2, 0x1040 / 64, false), 1L,
            new Cell(4, 0x2000 / 64, false), 1L),
        cells(some));
  }

  @Test
  void onlySelectedFunctionsAreCounted() throws IOException {
    for (String name : List.of("f", "g")) {
      Selection selection =
          new Selection(
              SelectedCode.of(List.of(new NamePattern(name)), List.of()),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of());
      SelectedDensity some = new SelectedDensity(selection, site -> site != 1, symbols());
      some.accesses(1, new long[4], new int[] {0, 1, 2, 3}, 4);
      assertEquals(name.equals("f") ? 3 : 0, some.accesses());
    }
  }
}
