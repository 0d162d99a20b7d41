package org.tslmap.collector.view;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;
import org.tslmap.collector.hotspots.Finding;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.hotspots.Hotspots;
import org.tslmap.collector.hotspots.Trial;
import org.tslmap.collector.hotspots.Tried;
import org.tslmap.collector.session.RemedyReplay;
import org.tslmap.locality.SimulatedCache;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;

/** Tries remedies of hotspots on the stored trace of their run. */
public final class RemedyTrials {
  private RemedyTrials() {}

  /**
   * Tries the remedies of some hotspots.
   *
   * @param run the run's folder
   * @param profile the run's profile
   * @param ranks which findings of {@link Hotspots#alike}, from 1
   * @param further told now and then how many accesses of a pass were read; false ends the work
   * @return the hotspots with the results
   * @throws IOException if there is no stored trace, or it is damaged
   */
  public static Hotspots of(
      Path run,
      LocalityProfile profile,
      Hotspots hotspots,
      IntPredicate ranks,
      LongPredicate further)
      throws IOException {
    Map<List<Finding>, List<Tried>> results = new LinkedHashMap<>();
    Map<Trial, Tried> done = new HashMap<>();
    List<List<Finding>> alike = hotspots.alike();
    for (int i = 0; i < alike.size(); i++) {
      if (ranks.test(i + 1)) {
        results.put(
            alike.get(i),
            of(run, profile, hotspots.settings(), alike.get(i).get(0), done, further));
      }
    }
    return hotspots.tried(results);
  }

  /** Tries the remedies of one finding. */
  static List<Tried> of(
      Path run, LocalityProfile profile, HotspotSettings settings, Finding finding)
      throws IOException {
    return of(run, profile, settings, finding, new HashMap<>(), accesses -> true);
  }

  /** The same; what several findings have in common is tried once. */
  private static List<Tried> of(
      Path run,
      LocalityProfile profile,
      HotspotSettings settings,
      Finding finding,
      Map<Trial, Tried> done,
      LongPredicate further)
      throws IOException {
    List<Tried> tried = new ArrayList<>();
    for (Trial trial : finding.trials()) {
      Tried known = done.get(trial);
      if (known == null) {
        known = tried(run, profile, settings, trial, further);
        done.put(trial, known);
      }
      tried.add(known);
    }
    return tried;
  }

  private static Tried tried(
      Path run,
      LocalityProfile profile,
      HotspotSettings settings,
      Trial trial,
      LongPredicate further)
      throws IOException {
    ProcessProfile process =
        profile.processes().stream()
            .filter(one -> one.identity().equals(trial.process()))
            .findFirst()
            .orElseThrow();
    AccessTotals totals = process.totals();
    if (totals.isStoredInPart()) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "expected all %,d accesses in the trace, found %,d; measure again with --sample=off, or"
                  + " with a larger --trace-limit",
              totals.recorded(),
              totals.storedAccesses()));
    }
    if (totals.warm() > 0) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "expected accesses that are all scored, found %,d that were recorded for the history of"
                  + " others; measure again without --again",
              totals.warm()));
    }
    int line = process.parameters().line();
    List<SimulatedCache> caches =
        settings.caches().stream()
            .map(cache -> SimulatedCache.within(cache.bytes(), cache.ways(), line))
            .toList();
    RemedyReplay.Result result = RemedyReplay.of(run, process, trial.remedy(), caches, further);
    return Tried.of(
        process,
        trial.remedy(),
        new Tried.Scored(result.changed(), result.missesBefore(), result.missesAfter()),
        settings);
  }
}
