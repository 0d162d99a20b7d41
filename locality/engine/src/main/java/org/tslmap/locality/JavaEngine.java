package org.tslmap.locality;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The engine in plain Java, as simple as can be: it is what the C engine is checked with, and
 * stands in for it where there is none. The same histograms, bit for bit.
 */
final class JavaEngine implements LocalityEngine {

  /** What one thread has of its own. */
  private record ThreadState(
      List<History> history,
      List<Set<Long>> touched,
      Map<Integer, Histograms> sites,
      SiteChanges changes) {}

  private final MetricParameters parameters;
  private final List<Granularity> granularities;
  private final List<History> processHistory;
  private final Map<Integer, ThreadState> threads = new TreeMap<>();
  private final Map<Integer, Histograms> contexts = new HashMap<>();
  private List<WindowResult> finished = new ArrayList<>();
  private final LocalityHistogram finishedWords;
  private Histograms window;
  private long windowLength;
  private long count;
  private boolean tracking;
  private boolean closed;

  JavaEngine(MetricParameters parameters) {
    this.parameters = parameters;
    granularities = parameters.granularities();
    processHistory = newHistory();
    finishedWords = new LocalityHistogram(parameters.imax());
    window = Histograms.empty(parameters);
    windowLength = parameters.timeWindow();
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] sites, int count) {
    AccessBatch.check(addresses, sites, count);
    checkOpen();
    for (int i = 0; i < count; i++) {
      access(state(thread), addresses[i], sites[i]);
      endWindow();
    }
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] sites, int[] contexts, int count) {
    AccessBatch.check(addresses, sites, contexts, count);
    checkOpen();
    for (int i = 0; i < count; i++) {
      ThreadState state = state(thread);
      access(state, addresses[i], sites[i]);
      count(state, counts(this.contexts, "context", contexts[i]));
      endWindow();
    }
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
  public void warm(LabelledBatch batch, int from, int count) {
    checkOpen();
    long[] addresses = new long[count];
    batch.addresses(from, addresses, count);
    for (long address : addresses) {
      remember(state(batch.thread()), address);
    }
  }

  @Override
  public String variant() {
    return "java";
  }

  @Override
  public RunningScores running() {
    checkOpen();
    LocalityHistogram words = finishedWords.copy();
    words.add(window.word());
    return new RunningScores(
        count, words.temporalLocality(parameters.n()), words.spatialLocality());
  }

  @Override
  public EngineResult result() {
    return result(true);
  }

  @Override
  public EngineResult summary() {
    return result(false);
  }

  @Override
  public void eachSite(SiteVisitor visitor) {
    checkOpen();
    threads.forEach(
        (thread, state) ->
            copy(state.sites).forEach((site, counts) -> visitor.site(thread, site, counts)));
  }

  @Override
  public void eachContext(ContextVisitor visitor) {
    checkOpen();
    copy(contexts).forEach(visitor::context);
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

  private List<History> newHistory() {
    return granularities.stream().map(g -> new History(parameters, g)).toList();
  }

  private ThreadState state(int thread) {
    return threads.computeIfAbsent(
        thread,
        number -> {
          boolean own = parameters.history() == HistoryMode.THREAD;
          List<History> history = own ? newHistory() : processHistory;
          List<Set<Long>> touched =
              granularities.stream()
                  .map(g -> own ? history.get(g.ordinal()).places() : new HashSet<Long>())
                  .toList();
          return new ThreadState(history, touched, new HashMap<>(), new SiteChanges(parameters));
        });
  }

  private Histograms counts(Map<Integer, Histograms> labels, String what, int label) {
    if (label < 0 || label >= AccessBatch.SITE_LIMIT) {
      throw new IllegalStateException("a " + what + "'s number is 2^24 or larger");
    }
    return labels.computeIfAbsent(label, number -> Histograms.empty(parameters));
  }

  private void remember(ThreadState state, long address) {
    for (Granularity g : granularities) {
      state.history.get(g.ordinal()).access(address);
      if (state.history == processHistory) {
        state.touched.get(g.ordinal()).add(address >>> parameters.shift(g));
      }
    }
  }

  private void access(ThreadState state, long address, int site) {
    remember(state, address);
    count(state, counts(state.sites, "site", site));
    count(state, window);
    if (tracking) {
      state.changes.add(site, state.history.get(Granularity.WORD.ordinal()));
    }
    count++;
  }

  /** Counts the access that was made last. */
  private void count(ThreadState state, Histograms histograms) {
    granularities.forEach(g -> state.history.get(g.ordinal()).countIn(histograms.at(g)));
  }

  private void endWindow() {
    if (count % windowLength == 0) {
      finished.add(new WindowResult(count - windowLength, windowLength, window));
      finishedWords.add(window.word());
      window = Histograms.empty(parameters);
      if (finished.size() == EngineResult.MOST_WINDOWS) {
        joinWindows();
      }
    }
  }

  private void joinWindows() {
    List<WindowResult> joined = new ArrayList<>();
    for (int i = 0; i < finished.size(); i += 2) {
      WindowResult one = finished.get(i);
      one.histograms().add(finished.get(i + 1).histograms());
      joined.add(new WindowResult(one.firstAccess(), 2 * windowLength, one.histograms()));
    }
    finished = joined;
    windowLength *= 2;
  }

  private static Map<Integer, Histograms> copy(Map<Integer, Histograms> counts) {
    Map<Integer, Histograms> copy = new TreeMap<>();
    counts.forEach((label, histograms) -> copy.put(label, histograms.copy()));
    return copy;
  }

  private EngineResult result(boolean withLabels) {
    checkOpen();
    List<ThreadResult> results = new ArrayList<>();
    threads.forEach(
        (number, state) ->
            results.add(
                new ThreadResult(
                    number,
                    Footprint.of(parameters, g -> state.touched.get(g.ordinal()).size()),
                    withLabels ? copy(state.sites) : Map.of())));
    return new EngineResult(
        results,
        withLabels ? copy(contexts) : Map.of(),
        windows(),
        Footprint.of(parameters, this::footprint));
  }

  private List<WindowResult> windows() {
    List<WindowResult> windows = new ArrayList<>();
    finished.forEach(
        one ->
            windows.add(
                new WindowResult(one.firstAccess(), one.accesses(), one.histograms().copy())));
    long open = count % windowLength;
    if (open > 0) {
      windows.add(new WindowResult(count - open, open, window.copy()));
    }
    return windows;
  }

  /** What all threads touched. */
  private long footprint(Granularity granularity) {
    Set<Long> all = new HashSet<>();
    threads.values().forEach(state -> all.addAll(state.touched.get(granularity.ordinal())));
    return all.size();
  }
}
