package org.tslmap.locality;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * How much distinct memory was touched.
 *
 * @param of distinct words, lines and so on, indexed by {@link Granularity}
 */
public record Footprint(List<Long> of) {

  /** Keeps the list unmodifiable. */
  public Footprint {
    of = List.copyOf(of);
  }

  /** Of so many words, lines and so on. */
  public Footprint(long... of) {
    this(Arrays.stream(of).boxed().toList());
  }

  /** Nothing touched. */
  public static Footprint none(MetricParameters parameters) {
    return of(parameters, granularity -> 0);
  }

  /** What is counted at each granularity that is scored. */
  public static Footprint of(MetricParameters parameters, ToLongFunction<Granularity> counted) {
    return new Footprint(parameters.granularities().stream().mapToLong(counted).boxed().toList());
  }

  /** Distinct words, lines or pages; the granularity must be one that is scored. */
  public long at(Granularity granularity) {
    return of.get(granularity.ordinal());
  }

  /** Distinct words. */
  public long word() {
    return at(Granularity.WORD);
  }

  /** Distinct lines. */
  public long line() {
    return at(Granularity.LINE);
  }

  /** Whether it can be that of a part of what has another. */
  public boolean fitsIn(Footprint other) {
    return IntStream.range(0, of.size()).allMatch(g -> of.get(g) <= other.of.get(g));
  }

  /** The footprint of two separate memories. */
  public Footprint plus(Footprint other) {
    return new Footprint(
        IntStream.range(0, of.size()).mapToObj(g -> of.get(g) + other.of.get(g)).toList());
  }
}
