package org.tslmap.collector.attribution;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.tslmap.collector.wire.Picks;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.LabelledBatch;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.SampleEstimator;

/**
 * What comes of a sampled stream besides its first accesses, which are counted like others. An
 * access's label is here its thread, its cell and its context; one to a followed line belongs to a
 * site and an object. Used by one thread at a time.
 */
final class SampledAccesses implements AutoCloseable {
  /** Where there is no cell, and no context. */
  static final int NONE = -1;

  /** Of the first accesses, too, some are taken as bursts, one in so many at most, */
  private static final long LEAST_PERIOD = 1 << 17;

  /** and so many each time their number doubles. */
  private static final long BURSTS = 64;

  /** In {@link Picks.Pick#isLong}. */
  private static final int LONG_LINE = 2;

  /** Bits of a cell's and a context's number, plus one; those of a thread's are what is left. */
  private static final int CELL_BITS = 28;

  private static final int CONTEXT_BITS = 20;

  private final SampleEstimator estimator;
  private final boolean withContexts;

  /** Labels + 1 by thread, cell and context, open addressing; keys + 1. */
  private long[] keys = new long[1 << 12];

  private int[] values = new int[1 << 12];
  private final Map<FollowedKey, Integer> followed = new HashMap<>();

  private int[] threads = new int[1024];
  private int[] cells = new int[1024];
  private int[] contexts = new int[1024];
  private FollowedKey[] places = new FollowedKey[1024];

  /** By label of followed lines: accesses long after the line's last one, since samples begin. */
  private long[] longs = new long[1024];

  /** By object, the words of followed lines to which there were accesses. */
  private final Map<Integer, Set<Long>> wordsOf = new HashMap<>();

  private final MetricParameters parameters;

  private int count;

  private boolean inBurst;
  private boolean samples;
  private long firstAccesses;

  /** Among them, where the last burst began, and how far it is from there to the next. */
  private long begins;

  private long period = LEAST_PERIOD;
  private int[] batchCells = new int[0];
  private int[] batchContexts = new int[0];
  private int[] batchLabels = new int[0];

  /** Whose followed lines those are. */
  record FollowedKey(int thread, int site, int object) {}

  SampledAccesses(MetricParameters parameters, boolean withContexts) {
    estimator = new SampleEstimator(parameters);
    this.parameters = parameters;
    this.withContexts = withContexts;
  }

  /** A burst begins; or one ends, or what is all scored, if its weight is 0. */
  void burst(long weight) {
    inBurst = weight > 0;
    samples = true;
    if (inBurst) {
      estimator.burst(weight);
    }
  }

  /** Recording has paused. */
  void paused() {
    estimator.paused();
  }

  boolean inBurst() {
    return inBurst;
  }

  /**
   * Accesses of a burst.
   *
   * @param tells whether the batch is to be told which of them missed
   */
  void scored(LabelledBatch batch, boolean tells) {
    score(batch, 0, batch.count(), tells);
  }

  /** Accesses that are all counted. */
  void counted(LabelledBatch batch) {
    int from = 0;
    while (from < batch.count()) {
      if (firstAccesses == begins) {
        estimator.burst(0);
      }
      boolean within = firstAccesses < begins + SampleEstimator.BURST;
      long until = begins + (within ? SampleEstimator.BURST : period);
      int part = (int) Math.min(batch.count() - from, until - firstAccesses);
      if (within) {
        score(batch, from, part, false);
      }
      firstAccesses += part;
      from += part;
      if (firstAccesses == begins + period) {
        begins = firstAccesses;
        period = Math.max(LEAST_PERIOD, firstAccesses / BURSTS);
      }
    }
  }

