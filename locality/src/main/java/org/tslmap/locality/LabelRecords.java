package org.tslmap.locality;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads what the native engine counted for its labels, many of them with each call. */
final class LabelRecords {

  private static final int SITES = 0;
  private static final int CONTEXTS = 1;
  private static final int CHANGES = 2;

  private static final int LEAST_ROOM = 1 << 15;

  private final MetricParameters parameters;
  private final long[] records;
  private final int[] first = new int[1];

  /** One thread: its place in the engine and its number. */
  record Place(int index, int thread) {}

  LabelRecords(MetricParameters parameters) {
    this.parameters = parameters;
    int most = 4 + 4 * LocalityHistogram.countsLength(parameters.imax());
    records = new long[Math.max(LEAST_ROOM, most)];
  }

  /** The threads in ascending order of their numbers. */
  static List<Place> threads(long engine) {
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < NativeBridge.threads(engine); i++) {
      places.add(new Place(i, NativeBridge.threadNumber(engine, i)));
    }
    places.sort(Comparator.comparingInt(Place::thread));
    return places;
  }

  void eachSite(long engine, Place place, LocalityEngine.SiteVisitor visitor) {
    each(engine, SITES, place.index, (site, counts) -> visitor.site(place.thread, site, counts));
  }

  void eachContext(long engine, LocalityEngine.ContextVisitor visitor) {
    each(engine, CONTEXTS, 0, visitor);
  }

  void eachChange(long engine, Place place, LocalityEngine.ChangeVisitor visitor) {
    Increment increment = new Increment(parameters);
    first[0] = 0;
    while (first[0] >= 0) {
      int used = NativeBridge.records(engine, CHANGES, place.index, first, records);
      for (int at = 0; at < used; ) {
        int end = at + 2 + 2 * (int) records[at + 1];
        for (int i = at + 2; i < end; i += 2) {
          add(increment, (int) records[i], records[i + 1]);
        }
        increment.give(place.thread, (int) records[at], visitor);
        at = end;
      }
    }
  }

  private static void add(Increment increment, int index, long count) {
    if (index == 0) {
      increment.addCold(count);
    } else if (index <= LocalityHistogram.REUSE_BINS) {
      increment.addReuse(index - 1, count);
    } else {
      increment.addStride(index - 1 - LocalityHistogram.REUSE_BINS, count);
    }
  }

  private void each(long engine, int what, int index, LocalityEngine.ContextVisitor visitor) {
    int imax = parameters.imax();
    int[] next = {0};
    long[] read = new long[records.length];
    while (next[0] >= 0) {
      int used = NativeBridge.records(engine, what, index, next, read);
      for (int at = 0; at < used; ) {
        int lines = at + 3 + 2 * (int) read[at + 1];
        int end = lines + 2 * (int) read[at + 2];
        visitor.context(
            (int) read[at],
            new SiteResult(
                LocalityHistogram.ofPairs(imax, read, at + 3, lines),
                LocalityHistogram.ofPairs(imax, read, lines, end)));
        at = end;
      }
    }
  }
}
