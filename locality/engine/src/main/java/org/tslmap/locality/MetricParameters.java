package org.tslmap.locality;

import java.util.List;
import java.util.Objects;

/**
 * What the metrics are computed with. Histograms of different parameters do not add.
 *
 * @param word bytes of a word, a power of two in 1..4096
 * @param line bytes of a line, a power of two in {@code word}..4096
 * @param page bytes of a page, a power of two in {@code line}..2^30; 0 where pages are not scored
 * @param window accesses a stride looks back over, 1..64
 * @param imax the first stride (in words, lines or pages) that is not told apart from larger ones,
 *     2..65536
 * @param n the largest reuse distance (in words, lines or pages) that earns temporal locality, a
 *     power of two in 2..2^40
 * @param timeWindow accesses per time window, at least 1024; long runs have longer ones ({@link
 *     EngineResult#MOST_WINDOWS})
 * @param history whose accesses form one stream
 * @param wide how an access of more than a word counts
 * @param caches the caches that are simulated, nearest first, data caches before levels of a TLB;
 *     data caches have lines of {@code line} bytes
 */
public record MetricParameters(
    int word,
    int line,
    int page,
    int window,
    int imax,
    long n,
    long timeWindow,
    HistoryMode history,
    WideAccesses wide,
    List<SimulatedCache> caches) {

  /** How many caches are simulated at most. */
  public static final int MOST_CACHES = 16;

  private static final List<Granularity> ALL = List.of(Granularity.values());
  private static final List<Granularity> WITHOUT_PAGES =
      List.of(Granularity.WORD, Granularity.LINE);

  private static final MetricParameters DEFAULTS =
      new MetricParameters(
          8,
          64,
          0,
          32,
          1024,
          1L << 23,
          1L << 20,
          HistoryMode.THREAD,
          WideAccesses.FIRST,
          List.of());

  /**
   * Checks every value.
   *
   * @throws IllegalArgumentException naming the parameter, its range and the value found
   */
  public MetricParameters {
    checkPowerOfTwo("word", word, 1, 4096, "1..4096");
    checkPowerOfTwo("line", line, 1, 4096, "1..4096");
    if (line < word) {
      throw new IllegalArgumentException(
          "line must be at least word (" + word + " bytes), but is " + line + " bytes");
    }
    if (page != 0) {
      checkPowerOfTwo("page", page, 1, 1 << 30, "1..2^30");
      if (page < line) {
        throw new IllegalArgumentException(
            "page must be at least line (" + line + " bytes), but is " + page + " bytes");
      }
    }
    checkRange("window", window, 1, 64, "1..64");
    checkRange("imax", imax, 2, 65536, "2..65536");
    checkPowerOfTwo("n", n, 2, 1L << 40, "2..2^40");
    checkRange("timeWindow", timeWindow, 1024, Long.MAX_VALUE, "1024 or more");
    if (history == null) {
      throw new IllegalArgumentException("history must be THREAD or PROCESS, but is missing");
    }
    Objects.requireNonNull(wide, "wide");
    caches = List.copyOf(caches);
    checkCaches(caches, line);
  }

  private static void checkCaches(List<SimulatedCache> caches, int line) {
    if (caches.size() > MOST_CACHES) {
      throw new IllegalArgumentException(
          "expected %d simulated caches at most, but found %d"
              .formatted(MOST_CACHES, caches.size()));
    }
    for (int i = 0; i < caches.size(); i++) {
      SimulatedCache cache = caches.get(i);
      boolean first = i == 0 || caches.get(i - 1).kind() != cache.kind();
      if (!first && caches.get(i - 1).kind().compareTo(cache.kind()) > 0) {
        throw new IllegalArgumentException("expected data caches before levels of a TLB");
      }
      int lineBytes = cache.kind() == SimulatedCache.Kind.DATA ? line : firstTlb(caches);
      if (cache.lineBytes() != lineBytes) {
        throw new IllegalArgumentException(
            "lines of a simulated cache: expected %d bytes as of the others, but found %d"
                .formatted(lineBytes, cache.lineBytes()));
      }
    }
  }

  private static int firstTlb(List<SimulatedCache> caches) {
    return caches.stream()
        .filter(cache -> cache.kind() == SimulatedCache.Kind.TLB)
        .findFirst()
        .orElseThrow()
        .lineBytes();
  }

  /**
   * Word 8, line 64, no pages, window 32, imax 1024, n 2^23, time window 2^20, one history per
   * thread.
   */
  public static MetricParameters defaults() {
    return DEFAULTS;
  }

  /** These parameters with another word size in bytes. */
  public MetricParameters withWord(int value) {
    return new MetricParameters(
        value, line, page, window, imax, n, timeWindow, history, wide, caches);
  }

  /** These parameters with another line size in bytes. */
  public MetricParameters withLine(int value) {
    return new MetricParameters(
        word, value, page, window, imax, n, timeWindow, history, wide, caches);
  }

  /** These parameters with pages of so many bytes; 0: pages are not scored. */
  public MetricParameters withPage(int value) {
    return new MetricParameters(
        word, line, value, window, imax, n, timeWindow, history, wide, caches);
  }

  /** These parameters with another look-back of strides, in accesses. */
  public MetricParameters withWindow(int value) {
    return new MetricParameters(
        word, line, page, value, imax, n, timeWindow, history, wide, caches);
  }

  /** These parameters with another first stride that is not told apart. */
  public MetricParameters withImax(int value) {
    return new MetricParameters(
        word, line, page, window, value, n, timeWindow, history, wide, caches);
  }

  /** These parameters with another largest distance that earns anything. */
  public MetricParameters withN(long value) {
    return new MetricParameters(
        word, line, page, window, imax, value, timeWindow, history, wide, caches);
  }

  /** These parameters with another length of time windows, in accesses. */
  public MetricParameters withTimeWindow(long value) {
    return new MetricParameters(word, line, page, window, imax, n, value, history, wide, caches);
  }

  /** These parameters with another choice of whose accesses form one stream. */
  public MetricParameters withHistory(HistoryMode value) {
    return new MetricParameters(word, line, page, window, imax, n, timeWindow, value, wide, caches);
  }

  /** These parameters with another way to count accesses of more than a word. */
  public MetricParameters withWide(WideAccesses value) {
    return new MetricParameters(
        word, line, page, window, imax, n, timeWindow, history, value, caches);
  }

  /** These parameters with other simulated caches. */
  public MetricParameters withCaches(List<SimulatedCache> value) {
    return new MetricParameters(
        word, line, page, window, imax, n, timeWindow, history, wide, value);
  }

  /** What is scored, the finest first. */
  public List<Granularity> granularities() {
    return page == 0 ? WITHOUT_PAGES : ALL;
  }

  /** Bytes of a word, line or page. */
  public int bytes(Granularity granularity) {
    return switch (granularity) {
      case WORD -> word;
      case LINE -> line;
      case PAGE -> page;
    };
  }

  /** log2 of a word's, line's or page's bytes: {@code address >>> shift(g)} is its number. */
  public int shift(Granularity granularity) {
    return Integer.numberOfTrailingZeros(bytes(granularity));
  }

  /** The shifts of what is scored, indexed by granularity. */
  public int[] shifts() {
    return granularities().stream().mapToInt(this::shift).toArray();
  }

  private static void checkRange(String name, long value, long low, long high, String range) {
    if (value < low || value > high) {
      throw new IllegalArgumentException(name + " must be in " + range + ", but is " + value);
    }
  }

  private static void checkPowerOfTwo(String name, long value, long low, long high, String range) {
    if (value < low || value > high || Long.bitCount(value) != 1) {
      throw new IllegalArgumentException(
          name + " must be a power of two in " + range + ", but is " + value);
    }
  }
}
