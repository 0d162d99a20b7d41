package org.tslmap.locality;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The engine in C, called through {@link NativeBridge}. */
final class NativeEngine implements LocalityEngine {

  private final MetricParameters parameters;
  private final String variant;
  private final long[] counts;
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
    this.engine =
        NativeBridge.open(
            parameters.shift(Granularity.WORD),
            parameters.shift(Granularity.LINE),
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
    NativeBridge.accesses(open(), thread, addresses, sites, count);
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
    List<ThreadResult> threads = new ArrayList<>();
    for (int i = 0; i < NativeBridge.threads(open()); i++) {
      threads.add(thread(i));
    }
    threads.sort(Comparator.comparingInt(ThreadResult::thread));
    List<WindowResult> windows = new ArrayList<>();
    for (int i = 0; i < NativeBridge.windows(engine); i++) {
      windows.add(window(i));
    }
    return new EngineResult(
        threads,
        windows,
        NativeBridge.processFootprint(engine, Granularity.WORD.ordinal()),
        NativeBridge.processFootprint(engine, Granularity.LINE.ordinal()));
  }

  @Override
  public void close() {
    if (engine != 0) {
      NativeBridge.close(engine);
      engine = 0;
    }
  }

  /** Smaller time axes and batches, as tsl_engine_tune has them; before the first access. */
  void tune(int axisMin, int axisRoom, int batch) {
    NativeBridge.tune(open(), axisMin, axisRoom, batch);
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

  private ThreadResult thread(int index) {
    Map<Integer, SiteResult> sites = new TreeMap<>();
    int site = NativeBridge.nextSite(engine, index, 0);
    while (site >= 0) {
      sites.put(site, new SiteResult(site(index, site, 0), site(index, site, 1)));
      site = NativeBridge.nextSite(engine, index, site + 1);
    }
    return new ThreadResult(
        NativeBridge.threadNumber(engine, index),
        NativeBridge.footprint(engine, index, Granularity.WORD.ordinal()),
        NativeBridge.footprint(engine, index, Granularity.LINE.ordinal()),
        sites);
  }

  private LocalityHistogram site(int index, int site, int granularity) {
    NativeBridge.site(engine, index, site, granularity, counts);
    return LocalityHistogram.ofCounts(parameters.imax(), counts);
  }

  private WindowResult window(int index) {
    LocalityHistogram word = window(index, 0);
    return new WindowResult(
        index * parameters.timeWindow(), word.accesses(), word, window(index, 1));
  }

  private LocalityHistogram window(int index, int granularity) {
    NativeBridge.window(engine, index, granularity, counts);
    return LocalityHistogram.ofCounts(parameters.imax(), counts);
  }
}
