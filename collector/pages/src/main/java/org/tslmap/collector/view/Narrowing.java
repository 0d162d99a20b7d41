package org.tslmap.collector.view;

import java.util.List;
import org.tslmap.collector.selection.Selection;
import org.tslmap.locality.AccessSink;

/**
 * A rectangle of the picture of addresses over time, to which tables are narrowed.
 *
 * @param picture whose process's
 * @param from number of its first access
 * @param to number of the first access behind it
 * @param low its first address
 * @param high the first address behind it
 * @param everywhere whether it has all addresses, also those outside of low and high
 */
record Narrowing(
    ProcessPicture picture, long from, long to, long low, long high, boolean everywhere) {

  /**
   * What a request's parameters {@code from}, {@code to} and, unless all addresses are meant,
   * {@code low} and {@code high} name.
   */
  static Narrowing of(Request request, ProcessPicture picture) {
    long from = request.number("from", 0, Math.max(0, picture.accesses() - 1));
    long to = request.number("to", from + 1, picture.accesses());
    boolean everywhere = request.text("low").isEmpty() && request.text("high").isEmpty();
    double low = everywhere ? 0 : request.fraction("low");
    double high = everywhere ? 1 : request.fraction("high");
    long first = picture.map().address(low);
    long end = Math.max(first + 1, picture.map().address(high));
    return new Narrowing(picture, from, to, first, end, everywhere);
  }

  /** As a selection of a trace that can be replayed. */
  Selection selection() {
    List<Selection.Region> memory =
        everywhere
            ? List.of()
            : List.of(new Selection.Region("0x%x,%d".formatted(low, high - low), low, high - low));
    return Selection.ALL.withRegions(memory).withTime(new Selection.Time(from, to));
  }

  /** How many accesses there are to all addresses at that time. */
  long accesses() {
    return to - from;
  }

  /** Whether a stored trace has all of it. */
  boolean isStored() {
    return picture.trace().filter(trace -> to <= trace.accesses()).isPresent();
  }

  /** Hands on only those accesses that are to these addresses. */
  AccessSink narrowed(AccessSink sink) {
    return everywhere ? sink : new OfAddresses(sink, low, high);
  }

  private static final class OfAddresses implements AccessSink {
    private final AccessSink sink;
    private final long low;
    private final long high;
    private long[] addresses = new long[0];
    private int[] sites = new int[0];

    OfAddresses(AccessSink sink, long low, long high) {
      this.sink = sink;
      this.low = low;
      this.high = high;
    }

    @Override
    public void accesses(int thread, long[] allAddresses, int[] allSites, int count) {
      if (addresses.length < count) {
        addresses = new long[allAddresses.length];
        sites = new int[allAddresses.length];
      }
      int kept = 0;
      for (int i = 0; i < count; i++) {
        if (allAddresses[i] >= low && allAddresses[i] < high) {
          addresses[kept] = allAddresses[i];
          sites[kept++] = allSites[i];
        }
      }
      if (kept > 0) {
        sink.accesses(thread, addresses, sites, kept);
      }
    }
  }
}
