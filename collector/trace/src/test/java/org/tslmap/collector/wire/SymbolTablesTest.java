package org.tslmap.collector.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What sites are is known of all of them, however many there are. */
class SymbolTablesTest {

  @Test
  void thousandsOfLoadsInARowAreNoStores() throws WireException {
    SymbolTables symbols = new SymbolTables();
    symbols.define(new ObjectFile(0, 0, "/bin/program"));
    symbols.define(new FunctionSymbol(0, 0, 0, 0, "f", ""));
    int count = 40_000;
    List<Site> sites = new ArrayList<>();
    for (int id = 0; id < count; id++) {
      sites.add(new Site(0x1000 + 4 * id, 0, 0, 8, id == 7 || id == count - 1, 0));
    }
    int first = 0;
    for (int end = 1; end <= count; end = Math.min(count, 2 * end) + (end == count ? 1 : 0)) {
      symbols.define(new Sites(first, sites.subList(first, end)));
      for (int id = first; id < end; id++) {
        assertEquals(sites.get(id).store(), symbols.isStore(id), "site " + id);
      }
      first = end;
    }
    assertEquals(count, symbols.siteCount());
  }
}
