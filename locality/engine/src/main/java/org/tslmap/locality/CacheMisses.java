package org.tslmap.locality;

import java.util.Arrays;

/**
 * What some accesses missed of each {@link MetricParameters#caches simulated cache}: of the cache
 * itself, and of a fully associative one of the same size that sees the same accesses. Nothing is
 * known until something is added.
 *
 * <p>Not safe for use by several threads.
 */
public final class CacheMisses {
  private long[] counts;

  /** Nothing is known. */
  public CacheMisses() {
    this(new long[0]);
  }

  /**
   * These numbers.
   *
   * @param counts two for each cache: its misses, and those of the fully associative one
   */
  public CacheMisses(long... counts) {
    this.counts = counts.clone();
  }

  /** Whether anything is known. */
  public boolean isKnown() {
    return counts.length > 0;
  }

  /** For how many caches it is known. */
  public int caches() {
    return counts.length / 2;
  }

  /** Misses of a cache. */
  public long misses(int cache) {
    return counts[2 * cache];
  }

  /**
   * Misses that a fully associative cache would not have had: there were too many lines in one set.
   * Below 0 where a fully associative one would have missed more often.
   */
  public long conflictMisses(int cache) {
    return counts[2 * cache] - counts[2 * cache + 1];
  }

  /** The two numbers of each cache. */
  public long[] counts() {
    return counts.clone();
  }

  /**
   * What these accesses get of others that are shared out.
   *
   * @param from where these accesses begin in the row
   */
  CacheMisses apportion(Apportionment shares, long from) {
    return new CacheMisses(Arrays.stream(counts).map(count -> shares.share(from, count)).toArray());
  }

  /** Adds what other accesses missed. */
  public void add(CacheMisses other) {
    if (other.isKnown() && !isKnown()) {
      counts = new long[other.counts.length];
    }
    for (int i = 0; i < other.counts.length; i++) {
      counts[i] += other.counts[i];
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CacheMisses that && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return "CacheMisses" + Arrays.toString(counts);
  }
}
