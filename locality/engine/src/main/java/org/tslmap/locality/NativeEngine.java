package org.tslmap.locality;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The engine in C, called through {@link NativeBridge}. */
final class NativeEngine implements LocalityEngine {

  private final MetricParameters parameters;
  private final String variant;
  private final long[] counts;
  private final LabelRecords records;
  private boolean tracking;
  private long engine;

  /**
   * An engine of a variant.
   *
   * @param variant 0 for the processor's best, 1 portable, 2 AVX2, 3 AVX-512, as in tsl_engine.h
   * @throws IllegalStateException if there is no memory for it
   */
  NativeEngine(MetricParameters parameters, int variant) {
    this.parameters = parameters;
    this.counts = new long[LocalityHistogram.countsLength(parameters.imax())];
    this.records = new LabelRecords(parameters);
    this.engine =
        NativeBridge.open(
            parameters.shifts(),
            parameters.window(),
            parameters.imax(),
            parameters.history() == HistoryMode.PROCESS,
            parameters.timeWindow(),
            variant);
    if (engine == 0) {
      throw new IllegalStateException("no memory for a native locality engine");
    }
    this.variant = NativeBridge.variant(engine);
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] sites, int count) {
    AccessBatch.check(addresses, sites, count);
    NativeBridge.accesses(open(), thread, addresses, sites, null, count);
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] sites, int[] contexts, int count) {
    AccessBatch.check(addresses, sites, contexts, count);
    NativeBridge.accesses(open(), thread, addresses, sites, contexts, count);
  }

  @Override
  public void accesses(LabelledBatch batch, int from, int count, boolean withContexts) {
    NativeBridge.accessesAt(
        open(),
        batch.thread(),
        batch.addressAt(from),
        batch.labelAt(from),
        withContexts ? batch.contextAt(from) : 0,
        count,
        batch.missAt(from));
  }

  @Override
  public void warm(LabelledBatch batch, int from, int count) {
    NativeBridge.warmAt(open(), batch.thread(), batch.addressAt(from), count, batch.missAt(from));
  }

  @Override
  public boolean tellsMisses() {
    return true;
  }

  @Override
  public String variant() {
    return variant;
  }

  @Override
  public RunningScores running() {
    NativeBridge.total(open(), Granularity.WORD.ordinal(), counts);
    LocalityHistogram total = LocalityHistogram.ofCounts(parameters.imax(), counts);
    return new RunningScores(
        NativeBridge.count(engine),
        total.temporalLocality(parameters.n()),
        total.spatialLocality());
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
    LabelRecords.threads(open()).forEach(place -> records.eachSite(engine, place, visitor));
  }

  @Override
  public void eachContext(ContextVisitor visitor) {
    records.eachContext(open(), visitor);
  }

  @Override
  public void eachChange(ChangeVisitor visitor) {
    if (!tracking) {
      NativeBridge.track(open(), Long.numberOfTrailingZeros(parameters.n()));
      tracking = true;
    }
    LabelRecords.threads(open()).forEach(place -> LabelRecords.eachChange(engine, place, visitor));
  }

  @Override
  public void close() {
    if (engine != 0) {
      NativeBridge.close(engine);
      engine = 0;
    }
  }

  /** Smaller time axes and batches, as tsl_engine_tune has them; before the first access. */
  void tune(int axisMin, int axisSpare, int batch) {
    NativeBridge.tune(open(), axisMin, axisSpare, batch);
  }

  /** Bytes of memory the engine holds. */
  long bytes() {
    return NativeBridge.bytes(open());
  }

  private long open() {
    if (engine == 0) {
      throw new IllegalStateException("this locality engine is closed; open another one");
    }
    return engine;
  }

  private EngineResult result(boolean withLabels) {
    List<ThreadResult> threads = new ArrayList<>();
    for (LabelRecords.Place place : LabelRecords.threads(open())) {
      threads.add(thread(place, withLabels));
    }
    Map<Integer, Histograms> contexts = new TreeMap<>();
    if (withLabels) {
      records.eachContext(engine, contexts::put);
    }
    List<WindowResult> windows = new ArrayList<>();
    long first = 0;
    for (int i = 0; i < NativeBridge.windows(engine); i++) {
      WindowResult window = window(i, first);
      windows.add(window);
      first += window.accesses();
    }
    return new EngineResult(
        threads,
        contexts,
        windows,
        Footprint.of(parameters, g -> NativeBridge.processFootprint(engine, g.ordinal())));
  }

  private ThreadResult thread(LabelRecords.Place place, boolean withSites) {
    Map<Integer, Histograms> sites = new TreeMap<>();
    if (withSites) {
      records.eachSite(engine, place, (thread, site, counts) -> sites.put(site, counts));
    }
    return new ThreadResult(
        place.thread(),
        Footprint.of(parameters, g -> NativeBridge.footprint(engine, place.index(), g.ordinal())),
        sites);
  }

  private WindowResult window(int index, long first) {
    Histograms histograms =
        new Histograms(
            parameters.granularities().stream().map(g -> window(index, g.ordinal())).toList());
    return new WindowResult(first, histograms.word().accesses(), histograms);
  }

  private LocalityHistogram window(int index, int granularity) {
    NativeBridge.window(engine, index, granularity, counts);
    return LocalityHistogram.ofCounts(parameters.imax(), counts);
  }
}
