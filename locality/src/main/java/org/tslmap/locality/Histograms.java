package org.tslmap.locality;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The same accesses counted at each granularity that is scored.
 *
 * @param of the counts, indexed by {@link Granularity}
 * @param misses what they missed of simulated caches, where that is known
 */
public record Histograms(List<LocalityHistogram> of, CacheMisses misses) {

  /** Keeps the list unmodifiable; nothing may be missing. */
  public Histograms {
    of = List.copyOf(of);
    Objects.requireNonNull(misses, "misses");
  }

  /** Of accesses that went through no simulated cache. */
  public Histograms(List<LocalityHistogram> of) {
    this(of, new CacheMisses());
  }

  /** Of words, lines and so on. */
  public Histograms(LocalityHistogram... of) {
    this(List.of(of));
  }

  /** Empty histograms of what is scored. */
  public static Histograms empty(MetricParameters parameters) {
    LocalityHistogram[] of = new LocalityHistogram[parameters.granularities().size()];
    Arrays.setAll(of, g -> new LocalityHistogram(parameters.imax()));
    return new Histograms(of);
  }

  /** The histogram at one granularity, which must be one that is scored. */
  public LocalityHistogram at(Granularity granularity) {
    return of.get(granularity.ordinal());
  }

  /** That of words. */
  public LocalityHistogram word() {
    return at(Granularity.WORD);
  }

  /** That of lines. */
  public LocalityHistogram line() {
    return at(Granularity.LINE);
  }

  /** Adds counts of the same parameters to these. */
  public void add(Histograms other) {
    for (int g = 0; g < of.size(); g++) {
      of.get(g).add(other.of.get(g));
    }
    misses.add(other.misses);
  }

  /** The same counts in histograms of their own. */
  public Histograms copy() {
    return new Histograms(
        of.stream().map(LocalityHistogram::copy).toList(), new CacheMisses(misses.counts()));
  }
}
