package org.tslmap.locality;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Two native engines that share the work on one stream: one finds the reuse distances, in the
 * calling thread, the other the strides, in a thread of its own. Together they give what one engine
 * gives.
 */
/*
 * Reuse distances and strides need nothing of each other: both only read the addresses, and count
 * into different parts of a histogram. So each half counts its own entries per site and window, and
 * adding the halves up is the whole.
 *
 * The caller's arrays are its own again after a call, so batches are copied for the other thread;
 * that costs a fraction of a nanosecond per access. A few copies are in use at most: when the other
 * thread is behind, the caller waits.
 */
final class SplitEngine implements LocalityEngine {

  private static final int COPIES = 4;
  private static final int TEMPORAL_PARTS = 3;
  private static final int SPATIAL_PARTS = 12;

  private final MetricParameters parameters;
  private final NativeEngine temporal;
  private final NativeEngine spatial;
  private final ArrayBlockingQueue<Copy> free = new ArrayBlockingQueue<>(COPIES);
  private final ArrayBlockingQueue<Copy> waiting = new ArrayBlockingQueue<>(COPIES + 1);
  private final Thread worker;
  private volatile RuntimeException failure;
  private boolean closed;

  /** A batch of accesses; the last one, with a negative count, ends the thread. */
  private static final class Copy {
    private int thread;
    private long[] addresses = {};
    private int[] sites = {};
    private int count;

    void set(int newThread, long[] newAddresses, int[] newSites, int newCount) {
      if (addresses.length < newCount) {
        addresses = new long[newCount];
        sites = new int[newCount];
      }
      System.arraycopy(newAddresses, 0, addresses, 0, newCount);
      System.arraycopy(newSites, 0, sites, 0, newCount);
      thread = newThread;
      count = newCount;
    }
  }

  /** Two engines of a variant, numbered as {@link NativeEngine} numbers them. */
  SplitEngine(MetricParameters parameters, int variant) {
    this.parameters = parameters;
    this.temporal = new NativeEngine(parameters, variant);
    this.spatial = new NativeEngine(parameters, variant);
    temporal.parts(TEMPORAL_PARTS);
    spatial.parts(SPATIAL_PARTS);
    for (int i = 0; i < COPIES; i++) {
      free.add(new Copy());
    }
    worker = new Thread(this::work, "tslmap-strides");
    worker.setDaemon(true);
    worker.start();
  }

  private void work() {
    try {
      for (Copy copy = waiting.take(); copy.count >= 0; copy = waiting.take()) {
        try {
          if (failure == null) {
            spatial.accesses(copy.thread, copy.addresses, copy.sites, copy.count);
          }
        } catch (RuntimeException e) {
          failure = e;
        }
        free.put(copy);
      }
    } catch (InterruptedException e) {
      failure = new IllegalStateException("scoring was interrupted", e);
    }
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] sites, int count) {
    AccessBatch.check(addresses, sites, count);
    check();
    Copy copy = take();
    copy.set(thread, addresses, sites, count);
    waiting.add(copy);
    temporal.accesses(thread, addresses, sites, count);
  }

  private Copy take() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return free.take();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits until the other thread has nothing left to do; it stays idle until the next batch. */
  private void settle() {
    Copy[] all = new Copy[COPIES];
    for (int i = 0; i < COPIES; i++) {
      all[i] = take();
    }
    for (Copy copy : all) {
      free.add(copy);
    }
    check();
  }

  private void check() {
    if (closed) {
      throw new IllegalStateException("this locality engine is closed; open another one");
    }
    if (failure != null) {
      throw new IllegalStateException(failure.getMessage(), failure);
    }
  }

  @Override
  public String variant() {
    return temporal.variant();
  }

  @Override
  public RunningScores running() {
    settle();
    RunningScores reuse = temporal.running();
    LocalityHistogram total = temporal.total(Granularity.WORD);
    total.add(spatial.total(Granularity.WORD));
    return new RunningScores(
        reuse.accesses(), total.temporalLocality(parameters.n()), total.spatialLocality());
  }

  @Override
  public EngineResult result() {
    settle();
    EngineResult reuse = temporal.result();
    EngineResult strides = spatial.result();
    List<ThreadResult> threads = new ArrayList<>();
    for (int i = 0; i < reuse.threads().size(); i++) {
      threads.add(add(reuse.threads().get(i), strides.threads().get(i)));
    }
    List<WindowResult> windows = new ArrayList<>();
    for (int i = 0; i < reuse.windows().size(); i++) {
      WindowResult counted = strides.windows().get(i);
      counted.word().add(reuse.windows().get(i).word());
      counted.line().add(reuse.windows().get(i).line());
      windows.add(counted);
    }
    return new EngineResult(threads, windows, reuse.wordFootprint(), reuse.lineFootprint());
  }

  private static ThreadResult add(ThreadResult reuse, ThreadResult strides) {
    Map<Integer, SiteResult> sites = new TreeMap<>(reuse.sites());
    strides
        .sites()
        .forEach(
            (site, counted) -> {
              SiteResult whole = sites.get(site);
              whole.word().add(counted.word());
              whole.line().add(counted.line());
            });
    return new ThreadResult(reuse.thread(), reuse.wordFootprint(), reuse.lineFootprint(), sites);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    Copy end = new Copy();
    end.count = -1;
    waiting.add(end);
    boolean interrupted = false;
    while (worker.isAlive()) {
      try {
        worker.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    closed = true;
    temporal.close();
    spatial.close();
  }
}
