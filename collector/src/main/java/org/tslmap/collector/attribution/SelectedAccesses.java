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

  /* Which accesses of the batch are at a time that is selected. */
  private int from;
  private int end;

  /** What was picked last. */
  long[] addresses = new long[0];

  int[] siteNumbers = new int[0];
  int count;
  int stores;

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

  /**
   * A batch of accesses begins.
   *
   * @param position accesses before it
   * @param accesses how many it has
   */
  void begin(int thread, long position, int accesses) {
    boolean possible = inPhase && selection.hasThread(thread);
    from = within(selection.time().from() - position, accesses);
    end = possible ? within(selection.time().to() - position, accesses) : from;
  }

  private static int within(long index, int accesses) {
    return (int) Math.max(0, Math.min(accesses, index));
  }

  /** Whether an access of the batch can be wanted, by its thread, phase and time. */
  boolean isPossible(int index) {
    return isAll() || (index >= from && index < end);
  }

  /** Picks those out of a part of the batch that are wanted. */
  void pick(long[] batchAddresses, int[] batchSites, int first, int last) {
    if (siteNumbers.length < last - first) {
      addresses = new long[batchAddresses.length];
      siteNumbers = new int[batchAddresses.length];
    }
    count = 0;
    stores = 0;
    for (int i = Math.max(first, from); i < Math.min(last, end); i++) {
      if (has(batchSites[i], batchAddresses[i])) {
        addresses[count] = batchAddresses[i];
        siteNumbers[count++] = batchSites[i];
        stores += symbols.isStore(batchSites[i]) ? 1 : 0;
      }
    }
  }

  private boolean has(int site, long address) {
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
