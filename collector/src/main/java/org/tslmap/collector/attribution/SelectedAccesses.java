package org.tslmap.collector.attribution;

import java.util.Arrays;
import org.tslmap.collector.wire.SymbolTables;

/** Picks out the accesses of a {@link Selection}. */
final class SelectedAccesses {
  private static final byte WANTED = 1;
  private static final byte UNWANTED = 2;

  private final Selection selection;
  private final SymbolTables symbols;
  private byte[] sites = new byte[1024];
  private boolean inPhase;

  /** A selection of everything picks nothing out: all accesses may be taken as they are. */
  SelectedAccesses(Selection selection, SymbolTables symbols) {
    this.selection = selection;
    this.symbols = symbols;
    phase("");
  }

  boolean isAll() {
    return selection.isAll();
  }

  /** From here on the program is in another phase; empty if in none. */
  void phase(String name) {
    inPhase = selection.hasPhase(name);
  }

  /** Whether any access that a thread makes now can be wanted. */
  boolean isPossible(int thread) {
    return inPhase && selection.hasThread(thread);
  }

  /** The first of some accesses that is in time; their number if none is before the end. */
  int first(long position, int accesses) {
    return (int) Math.max(0, Math.min(accesses, selection.time().from() - position));
  }

  /** The access behind the last one that is in time. */
  int end(long position, int accesses) {
    return (int) Math.max(0, Math.min(accesses, selection.time().to() - position));
  }

  /** Whether an access of a possible thread is wanted. */
  boolean has(int site, long address) {
    if (site >= sites.length) {
      sites = Arrays.copyOf(sites, Math.max(site + 1, 2 * sites.length));
    }
    if (sites[site] == 0) {
      String function = symbols.function(symbols.site(site).function()).name();
      sites[site] = selection.hasFunction(function) ? WANTED : UNWANTED;
    }
    return sites[site] == WANTED && selection.hasAddress(address);
  }
}
