package org.tslmap.locality;

/**
 * Computes exact reuse distances and strides of one process's accesses at word and at line
 * granularity, counted per thread and access site.
 *
 * <p>Used by one thread at a time. Results do not depend on how the stream is cut into calls of
 * {@link #accesses}. At most about 2^31 distinct words or lines per history and 2^24 sites.
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

  /** Which implementation this is: "avx512", "avx2", "portable" or "java". */
  String variant();

  /** Scores so far, cheap enough for a progress line. */
  RunningScores running();

  /** All histograms so far. More accesses may follow. */
  EngineResult result();

  /** Frees the engine's memory; nothing else may be called afterwards. */
  @Override
  void close();
}
