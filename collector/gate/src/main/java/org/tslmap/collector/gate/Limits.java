package org.tslmap.collector.gate;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The limits of all metrics: those that the user gives, and the usual ones for the others. */
public final class Limits {
  /** Of all accesses: the usual limits do not judge what concerns fewer. */
  static final double LEAST_SHARE = 1e-4;

  /** Words or lines: the usual limits do not judge a smaller change of a footprint. */
  static final double LEAST_PLACES = 64;

  private final List<Limit> given;

  /** The usual ones, and these. */
  public Limits(List<Limit> given) {
    this.given = List.copyOf(given);
  }

  /**
   * Checks that each names a metric.
   *
   * @param metrics all there are
   * @throws IllegalArgumentException if one does not; says what there is
   */
  public void check(List<Metric> metrics) {
    for (Limit limit : given) {
      if (metrics.stream().noneMatch(metric -> metric.isNamed(limit.metric()))) {
        throw new IllegalArgumentException(
            "--limit %s: expected one of %s, found '%s'%s"
                .formatted(
                    limit.given(),
                    metrics.stream()
                        .flatMap(metric -> Stream.of(metric.family(), metric.key()))
                        .distinct()
                        .collect(Collectors.joining(", ")),
                    limit.metric(),
                    limit.metric().startsWith("misses@")
                        ? "; --cache with --update adds a cache to the baseline, --simulate one with sets"
                        : ""));
      }
    }
  }

  /** The functions that limits name. */
  public Set<String> functions() {
    return given.stream()
        .flatMap(limit -> limit.function().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The limit of a metric of a function: the one that says most about it, of equals the last. */
  Limit of(String function, Metric metric) {
    return given.stream()
        .filter(limit -> metric.isNamed(limit.metric()))
        .filter(limit -> limit.function().map(function::equals).orElse(true))
        .reduce((one, other) -> ORDER.compare(one, other) <= 0 ? other : one)
        .orElseGet(metric::usualLimit);
  }

  private static final Comparator<Limit> ORDER =
      Comparator.<Limit, Boolean>comparing(limit -> limit.function().isPresent())
          .thenComparing(Limits::isOfOne);

  private static boolean isOfOne(Limit limit) {
    return limit.metric().matches("(word|line)[A-Z].*|misses@.*");
  }
}
