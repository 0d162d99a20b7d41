package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.List;
import org.tslmap.apexmap.Cache;
import org.tslmap.apexmap.Machine;
import org.tslmap.locality.MetricParameters;

/**
 * A cache for which miss ratios are shown: fully associative, with LRU replacement.
 *
 * @param bytes its size, at least 1
 */
public record CacheSize(long bytes) {

  /** The size must be positive. */
  public CacheSize {
    if (bytes < 1) {
      throw new IllegalArgumentException(
          "the size of a cache must be at least 1 byte, but is " + bytes);
    }
  }

  /** This machine's data caches, nearest first; none if the system does not tell them. */
  public static List<CacheSize> ofThisMachine() {
    List<CacheSize> sizes = new ArrayList<>();
    for (Cache cache : Machine.current().caches()) {
      CacheSize size = new CacheSize(Math.max(1, cache.bytes()));
      if (!cache.type().equals("Instruction") && !sizes.contains(size)) {
        sizes.add(size);
      }
    }
    return sizes;
  }

  /** How many lines it holds, at least 1. */
  long lines(MetricParameters parameters) {
    return Math.max(1, bytes / parameters.line());
  }

  /** Such as 48K or 1.5M, exact. */
  String label() {
    String[] units = {"", "K", "M", "G", "T"};
    int unit = 0;
    double size = bytes;
    while (unit + 1 < units.length && size >= 1024 && bytes % (1L << (10 * unit + 8)) == 0) {
      size /= 1024;
      unit++;
    }
    return (size == Math.rint(size) ? Long.toString((long) size) : Double.toString(size))
        + units[unit];
  }
}
