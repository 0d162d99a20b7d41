package org.tslmap.locality;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The same accesses counted at each granularity that is scored, and what they missed of simulated
 * caches, where that is known. Accesses of functions that are counted and not recorded have no
 * reuse distances and strides. Of some there is only a number; others are in the histograms by
 * estimate, scaled from what was recorded of the same code.
 */
public final class Histograms {
  /** Of so many accesses, one may be without a score if the scores are to stand for all. */
  public static final int ALL_BUT_ONE_OF = 100;

  private final List<LocalityHistogram> of;
  private final CacheMisses misses;
  private long counted;
  private long estimated;

  /**
   * Histograms with what was missed.
   *
   * @param of the counts, indexed by {@link Granularity}
   * @param misses what they missed of simulated caches, where that is known
   */
  public Histograms(List<LocalityHistogram> of, CacheMisses misses) {
    this.of = List.copyOf(of);
    this.misses = Objects.requireNonNull(misses, "misses");
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

  /** The histograms by granularity. */
  public List<LocalityHistogram> of() {
    return of;
  }

  /** What the accesses missed of simulated caches, where that is known. */
  public CacheMisses misses() {
    return misses;
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

  /** Accesses that were counted and are in no histogram. */
  public long counted() {
    return counted;
  }

  /** Accesses in the histograms that were only counted, and are scaled from recorded ones. */
  public long estimated() {
    return estimated;
  }

  /** Accesses in the histograms that were recorded. */
  public long recorded() {
    return word().accesses() - estimated;
  }

  /** All accesses: those in the histograms, and those that were only counted. */
  public long accesses() {
    return word().accesses() + counted;
  }

  /** Which share of the accesses was recorded and scored, 0..1; 1 of no access. */
  public double scoredShare() {
    return counted + estimated == 0 ? 1 : (double) recorded() / accesses();
  }

  /**
   * Whether scores of the histograms stand for all accesses: at most one in a hundred is in no
   * histogram, so that TL, SL and shares are off by at most 0.01, besides what estimates are off.
   */
  public boolean tellScores() {
    return counted * ALL_BUT_ONE_OF <= accesses();
  }

  /** Adds accesses that were counted and are in no histogram. */
  public void addCounted(long accesses) {
    counted += accesses;
  }

  /**
   * Says of accesses that are in the histograms that they are scaled from recorded ones.
   *
   * @throws IllegalArgumentException if so many are not there
   */
  public void addEstimated(long accesses) {
    if (accesses < 0 || accesses > recorded()) {
      throw new IllegalArgumentException(
          "expected at most %d estimated accesses, as many as the histograms have, but found %d"
              .formatted(recorded(), accesses));
    }
    estimated += accesses;
  }

  /**
   * Estimates what accesses did that were only counted, by what these did.
   *
   * @param shares shares them out over a row of observed accesses
   * @param from where these begin in the row
   * @return what these get of them, all estimated
   */
  public Histograms apportion(Apportionment shares, long from) {
    Histograms result =
        new Histograms(
            of.stream().map(histogram -> histogram.apportion(shares, from)).toList(),
            misses.apportion(shares, from));
    result.estimated = result.word().accesses();
    return result;
  }

  /**
   * The same accesses, some of whose first touches are none: they come back.
   *
   * @param share of the first touches that are none, 0..1
   * @param distances at which those come back instead, by granularity, each at least 1
   */
  public Histograms withReused(double share, List<Long> distances) {
    Histograms other =
        new Histograms(
            IntStream.range(0, of.size())
                .mapToObj(g -> of.get(g).withReused(share, distances.get(g)))
                .toList(),
            misses);
    other.counted = counted;
    other.estimated = estimated;
    return other;
  }

  /** Adds counts of the same parameters to these. */
  public void add(Histograms other) {
    for (int g = 0; g < of.size(); g++) {
      of.get(g).add(other.of.get(g));
    }
    misses.add(other.misses);
    counted += other.counted;
    estimated += other.estimated;
  }

  /** The same counts in histograms of their own. */
  public Histograms copy() {
    Histograms copy =
        new Histograms(
            of.stream().map(LocalityHistogram::copy).toList(), new CacheMisses(misses.counts()));
    copy.counted = counted;
    copy.estimated = estimated;
    return copy;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Histograms that
        && of.equals(that.of)
        && misses.equals(that.misses)
        && counted == that.counted
        && estimated == that.estimated;
  }

  @Override
  public int hashCode() {
    return Objects.hash(of, misses, counted, estimated);
  }

  @Override
  public String toString() {
    return "Histograms[%s, %s, counted %d, estimated %d]".formatted(of, misses, counted, estimated);
  }
}
