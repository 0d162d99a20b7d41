package org.tslmap.collector.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/**
 * Accesses that do no work but ask again and again whether another thread or process has come.
 *
 * @param accesses how many they are
 * @param share their share of all accesses, 0..1
 * @param functions whose own accesses they are, most accesses first
 */
record Waiting(long accesses, double share, List<String> functions) {
  /** A share of which users are told how to leave it out. */
  private static final double MUCH = 0.1;

  private static final int NAMED = 3;

  /** Those of some processes. */
  static Waiting of(List<ProcessProfile> processes) {
    Map<String, Long> byFunction = new HashMap<>();
    long waiting = 0;
    long all = 0;
    for (ProcessProfile process : processes) {
      all += process.totals().accesses();
      for (int number : process.waiting()) {
        SiteProfile site = process.sites().get(number);
        waiting += site.accesses();
        byFunction.merge(process.functionOf(site).name(), site.accesses(), Long::sum);
      }
    }
    return new Waiting(
        waiting,
        (double) waiting / Math.max(1, all),
        byFunction.entrySet().stream()
            .sorted(
                Map.Entry.<String, Long>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(Map.Entry::getKey)
            .toList());
  }

  /** How many, and where; empty where there are none. */
  Optional<String> line() {
    if (accesses == 0) {
      return Optional.empty();
    }
    int more = functions.size() - NAMED;
    return Optional.of(
        "%,d accesses (%.1f %%) ask whether another thread or rank has come: %s%s"
            .formatted(
                accesses,
                100 * share,
                functions.stream().limit(NAMED).collect(Collectors.joining(", ")),
                more > 0 ? " and %d more".formatted(more) : ""));
  }

  /** What to do about them, where they are many. */
  Optional<String> notice() {
    return share <= MUCH
        ? Optional.empty()
        : Optional.of(
            "%.1f %% of the accesses do no work but wait; the scores include them, and tslmap replay --waiting out leaves them out"
                .formatted(100 * share));
  }
}
