package org.tslmap.locality;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The engine in plain Java: the C engine's algorithm, and the same histograms bit for bit. */
final class JavaEngine implements LocalityEngine {

  /** Sizes of time axes and batches; see {@link ReuseDistances#ReuseDistances(int, int, int)}. */
  record Tuning(int axisMin, int axisRoom, int batch) {
    static final Tuning DEFAULT = new Tuning(1 << 17, 96, ReuseDistances.BATCH);
  }

  /** What one thread has of its own. */
  private record ThreadState(History history, SiteCounters sites, Touched touched) {}

  /** What a thread touched, where the history is the process's. */
  private static final class Touched {
    private final ShadowPages pages;
    private final boolean oneGranularity;
    private long words;
    private long lines;

    Touched(MetricParameters parameters) {
      pages = new ShadowPages(parameters);
      oneGranularity = parameters.oneGranularity();
    }

    long lines() {
      return oneGranularity ? words : lines;
    }

    void touch(long[] addresses, int from, int count) {
      for (int i = from; i < from + count; i++) {
        int page = pages.page(addresses[i]);
        words += 1 - pages.replace(page + pages.wordSlot(addresses[i]), 1);
        if (!oneGranularity) {
          lines += 1 - pages.replace(page + pages.lineSlot(addresses[i]), 1);
        }
      }
    }
  }

  private final MetricParameters parameters;
  private final Tuning tuning;
  private final boolean perThread;
  private final History processHistory;
  private final Map<Integer, ThreadState> threads = new TreeMap<>();
  private final WindowCounters windows;
  private long count;
  private boolean closed;

  JavaEngine(MetricParameters parameters) {
    this(parameters, Tuning.DEFAULT);
  }

  JavaEngine(MetricParameters parameters, Tuning tuning) {
    this.parameters = parameters;
    this.tuning = tuning;
    this.perThread = parameters.history() == HistoryMode.THREAD;
    this.processHistory = new History(parameters, tuning);
    this.windows = new WindowCounters(parameters);
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] sites, int count) {
    AccessBatch.check(addresses, sites, count);
    checkOpen();
    if (count == 0) {
      return;
    }
    ThreadState state = threads.get(thread);
    if (state == null) {
      state = newThread();
      threads.put(thread, state);
    }
    int from = 0;
    while (from < count) {
      int part = Math.min(History.BATCH, count - from);
      part = (int) Math.min(part, windows.left());
      batch(state, addresses, sites, from, part);
      from += part;
    }
    this.count += count;
  }

  @Override
  public String variant() {
    return "java";
  }

  @Override
  public RunningScores running() {
    checkOpen();
    LocalityHistogram words = windows.words();
    return new RunningScores(
        count, words.temporalLocality(parameters.n()), words.spatialLocality());
  }

  @Override
  public EngineResult result() {
    checkOpen();
    List<ThreadResult> results = new ArrayList<>();
    threads.forEach((number, state) -> results.add(result(number, state)));
    return new EngineResult(
        results, windows.results(), footprint(Granularity.WORD), footprint(Granularity.LINE));
  }

  @Override
  public void close() {
    closed = true;
    threads.clear();
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("this locality engine is closed; open another one");
    }
  }

  private ThreadState newThread() {
    SiteCounters sites = new SiteCounters(parameters.imax());
    return perThread
        ? new ThreadState(new History(parameters, tuning), sites, null)
        : new ThreadState(processHistory, sites, new Touched(parameters));
  }

  private void batch(ThreadState state, long[] addresses, int[] sites, int from, int part) {
    History history = state.history;
    history.batch(addresses, from, part);
    if (!perThread) {
      state.touched.touch(addresses, from, part);
    }
    state.sites.count(sites, from, history, part, windows);
    windows.advance(part);
  }

  private ThreadResult result(int number, ThreadState state) {
    return new ThreadResult(
        number,
        perThread ? state.history.footprint(Granularity.WORD) : state.touched.words,
        perThread ? state.history.footprint(Granularity.LINE) : state.touched.lines(),
        state.sites.results());
  }

  private long footprint(Granularity granularity) {
    if (!perThread) {
      return processHistory.footprint(granularity);
    }
    ShadowPages all = new ShadowPages(parameters);
    long sum = 0;
    for (ThreadState state : threads.values()) {
      sum += all.unite(state.history.pages(), state.history.counted(granularity));
    }
    return sum;
  }
}
