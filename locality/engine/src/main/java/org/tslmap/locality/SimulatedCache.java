package org.tslmap.locality;

import java.util.Objects;

/**
 * A cache that is simulated: set-associative, with LRU replacement, filled by loads and stores.
 *
 * @param kind what it holds
 * @param bytes the memory it covers; a multiple of {@code ways * lineBytes}
 * @param ways lines in a set, at least 1
 * @param lineBytes bytes of a line, or of a page; a power of two in 1..2^30
 */
public record SimulatedCache(Kind kind, long bytes, int ways, int lineBytes) {

  /** What a cache holds. */
  public enum Kind {
    /** Lines of memory. */
    DATA,
    /** Translations of pages: a level of a translation look-aside buffer (TLB). */
    TLB
  }

  private static final long MOST_LINES = 1L << 31;

  /**
   * Checks that the sets come out even.
   *
   * @throws IllegalArgumentException naming the value, what is expected of it and what was found
   */
  public SimulatedCache {
    Objects.requireNonNull(kind, "kind");
    if (lineBytes < 1 || lineBytes > 1 << 30 || Integer.bitCount(lineBytes) != 1) {
      throw new IllegalArgumentException(
          "lines of a simulated cache: expected a power of two in 1..2^30 bytes, but found "
              + lineBytes);
    }
    if (ways < 1) {
      throw new IllegalArgumentException(
          "ways of a simulated cache: expected 1 or more, but found " + ways);
    }
    long set = (long) ways * lineBytes;
    if (bytes < set || bytes % set != 0 || bytes / lineBytes > MOST_LINES) {
      throw new IllegalArgumentException(
          kind == Kind.DATA
              ? "size of a simulated cache of %d ways: expected a multiple of %d bytes (ways times lines of %d bytes), at most 2^31 lines, but found %d"
                  .formatted(ways, set, lineBytes, bytes)
              : "entries of a simulated TLB of %d ways: expected a multiple of %d, at most 2^31, but found %d"
                  .formatted(ways, ways, bytes / lineBytes));
    }
  }

  /** The largest data cache of so many bytes or less whose sets come out even; one set at least. */
  public static SimulatedCache within(long bytes, int ways, int lineBytes) {
    long lines = Math.max(1, bytes / lineBytes);
    long waysOfSet = Math.min(ways, lines);
    return new SimulatedCache(
        Kind.DATA,
        lines / waysOfSet * waysOfSet * lineBytes,
        Math.toIntExact(waysOfSet),
        lineBytes);
  }

  /** A TLB level of so many entries. */
  public static SimulatedCache tlb(long entries, int ways, int pageBytes) {
    return new SimulatedCache(Kind.TLB, entries * pageBytes, ways, pageBytes);
  }

  /** Such as 32K:8, its size and its ways; of a TLB its entries, as in tlb64:4. */
  public String label() {
    return kind == Kind.DATA ? size(bytes) + ":" + ways : "tlb" + lines() + ":" + ways;
  }

  /** A number of bytes as users write it, such as 48K or 1.5M, exact. */
  public static String size(long bytes) {
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

  /** How many lines, or pages, it holds. */
  public long lines() {
    return bytes / lineBytes;
  }

  /** How many sets it has. */
  public long sets() {
    return lines() / ways;
  }
}
