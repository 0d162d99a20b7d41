package org.tslmap.collector.hotspots;

import java.util.Comparator;
import java.util.List;
import org.tslmap.apexmap.Cache;
import org.tslmap.apexmap.Machine;

/**
 * A cache that accesses are measured against.
 *
 * @param name what findings call it: L1, L2 ...
 * @param bytes its size, at least a line
 * @param ways how many lines of one set it holds
 */
public record CacheLevel(String name, long bytes, int ways) {

  private static final int OUTER_WAYS = 16;

  /** Checks the size and the ways. */
  public CacheLevel {
    if (bytes < 1 || ways < 1) {
      throw new IllegalArgumentException(
          "a cache must have a size and at least one way, but %s has %d bytes and %d ways"
              .formatted(name, bytes, ways));
    }
  }

  /**
   * A machine's caches of data, smallest first. The kernel's list has no ways: a first-level cache
   * is taken to have as many as its sets make up a page, so that addresses within a page choose the
   * set, and the others are taken to have 16.
   */
  public static List<CacheLevel> of(Machine machine) {
    return machine.caches().stream()
        .filter(cache -> !cache.type().equals("Instruction") && cache.bytes() > 0)
        .sorted(Comparator.comparingInt(Cache::level))
        .map(cache -> of(cache, machine.pageBytes()))
        .toList();
  }

  private static CacheLevel of(Cache cache, long pageBytes) {
    long ways = cache.level() == 1 && pageBytes > 0 ? cache.bytes() / pageBytes : OUTER_WAYS;
    return new CacheLevel("L" + cache.level(), cache.bytes(), (int) Math.max(1, ways));
  }

  /** How many lines it holds, at least 1. */
  public long lines(int lineBytes) {
    return Math.max(1, bytes / lineBytes);
  }

  /** How many sets it has, at least 1. */
  long sets(int lineBytes) {
    return Math.max(1, lines(lineBytes) / ways);
  }
}
