package org.tslmap.collector.density;

import java.util.Arrays;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.AccessSink;

/** Counts some accesses of a process by time and address; time goes on for the others too. */
public final class SelectedDensity implements AccessSink {
  private static final long MOST_BYTES = 16L << 20;
  private static final byte WANTED = 1;
  private static final byte UNWANTED = 2;

  private final AccessSelection selection;
  private final long[] times;
  private final DensityRecorder recorder;
  private byte[] sites = new byte[1 << 10]; // 0 if not asked for yet
  private int stretch; // number of the first one that has not ended
  private long passed;
  private long counted;

  /**
   * Nothing so far.
   *
   * @param selection which accesses are counted
   * @param symbols what the process defines, always ahead of its accesses
   */
  public SelectedDensity(AccessSelection selection, SymbolTables symbols) {
    this.selection = selection;
    this.times = selection.times();
    this.recorder = new DensityRecorder(symbols::siteCount, symbols::isStore, MOST_BYTES);
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] accessSites, int count) {
    int from = (int) Math.max(0, Math.min(count, selection.from() - passed));
    int to = (int) Math.max(from, Math.min(count, selection.to() - passed));
    boolean shown =
        selection.thread() == AccessSelection.ALL_THREADS || selection.thread() == thread;
    int at = from;
    while (at < to) {
      int first = at;
      boolean wanted = shown && isWanted(passed + at, accessSites[at], addresses[at]);
      do {
        at++;
      } while (at < to
          && wanted == (shown && isWanted(passed + at, accessSites[at], addresses[at])));
      if (wanted) {
        recorder.count(addresses, accessSites, first, at);
        counted += at - first;
      } else {
        recorder.pass(at - first);
      }
    }
    passed += count;
  }

  private boolean isWanted(long time, int site, long address) {
    while (times[2 * stretch + 1] <= time) {
      stretch++;
    }
    return time >= times[2 * stretch] && isWanted(site) && selection.holds(address);
  }

  private boolean isWanted(int site) {
    if (site >= sites.length) {
      sites = Arrays.copyOf(sites, Math.max(site + 1, 2 * sites.length));
    }
    if (sites[site] == 0) {
      sites[site] = selection.sites().test(site) ? WANTED : UNWANTED;
    }
    return sites[site] == WANTED;
  }

  /** Accesses counted. */
  public long accesses() {
    return counted;
  }

  /** Number of the access that the first column begins with. */
  public long firstAccess() {
    return selection.from();
  }

  /** Accesses of the selected stretch of time that have passed, counted or not. */
  public long time() {
    return recorder.accesses();
  }

  /** Ends the last column; nothing may follow. What was counted. */
  public DensityLevel finished() {
    return recorder.finished();
  }
}
