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
  private final Map<Integer, SiteResult> contexts = new TreeMap<>();
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
    final Map<Integer, SiteResult> sites = new TreeMap<>();
    final List<Set<Long>> touched = List.of(new HashSet<>(), new HashSet<>());
  }

  @Override
  public void accesses(int number, long[] addresses, int[] sites, int count) {
    for (int i = 0; i < count; i++) {
      access(number, addresses[i], sites[i], histograms());
    }
  }

  void accesses(int number, long[] addresses, int[] sites, int[] labels, int count) {
    for (int i = 0; i < count; i++) {
      access(
          number, addresses[i], sites[i], contexts.computeIfAbsent(labels[i], c -> histograms()));
    }
  }

  private void access(int number, long address, int site, SiteResult context) {
    Thread thread = threads.computeIfAbsent(number, n -> new Thread());
    SiteResult counts = thread.sites.computeIfAbsent(site, s -> histograms());
    int key = parameters.history() == HistoryMode.PROCESS ? 0 : number;
    History[] history =
        histories.computeIfAbsent(key, k -> new History[] {new History(), new History()});
    if (accesses % parameters.timeWindow() == 0) {
      windows.add(new WindowResult(accesses, 0, histogram(), histogram()));
    }
    accesses++;
    WindowResult window = windows.get(windows.size() - 1);
    windows.set(
        windows.size() - 1,
        new WindowResult(
            window.firstAccess(), window.accesses() + 1, window.word(), window.line()));
    for (Granularity g : Granularity.values()) {
      long w = address >>> parameters.shift(g);
      thread.touched.get(g.ordinal()).add(w);
      int distance = distance(history[g.ordinal()], w);
      int stride = stride(history[g.ordinal()], w);
      for (LocalityHistogram h :
          List.of(counts.histogram(g), window.histogram(g), context.histogram(g))) {
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

  private SiteResult histograms() {
    return new SiteResult(histogram(), histogram());
  }

  private LocalityHistogram histogram() {
    return new LocalityHistogram(parameters.imax());
  }

  EngineResult result() {
    List<ThreadResult> results = new ArrayList<>();
    List<Set<Long>> all = List.of(new HashSet<>(), new HashSet<>());
    threads.forEach(
        (number, thread) -> {
          results.add(
              new ThreadResult(
                  number,
                  thread.touched.get(0).size(),
                  thread.touched.get(1).size(),
                  thread.sites));
          all.get(0).addAll(thread.touched.get(0));
          all.get(1).addAll(thread.touched.get(1));
        });
    return new EngineResult(results, contexts, windows, all.get(0).size(), all.get(1).size());
  }
}
