package org.tslmap.locality;

import java.util.List;

/**
 * Sends accesses through simulated caches, as {@code tsl_caches.h} says: data caches one behind the
 * other, and beside them the levels of a TLB. With {@link HistoryMode#THREAD} each thread has
 * caches of its own.
 *
 * <p>Used by one thread at a time.
 */
public final class CacheSimulation implements AutoCloseable {
  private final int caches;
  private long simulation;

  /**
   * Empty caches.
   *
   * @param parameters which caches, at least one
   * @throws IllegalStateException if there is no native library, or no memory
   */
  public CacheSimulation(MetricParameters parameters) {
    LocalityEngine.nativeProblem()
        .ifPresent(
            problem -> {
              throw new IllegalStateException("caches cannot be simulated: " + problem);
            });
    List<SimulatedCache> list = parameters.caches();
    caches = list.size();
    long[] sets = list.stream().mapToLong(SimulatedCache::sets).toArray();
    int[] geometry = new int[3 * caches];
    for (int i = 0; i < caches; i++) {
      SimulatedCache cache = list.get(i);
      geometry[3 * i] = cache.ways();
      geometry[3 * i + 1] = Integer.numberOfTrailingZeros(cache.lineBytes());
      geometry[3 * i + 2] = i == 0 || list.get(i - 1).kind() != cache.kind() ? 1 : 0;
    }
    simulation = CacheBridge.open(sets, geometry, parameters.history() == HistoryMode.PROCESS);
    if (simulation == 0) {
      throw new IllegalStateException("no memory for simulated caches");
    }
  }

  /**
   * The next labels, numbered from 0.
   *
   * @param bytes how many bytes an access with the label has, by label
   */
  public void labels(int[] bytes, int count) {
    CacheBridge.labels(simulation, bytes, count);
  }

  /** The next accesses, whose labels have been told. */
  public void accesses(LabelledBatch batch, int from, int count, boolean withContexts) {
    CacheBridge.accesses(
        simulation,
        batch.thread(),
        batch.addressAt(from),
        batch.labelAt(from),
        withContexts ? batch.contextAt(from) : 0,
        count);
  }

  /** What a label's accesses by a thread missed. */
  public CacheMisses ofLabel(int thread, int label) {
    long[] counts = new long[2 * caches];
    CacheBridge.ofLabel(simulation, thread, label, counts);
    return new CacheMisses(counts);
  }

  /** What a context's accesses missed. */
  public CacheMisses ofContext(int context) {
    long[] counts = new long[2 * caches];
    CacheBridge.ofContext(simulation, context, counts);
    return new CacheMisses(counts);
  }

  @Override
  public void close() {
    if (simulation != 0) {
      CacheBridge.close(simulation);
      simulation = 0;
    }
  }
}
