package org.tslmap.locality;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads what the native engine counted for its labels, many of them with each call. */
final class LabelRecords {

  private static final int SITES = 0;
  private static final int CONTEXTS = 1;
  private static final int CHANGE_SIZE = 5;

  private static final int CHANGES_AT_ONCE = 1024;

  private static final int LEAST_CAPACITY = 1 << 15;

  private final MetricParameters parameters;
  private final int granularities;
  private final int capacity;

  /** One thread: its place in the engine and its number. */
  record Place(int index, int thread) {}

  LabelRecords(MetricParameters parameters) {
    this.parameters = parameters;
    granularities = parameters.granularities().size();
    int most =
        1 + granularities + 2 * granularities * LocalityHistogram.countsLength(parameters.imax());
    capacity = Math.max(LEAST_CAPACITY, most);
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

  static void eachChange(long engine, Place place, LocalityEngine.ChangeVisitor visitor) {
    long[] changes = new long[CHANGES_AT_ONCE * CHANGE_SIZE];
    int used = NativeBridge.changes(engine, place.index, changes);
    while (used > 0) {
      for (int at = 0; at < used; at += CHANGE_SIZE) {
        visitor.change(
            place.thread,
            (int) changes[at],
            changes[at + 1],
            changes[at + 2],
            Double.longBitsToDouble(changes[at + 3]),
            Double.longBitsToDouble(changes[at + 4]));
      }
      used = NativeBridge.changes(engine, place.index, changes);
    }
  }

  private void each(long engine, int what, int index, LocalityEngine.ContextVisitor visitor) {
    int[] next = {0};
    long[] read = new long[capacity];
    while (next[0] >= 0) {
      int used = NativeBridge.records(engine, what, index, next, read);
      int at = 0;
      while (at < used) {
        int label = (int) read[at];
        List<LocalityHistogram> histograms = new ArrayList<>();
        int pairs = at + 1 + granularities;
        for (int g = 0; g < granularities; g++) {
          int end = pairs + 2 * (int) read[at + 1 + g];
          histograms.add(LocalityHistogram.ofPairs(parameters.imax(), read, pairs, end));
          pairs = end;
        }
        at = pairs;
        visitor.context(label, new Histograms(histograms));
      }
    }
  }
}
