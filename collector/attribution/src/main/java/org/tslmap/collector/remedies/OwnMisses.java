package org.tslmap.collector.remedies;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.tslmap.locality.CacheSimulation;
import org.tslmap.locality.LabelledBatch;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.WideAccesses;

/** Counts what simulated caches miss of a remedy's accesses, while all go through them. */
final class OwnMisses implements AutoCloseable {
  private final OwnLabels own;
  private final CacheSimulation simulation;
  private final int caches;
  private final int mostBytes;
  private final Set<Integer> threads = new TreeSet<>();
  private int labels;

  /**
   * Empty caches.
   *
   * @param parameters say which
   * @param own which labels belong to the remedy; it was asked for those that come here
   */
  OwnMisses(MetricParameters parameters, OwnLabels own) {
    this.own = own;
    simulation = new CacheSimulation(parameters);
    caches = parameters.caches().size();
    mostBytes = parameters.wide() == WideAccesses.WORDS ? parameters.word() : Integer.MAX_VALUE;
  }

  /**
   * Takes accesses.
   *
   * @param bytes how many bytes an access has, by label, of all labels so far
   */
  void accesses(LabelledBatch batch, List<Integer> bytes) {
    if (labels < bytes.size()) {
      int[] more =
          bytes.subList(labels, bytes.size()).stream()
              .mapToInt(size -> Math.min(size, mostBytes))
              .toArray();
      simulation.labels(more, more.length);
      labels = bytes.size();
    }
    threads.add(batch.thread());
    simulation.accesses(batch, 0, batch.count(), false);
  }

  /** Misses of each cache so far. */
  List<Long> counted() {
    long[] misses = new long[caches];
    for (int label = 0; label < labels; label++) {
      if (own.isOwn(label)) {
        for (int thread : threads) {
          for (int cache = 0; cache < caches; cache++) {
            misses[cache] += simulation.ofLabel(thread, label).misses(cache);
          }
        }
      }
    }
    List<Long> counted = new ArrayList<>();
    for (long one : misses) {
      counted.add(one);
    }
    return counted;
  }

  @Override
  public void close() {
    simulation.close();
  }
}
