package org.tslmap.collector.attribution;

/**
 * What is known of a function while its process runs, of the accesses that were recorded so far.
 *
 * @param function its number in the stream
 * @param accesses how many it made
 * @param far how many of them missed a cache of {@link #CACHE_BYTES} with LRU replacement, first
 *     touches included
 * @param calls how often it was called; 0 where calls are not followed
 * @param movement how far its TL or SL of words still moved in the last windows ({@link
 *     org.tslmap.locality.profile.Settling}), 0..1 or infinite
 * @param shared whether it is among the functions whose threads take lines from each other
 */
public record FunctionActivity(
    int function, long accesses, double far, long calls, double movement, boolean shared) {
  /** Bytes of a processor's first-level cache. */
  static final long CACHE_BYTES = 32 << 10;
}
