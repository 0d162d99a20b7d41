package org.tslmap.collector.hotspots;

/**
 * A cache that accesses are measured against.
 *
 * @param name what findings call it: L1, L2 ...
 * @param bytes its size, at least a line
 * @param ways how many lines of one set it holds; only the first level's are used
 */
public record CacheLevel(String name, long bytes, int ways) {

  /** Checks the size and the ways. */
  public CacheLevel {
    if (bytes < 1 || ways < 1) {
      throw new IllegalArgumentException(
          "a cache must have a size and at least one way, but %s has %d bytes and %d ways"
              .formatted(name, bytes, ways));
    }
  }

  /** How many lines it holds, at least 1. */
  long lines(int lineBytes) {
    return Math.max(1, bytes / lineBytes);
  }

  /** How many sets it has, at least 1. */
  long sets(int lineBytes) {
    return Math.max(1, lines(lineBytes) / ways);
  }
}
