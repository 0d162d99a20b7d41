package org.tslmap.collector.attribution;

import java.util.Arrays;
import org.tslmap.collector.analysis.Analysis;
import org.tslmap.locality.CacheMisses;
import org.tslmap.locality.CacheSimulation;
import org.tslmap.locality.LabelledBatch;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.WideAccesses;

/** Sends labelled accesses through the simulated caches. Used by one thread at a time. */
final class CacheAnalysis implements Analysis, AutoCloseable {
  private final CacheSimulation simulation;
  private final Labels meanings;
  private final boolean withContexts;

  /** Bytes that an access covers at most. */
  private final int most;

  /** How many labels the simulation knows. */
  private int told;

  /**
   * Has seen nothing yet.
   *
   * @param meanings what labels mean, asked while accesses come in
   */
  CacheAnalysis(MetricParameters parameters, Labels meanings, boolean withContexts) {
    simulation = new CacheSimulation(parameters);
    this.meanings = meanings;
    this.withContexts = withContexts;
    most = parameters.wide() == WideAccesses.WORDS ? parameters.word() : Integer.MAX_VALUE;
  }

  @Override
  public void accesses(LabelledBatch batch, int from, int count) {
    if (told < meanings.count()) {
      int[] bytes = new int[meanings.count() - told];
      Arrays.setAll(bytes, i -> Math.min(most, meanings.bytes(told + i)));
      simulation.labels(bytes, bytes.length);
      told = meanings.count();
    }
    simulation.accesses(batch, from, count, withContexts);
  }

  /** What a label's accesses by a thread missed. */
  CacheMisses ofLabel(int thread, int label) {
    return simulation.ofLabel(thread, label);
  }

  /** What a context's accesses missed. */
  CacheMisses ofContext(int context) {
    return simulation.ofContext(context);
  }

  @Override
  public void close() {
    simulation.close();
  }
}
