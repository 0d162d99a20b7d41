package org.tslmap.collector.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What sites are is known of all of them, however many there are; stacks have functions. */
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

  @Test
  void stacksComeWithTheirFunctionsTheFirstTime() throws WireException {
    SymbolTables symbols = new SymbolTables();
    symbols.define(new ObjectFile(0, 0, "/bin/program"));
    symbols.define(new FunctionSymbol(0, 0, 0, 0, "f", ""));
    CallStack known = new CallStack(0, 0, CallStack.Of.ALLOCATION, 7, List.of());
    String message = assertThrows(WireException.class, () -> symbols.define(known)).getMessage();
    assertTrue(message.startsWith("stack 7 of thread 0: expected its functions"), message);
    CallStack.Caller caller = new CallStack.Caller(0, 0, 0, CallStack.NO_SITE);
    symbols.define(new CallStack(0, 0, CallStack.Of.ALLOCATION, 7, List.of(caller)));
    symbols.define(known);
    CallStack ofBurst = new CallStack(0, 0, CallStack.Of.RUNNING, 7, List.of());
    assertThrows(WireException.class, () -> symbols.define(ofBurst));
  }
}
