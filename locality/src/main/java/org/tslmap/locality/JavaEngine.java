package org.tslmap.locality;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.locality.pass.LabelledBatch;

/** The engine in plain Java: the C engine's algorithm, and the same histograms bit for bit. */
final class JavaEngine implements LocalityEngine {

  /** Sizes of time axes and batches; see {@link ReuseDistances#ReuseDistances(int, int, int)}. */
  record Tuning(int axisMin, int axisRoom, int batch) {
    static final Tuning DEFAULT = new Tuning(1 << 17, 96, ReuseDistances.BATCH);
  }

  /** What one thread has of its own. */
  private record ThreadState(
      History history, SiteCounters sites, Touched touched, SiteChanges changes) {}

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
  private final SiteCounters contexts;
  private long count;
  private boolean tracking;
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
    this.contexts = new SiteCounters("context", parameters.imax());
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] sites, int count) {
    AccessBatch.check(addresses, sites, count);
    count(thread, addresses, sites, null, count);
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] sites, int[] contexts, int count) {
    AccessBatch.check(addresses, sites, contexts, count);
    count(thread, addresses, sites, contexts, count);
  }

  /** Takes accesses; there may be no contexts. */
  private void count(int thread, long[] addresses, int[] sites, int[] contexts, int count) {
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
      if (contexts != null) {
        this.contexts.count(contexts, from, state.history, part);
      }
      from += part;
    }
    this.count += count;
  }

  @Override
  public void accesses(LabelledBatch batch, int from, int count, boolean withContexts) {
    long[] addresses = new long[count];
    int[] labels = new int[count];
    batch.addresses(from, addresses, count);
    batch.labels(from, labels, count);
    if (withContexts) {
      int[] contexts = new int[count];
      batch.contexts(from, contexts, count);
      accesses(batch.thread(), addresses, labels, contexts, count);
    } else {
      accesses(batch.thread(), addresses, labels, count);
    }
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
    Map<Integer, Map<Integer, SiteResult>> sites = new TreeMap<>();
    eachSite(
        (thread, site, counts) ->
            sites.computeIfAbsent(thread, t -> new TreeMap<>()).put(site, counts));
    Map<Integer, SiteResult> ofContexts = new TreeMap<>();
    eachContext(ofContexts::put);
    return result(sites, ofContexts);
  }

  @Override
  public EngineResult summary() {
    return result(Map.of(), Map.of());
  }

  @Override
  public void eachSite(SiteVisitor visitor) {
    checkOpen();
    threads.forEach(
        (thread, state) -> state.sites.each((site, counts) -> visitor.site(thread, site, counts)));
  }

  @Override
  public void eachContext(ContextVisitor visitor) {
    checkOpen();
    contexts.each(visitor::context);
  }

  @Override
  public void eachChange(ChangeVisitor visitor) {
    checkOpen();
    if (!tracking) {
      threads.values().forEach(state -> state.changes.addAll(state.sites));
      tracking = true;
    }
    threads.forEach((thread, state) -> state.changes.give(thread, visitor));
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
    SiteCounters sites = new SiteCounters("site", parameters.imax());
    SiteChanges changes = new SiteChanges(parameters);
    return perThread
        ? new ThreadState(new History(parameters, tuning), sites, null, changes)
        : new ThreadState(processHistory, sites, new Touched(parameters), changes);
  }

  private void batch(ThreadState state, long[] addresses, int[] sites, int from, int part) {
    History history = state.history;
    history.batch(addresses, from, part);
    if (!perThread) {
      state.touched.touch(addresses, from, part);
    }
    state.sites.count(sites, from, history, part, windows);
    if (tracking) {
      state.changes.add(sites, from, history, part);
    }
    windows.advance(part);
  }

  private EngineResult result(
      Map<Integer, Map<Integer, SiteResult>> sites, Map<Integer, SiteResult> ofContexts) {
    checkOpen();
    List<ThreadResult> results = new ArrayList<>();
    threads.forEach(
        (number, state) ->
            results.add(
                new ThreadResult(
                    number,
                    perThread ? state.history.footprint(Granularity.WORD) : state.touched.words,
                    perThread ? state.history.footprint(Granularity.LINE) : state.touched.lines(),
                    sites.getOrDefault(number, Map.of()))));
    return new EngineResult(
        results,
        ofContexts,
        windows.results(),
        footprint(Granularity.WORD),
        footprint(Granularity.LINE));
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