  private void score(LabelledBatch batch, int from, int accesses, boolean tells) {
    if (batchCells.length < accesses) {
      batchCells = new int[batch.capacity()];
      batchContexts = new int[batch.capacity()];
      batchLabels = new int[batch.capacity()];
      Arrays.fill(batchContexts, NONE);
    }
    batch.labels(from, batchCells, accesses);
    if (withContexts) {
      batch.contexts(from, batchContexts, accesses);
    }
    for (int i = 0; i < accesses; i++) {
      batchLabels[i] = label(batch.thread(), batchCells[i], batchContexts[i]);
    }
    estimator.scored(batch, from, batchLabels, accesses, tells);
  }

  /** Accesses to followed lines, and the objects they are to, 0 where that is not known. */
  void picked(Picks picks, int[] objects) {
    for (int i = 0; i < objects.length; i++) {
      picked(picks.picks().get(i), objects[i]);
    }
  }

  private void picked(Picks.Pick pick, int object) {
    FollowedKey key = new FollowedKey(pick.thread(), pick.site(), object);
    Integer known = followed.get(key);
    if (known == null) {
      known = add(pick.thread(), NONE, NONE);
      places[known] = key;
      followed.put(key, known);
    }
    wordsOf
        .computeIfAbsent(object, none -> new HashSet<>())
        .add(pick.address() / parameters.word());
    if (samples && (pick.isLong() & LONG_LINE) != 0) {
      longs[known] += pick.standsFor();
    }
    estimator.picked(
        known,
        pick.address(),
        pick.words(),
        pick.lines(),
        pick.isLong(),
        pick.standsFor(),
        pick.runs());
  }

  /**
   * Followed words and lines of an object to which there were accesses; not all, if they are
   * thousands.
   */
  Footprint followed(int object) {
    Set<Long> words = wordsOf.getOrDefault(object, Set.of());
    int inLine = parameters.line() / parameters.word();
    return new Footprint(
        words.size(), words.stream().mapToLong(word -> word / inLine).distinct().count());
  }

  /** The label of a thread's accesses to a cell in a context, which is made if it is not there. */
  int label(int thread, int cell, int context) {
    long key = ((long) thread << CELL_BITS | cell + 1) << CONTEXT_BITS | context + 1;
    int at = place(key);
    if (keys[at] == 0) {
      if (2 * count >= keys.length) {
        grow();
        at = place(key);
      }
      keys[at] = key + 1;
      values[at] = add(thread, cell, context);
    }
    return values[at];
  }

  private int place(long key) {
    int mask = keys.length - 1;
    int at = (int) (key * 0x9E3779B97F4A7C15L >>> 40) & mask;
    while (keys[at] != 0 && keys[at] != key + 1) {
      at = at + 1 & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    values = new int[2 * oldKeys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int at = place(oldKeys[i] - 1);
        keys[at] = oldKeys[i];
        values[at] = oldValues[i];
      }
    }
  }

  private int add(int thread, int cell, int context) {
    if (count == threads.length) {
      threads = Arrays.copyOf(threads, 2 * count);
      cells = Arrays.copyOf(cells, 2 * count);
      contexts = Arrays.copyOf(contexts, 2 * count);
      places = Arrays.copyOf(places, 2 * count);
      longs = Arrays.copyOf(longs, 2 * count);
    }
    threads[count] = thread;
    cells[count] = cell;
    contexts[count] = context;
    return count++;
  }

  /** Labels are numbered from 0. */
  int count() {
    return count;
  }

  int thread(int label) {
    return threads[label];
  }

  /** The label's cell; {@link #NONE} for followed lines. */
  int cell(int label) {
    return cells[label];
  }

  /** The label's context, {@link #NONE} if it is not known. */
  int context(int label) {
    return contexts[label];
  }

  /** What a label of followed lines is for. */
  FollowedKey followedKey(int label) {
    return places[label];
  }

  /** Of a label of followed lines, accesses long after the line's last one. */
  long longs(int label) {
    return longs[label];
  }

  SampleEstimator estimator() {
    return estimator;
  }

  @Override
  public void close() {
    estimator.close();
  }
}
