package org.tslmap.locality;

import java.util.Optional;

/**
 * Computes exact reuse distances and strides of one process's accesses at each granularity that is
 * scored, counted per thread and access site, and per context where one is given.
 *
 * <p>Used by one thread at a time. Results do not depend on how the stream is cut into calls of
 * {@link #accesses}. At most about 2^31 distinct words, lines or pages per history, 2^24 sites, and
 * 2^24 contexts.
 */
public interface LocalityEngine extends AccessSink, AutoCloseable {

  /**
   * An engine that has seen no access.
   *
   * @throws IllegalStateException if the choice cannot run here: no native library, or a processor
   *     without the instructions asked for; the message says which
   */
  static LocalityEngine open(MetricParameters parameters, EngineChoice choice) {
    return EngineSelection.open(parameters, choice);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if count is negative or larger than an array
   * @throws IllegalStateException if a site is not in 0..2^24-1, there is no more memory, or a
   *     history has too many distinct words; the engine can then only be closed
   */
  @Override
  void accesses(int thread, long[] addresses, int[] sites, int count);

  /**
   * Takes accesses like {@link #accesses(int, long[], int[], int)} that have a second label, the
   * context, such as a node of the calling context tree. They are counted under both, so the sites
   * of all accesses and the contexts of those that have one add up exactly.
   *
   * @param contexts the context of each access, in 0..2^24-1; reused by the caller after the call
   * @throws IllegalArgumentException if count is negative or larger than an array
   * @throws IllegalStateException likewise
   */
  void accesses(int thread, long[] addresses, int[] sites, int[] contexts, int count);

  /**
   * Takes a part of a batch likewise.
   *
   * @param from index of the first access
   * @param count how many
   * @param withContexts whether its contexts are counted
   */
  void accesses(LabelledBatch batch, int from, int count, boolean withContexts);

  /**
   * Takes a part of a batch that is not counted: its accesses have no scores, but later ones find
   * them in their history, and they are in footprints. Whether they missed is not known.
   *
   * @param from index of the first access
   * @param count how many
   */
  void warm(LabelledBatch batch, int from, int count);

  /** Whether a batch is told which of its accesses missed, for dependent loads. */
  default boolean tellsMisses() {
    return false;
  }

  /** Why native code of this module cannot run here, or empty. */
  static Optional<String> nativeProblem() {
    return NativeBridge.problem();
  }

  /**
   * Limits the memory that engines in C and what labels their accesses map, all together. An engine
   * that needs more fails, as {@link #accesses} describes. Does nothing without native code.
   *
   * @param bytes at least 1
   */
  static void limitMemory(long bytes) {
    if (nativeProblem().isEmpty()) {
      NativeBridge.limit(bytes);
    }
  }

  /** Which implementation this is: "avx512", "avx2", "portable" or "java". */
  String variant();

  /** Scores so far, cheap enough for a progress line. */
  RunningScores running();

  /** All histograms so far. More accesses may follow. */
  EngineResult result();

  /**
   * The result so far without sites and contexts, whose maps are empty: threads, windows and
   * footprints. With {@link #eachSite} and {@link #eachContext} it is all there is to know, without
   * holding the histograms of all labels at once.
   */
  EngineResult summary();

  /** Takes the counts of one access site in one thread. */
  @FunctionalInterface
  interface SiteVisitor {
    /** Takes a site's counts, which are the visitor's to keep. */
    void site(int thread, int site, Histograms counts);
  }

  /** Visits the sites of each thread so far, in ascending order of threads and then of sites. */
  void eachSite(SiteVisitor visitor);

  /** Takes the counts of one context. */
  @FunctionalInterface
  interface ContextVisitor {
    /** Takes a context's counts, which are the visitor's to keep. */
    void context(int context, Histograms counts);
  }

  /** Visits the contexts so far, in ascending order. */
  void eachContext(ContextVisitor visitor);

  /** Takes what has been added to one site in one thread, at word granularity. */
  @FunctionalInterface
  interface ChangeVisitor {
    /**
     * Takes what was added.
     *
     * @param accesses accesses, at least 1
     * @param cold first touches among them
     * @param temporal sum of the weights of their reuse distances: divided by accesses it is their
     *     TL
     * @param spatial sum of the weights of their strides: divided by accesses it is their SL
     */
    void change(int thread, int site, long accesses, long cold, double temporal, double spatial);
  }

  /**
   * Visits the sites that had accesses since this was called last, in ascending order of threads
   * and then of sites. What it gives adds up: over all calls it is each site's result. The first
   * call gives all accesses so far; from then on an access costs up to a nanosecond more, and a
   * call takes some ten nanoseconds for each site it visits.
   */
  void eachChange(ChangeVisitor visitor);

  /** Frees the engine's memory; nothing else may be called afterwards. */
  @Override
  void close();
}
