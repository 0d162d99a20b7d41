package org.tslmap.locality;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The metrics as METRICS defines them, with a plain LRU stack and a plain window. Slow. */
final class NaiveEngine implements AccessSink {

  private final MetricParameters parameters;
  private final Map<Integer, Thread> threads = new TreeMap<>();
  private final Map<Integer, Histograms> contexts = new TreeMap<>();
  private final Map<Integer, History[]> histories = new HashMap<>();
  private final List<WindowResult> windows = new ArrayList<>();
  private long accesses;

  NaiveEngine(MetricParameters parameters) {
    this.parameters = parameters;
  }

  private static final class History {
    final List<Long> stack = new ArrayList<>();
    final List<Long> previous = new ArrayList<>();
  }

  private static final class Thread {
    final Map<Integer, Histograms> sites = new TreeMap<>();
    final List<Set<Long>> touched = List.of(new HashSet<>(), new HashSet<>(), new HashSet<>());
  }

  @Override
  public void accesses(int number, long[] addresses, int[] sites, int count) {
    for (int i = 0; i < count; i++) {
      access(number, addresses[i], sites[i], Histograms.empty(parameters));
    }
  }

  void accesses(int number, long[] addresses, int[] sites, int[] labels, int count) {
    for (int i = 0; i < count; i++) {
      access(
          number,
          addresses[i],
          sites[i],
          contexts.computeIfAbsent(labels[i], c -> Histograms.empty(parameters)));
    }
  }

  private void access(int number, long address, int site, Histograms context) {
    Thread thread = threads.computeIfAbsent(number, n -> new Thread());
    Histograms counts = thread.sites.computeIfAbsent(site, s -> Histograms.empty(parameters));
    int key = parameters.history() == HistoryMode.PROCESS ? 0 : number;
    History[] history =
        histories.computeIfAbsent(
            key, k -> new History[] {new History(), new History(), new History()});
    if (accesses % parameters.timeWindow() == 0) {
      windows.add(new WindowResult(accesses, 0, Histograms.empty(parameters)));
    }
    accesses++;
    WindowResult window = windows.get(windows.size() - 1);
    windows.set(
        windows.size() - 1,
        new WindowResult(window.firstAccess(), window.accesses() + 1, window.histograms()));
    for (Granularity g : parameters.granularities()) {
      long w = address >>> parameters.shift(g);
      thread.touched.get(g.ordinal()).add(w);
      int distance = distance(history[g.ordinal()], w);
      int stride = stride(history[g.ordinal()], w);
      for (LocalityHistogram h : List.of(counts.at(g), window.histograms().at(g), context.at(g))) {
        if (distance < 0) {
          h.addCold(1);
        } else {
          h.addReuse(distance == 0 ? 0 : 32 - Integer.numberOfLeadingZeros(distance), 1);
        }
        h.addStride(stride, 1);
      }
    }
  }

  private int distance(History history, long w) {
    int distance = history.stack.indexOf(w);
    if (distance >= 0) {
      history.stack.remove(distance);
    }
    history.stack.add(0, w);
    return distance;
  }

  private int stride(History history, long w) {
    long stride = parameters.imax();
    for (long v : history.previous) {
      long difference = Long.compareUnsigned(w, v) < 0 ? v - w : w - v;
      if (Long.compareUnsigned(difference, stride) < 0) {
        stride = difference;
      }
    }
    history.previous.add(0, w);
    if (history.previous.size() > parameters.window()) {
      history.previous.remove(parameters.window());
    }
    return (int) stride;
  }

  EngineResult result() {
    List<ThreadResult> results = new ArrayList<>();
    List<Set<Long>> all = List.of(new HashSet<>(), new HashSet<>(), new HashSet<>());
    threads.forEach(
        (number, thread) -> {
          results.add(
              new ThreadResult(
                  number,
                  Footprint.of(parameters, g -> thread.touched.get(g.ordinal()).size()),
                  thread.sites));
          parameters
              .granularities()
              .forEach(g -> all.get(g.ordinal()).addAll(thread.touched.get(g.ordinal())));
        });
    return new EngineResult(
        results, contexts, windows, Footprint.of(parameters, g -> all.get(g.ordinal()).size()));
  }
}
