package org.tslmap.collector.advice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.tslmap.collector.hotspots.AccessTimes;
import org.tslmap.collector.hotspots.CacheLevel;
import org.tslmap.collector.hotspots.EstimatedTime;
import org.tslmap.collector.hotspots.Hotspots;
import org.tslmap.collector.hotspots.Wording;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.locality.score.Measure;

/**
 * The second and the third step: what of the machine and of the program is used most, and what
 * least. Caches and lines only count where waiting for them takes the threshold's share of the
 * time.
 */
final class Loads {
  private final AdviceSettings settings;
  private final NextCommand next;
  private final ScoredStream whole;
  private final EstimatedTime time;
  private final List<CacheLevel> caches;

  Loads(AdviceSettings settings, NextCommand next, ScoredStream whole, Hotspots hotspots) {
    this.settings = settings;
    this.next = next;
    this.whole = whole;
    this.time = hotspots.time();
    this.caches = settings.weighing().caches();
  }

  private boolean waitsForMemory() {
    return time.nanoseconds() > 0 && time.memoryShare() >= settings.threshold();
  }

  /** What is loaded, most first. */
  List<AdviceLine> most() {
    List<AdviceLine> lines = new ArrayList<>();
    if (!waitsForMemory()) {
      return lines;
    }
    LocalityHistogram histogram = whole.histograms().line();
    double coming = 1;
    for (CacheLevel cache : caches) {
      double missing = histogram.missRatio(cache.lines(whole.parameters().line()));
      double ratio = coming > 0 ? missing / coming : 0;
      if (ratio >= settings.threshold()) {
        lines.add(cache(cache, ratio, coming));
      }
      coming = missing;
    }
    lines.sort(Comparator.comparingDouble(AdviceLine::value).reversed());
    lines.add(0, memory());
    return lines;
  }

  private AdviceLine memory() {
    AccessTimes times = settings.weighing().times();
    double mean = (time.nanoseconds() + time.leftOut()) / Math.max(1, whole.totals().accesses());
    return new AdviceLine(
        "memory",
        Measure.MEMORY_TIME,
        time.memoryShare(),
        Wording.text(
            "memory: an access takes %.2f ns on average, where one that hits %s takes %.2f ns and"
                + " one that waits for memory %.0f ns",
            mean, caches.get(0).name(), times.hit(), times.slowest()),
        next.report(
            "--table data --sort %s --share 1 --cache %s"
                .formatted(size(caches.get(0)).column(), sizes())));
  }

  private AdviceLine cache(CacheLevel cache, double ratio, double coming) {
    return new AdviceLine(
        "cache",
        Measure.missRatio(size(cache).label()),
        ratio,
        Wording.text(
            "%s, %s: misses %s of the %s accesses that come to it",
            cache.name(),
            Wording.bytes(cache.bytes()),
            Wording.percent(ratio),
            Wording.count(coming * whole.totals().accesses())),
        next.report(
            "--table functions --sort %s --share 1 --cache %s"
                .formatted(size(cache).column(), sizes())));
  }

  private static CacheSize size(CacheLevel cache) {
    return new CacheSize(cache.bytes());
  }

  private String sizes() {
    return caches.stream().map(cache -> size(cache).label()).collect(Collectors.joining(","));
  }

  /** What is used little, least first. */
  List<AdviceLine> least(List<Work> works) {
    List<AdviceLine> lines = new ArrayList<>();
    double used = lineUse();
    if (waitsForMemory() && used < settings.threshold()) {
      lines.add(
          new AdviceLine(
              "lines",
              Measure.LINE_USE,
              used,
              Wording.text(
                  "lines: %s of the bytes of the %s lines that were touched are used at all",
                  Wording.percent(used), Wording.count(whole.footprint().line())),
              next.report("--table data --share 1 --granularity line")));
    }
    for (Work work : works) {
      int[] little =
          Arrays.stream(work.team())
              .filter(part -> work.of(part) < settings.threshold() * work.most())
              .toArray();
      if (little.length > 0 && work.team().length > 1) {
        long least = Arrays.stream(little).mapToLong(work::of).min().orElseThrow();
        long most = Arrays.stream(little).mapToLong(work::of).max().orElseThrow();
        lines.add(
            new AdviceLine(
                "load",
                Measure.LOAD,
                (double) least / work.most(),
                Wording.text(
                    "%s: %s accesses, where the busiest of %s makes %s",
                    work.names(little),
                    least == most
                        ? Wording.count(least)
                        : Wording.count(least) + " to " + Wording.count(most),
                    work.counted(work.team().length),
                    Wording.count(work.most())),
                next.report(work.isOfThreads() ? "--table threads" : "")));
      }
    }
    lines.sort(Comparator.comparingDouble(AdviceLine::value));
    return lines;
  }

  /** The share of the bytes of touched lines that are of touched words. */
  private double lineUse() {
    double bytes = (double) whole.footprint().line() * whole.parameters().line();
    return bytes == 0 ? 1 : whole.footprint().word() * whole.parameters().word() / bytes;
  }
}
