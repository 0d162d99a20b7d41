package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tslmap.apexmap.Cache;
import org.tslmap.apexmap.Machine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.SimulatedCache;
import org.tslmap.locality.score.Measure;

/**
 * A cache for which miss ratios are shown: fully associative, with LRU replacement.
 *
 * @param bytes its size, at least 1
 */
public record CacheSize(long bytes) {

  private static final Pattern LABEL = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?)([KMGT]?)");

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

  /** The key of the column of its miss ratio: {@code miss32K}. */
  public String column() {
    return Measure.missRatio(label()).key();
  }

  /** The one of a label such as 48K or 1.5M; none if the text is no label of a size. */
  public static Optional<CacheSize> of(String label) {
    Matcher size = LABEL.matcher(label.toUpperCase(Locale.ROOT));
    if (!size.matches()) {
      return Optional.empty();
    }
    int unit = size.group(2).isEmpty() ? 0 : 1 + "KMGT".indexOf(size.group(2));
    long bytes = Math.round(Double.parseDouble(size.group(1)) * (1L << (10 * unit)));
    return bytes < 1 ? Optional.empty() : Optional.of(new CacheSize(bytes));
  }

  /** How many lines it holds, at least 1. */
  long lines(MetricParameters parameters) {
    return Math.max(1, bytes / parameters.line());
  }

  /** Such as 48K or 1.5M, exact. */
  public String label() {
    return SimulatedCache.size(bytes);
  }
}
