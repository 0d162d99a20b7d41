package org.tslmap.collector.density;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.AccessSink;

/** Counts some accesses of a process by time and address; time goes on for the others too. */
public final class SelectedDensity implements AccessSink {
  private static final long MOST_BYTES = 16L << 20;
  private static final byte WANTED = 1;
  private static final byte UNWANTED = 2;

  private final Selection selection;
  private final IntPredicate wantedSites;
  private final List<Selection.Time> times;
  private final Selection.Time time;
  private final DensityRecorder recorder;
  private byte[] sites = new byte[1 << 10]; // 0 if not asked for yet
  private int stretch; // number of the first one that has not ended
  private long passed;
  private long counted;

  /**
   * Nothing so far.
   *
   * @param selection which accesses are counted; data and phases in it must have been turned into
   *     sites, memory and time
   * @param sites access sites outside of which nothing is counted
   * @param symbols what the process defines, always ahead of its accesses
   */
  public SelectedDensity(Selection selection, IntPredicate sites, SymbolTables symbols) {
    this.selection = selection;
    this.wantedSites =
        sites.and(
            site ->
                selection
                    .code()
                    .hasInstruction(
                        symbols.function(symbols.site(site).function()).name(),
                        symbols.site(site).instruction()));
    this.time = selection.time();
    this.times = selection.times().isEmpty() ? List.of(time) : selection.times();
    this.recorder = new DensityRecorder(symbols::siteCount, symbols::isStore, MOST_BYTES);
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] accessSites, int count) {
    int from = (int) Math.max(0, Math.min(count, time.from() - passed));
    int to = (int) Math.max(from, Math.min(count, time.to() - passed));
    boolean shown = selection.hasThread(thread);
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

  private boolean isWanted(long access, int site, long address) {
    while (times.get(stretch).to() <= access) {
      stretch++;
    }
    return access >= times.get(stretch).from() && isWanted(site) && selection.hasAddress(address);
  }

  private boolean isWanted(int site) {
    if (site >= sites.length) {
      sites = Arrays.copyOf(sites, Math.max(site + 1, 2 * sites.length));
    }
    if (sites[site] == 0) {
      sites[site] = wantedSites.test(site) ? WANTED : UNWANTED;
    }
    return sites[site] == WANTED;
  }

  /** Accesses counted. */
  public long accesses() {
    return counted;
  }

  /** Number of the access that the first column begins with. */
  public long firstAccess() {
    return time.from();
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
