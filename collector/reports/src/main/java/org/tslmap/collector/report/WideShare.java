package org.tslmap.collector.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.WideAccesses;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/**
 * How many of a run's accesses are of more than a word, as vector instructions make them.
 *
 * @param share their share of all accesses, 0..1
 * @param wide how they count
 * @param replayable whether all accesses are stored, so that they can be scored again
 */
public record WideShare(double share, WideAccesses wide, boolean replayable) {

  /** From this share on scores depend on how they count. */
  private static final double MANY = 0.1;

  private static final double SOME = 0.01;

  /** Of a run. */
  public static WideShare of(List<ProcessProfile> processes, MetricParameters parameters) {
    long wide = 0;
    long all = 0;
    for (ProcessProfile process : processes) {
      for (SiteProfile site : process.sites()) {
        all += site.accesses();
        wide += site.size() > parameters.word() ? site.accesses() : 0;
      }
    }
    return new WideShare(
        (double) wide / Math.max(1, all),
        parameters.wide(),
        processes.stream().allMatch(process -> process.totals().isStoredWhole()));
  }

  /** Whether counting each word would change what is said of where the accesses are. */
  public boolean matters() {
    return wide == WideAccesses.FIRST && share >= SOME;
  }

  /** What is to be said of them, one sentence; empty where there are few. */
  Optional<String> line() {
    if (share < SOME) {
      return Optional.empty();
    }
    String part = String.format(Locale.ROOT, "%.1f %% of the accesses ", 100 * share);
    if (wide == WideAccesses.WORDS) {
      return Optional.of(part + "are words of accesses of more than a word");
    }
    return Optional.of(
        part
            + "are of more than a word and count at their first word"
            + (share < MANY
                ? ""
                : "; SL is lower so: tslmap %s --wide words scores each of their words"
                    .formatted(replayable ? "replay" : "run")));
  }
}
