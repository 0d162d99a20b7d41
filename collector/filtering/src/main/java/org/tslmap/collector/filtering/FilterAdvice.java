package org.tslmap.collector.filtering;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.tslmap.collector.hotspots.EstimatedTimes;
import org.tslmap.collector.hotspots.FunctionWaste;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.locality.profile.CountingLimits;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.Settling;

/**
 * Which functions of a run may be counted: those with many accesses in many calls, none of which is
 * wasted, and whose scores no longer move.
 *
 * @param accesses all accesses of the run
 * @param verdicts of each function, most accesses first
 */
public record FilterAdvice(long accesses, List<FunctionVerdict> verdicts) {

  /** Keeps the list unmodifiable. */
  public FilterAdvice {
    verdicts = List.copyOf(verdicts);
  }

  /** All functions of one name. */
  private static final class Named {
    private FunctionInfo largest;
    private long largestAccesses = -1;
    private long accesses;
    private double waste;
    private double seconds;
    private double movement;
    private OptionalLong calls = OptionalLong.empty();
  }

  /**
   * Judges the functions of a run.
   *
   * @param traceBytes bytes of its stored trace; empty if there is none
   * @throws IllegalArgumentException if its accesses were not attributed to data
   */
  public static FilterAdvice of(
      LocalityProfile profile, HotspotSettings settings, OptionalLong traceBytes) {
    if (profile.processes().stream().noneMatch(process -> process.attribution().hasData())) {
      throw new IllegalArgumentException(
          "expected accesses attributed to data objects, by which waste is known, but the profile"
              + " has none; measure again without switching that off");
    }
    Map<FunctionInfo, Double> waste = FunctionWaste.of(profile, settings);
    EstimatedTimes times = EstimatedTimes.of(profile, settings);
    Map<String, Named> names = new HashMap<>();
    long accesses = 0;
    for (FunctionProfile function : profile.merged().functions()) {
      Named named = names.computeIfAbsent(function.function().name(), name -> new Named());
      if (function.accesses() > named.largestAccesses) {
        named.largest = function.function();
        named.largestAccesses = function.accesses();
      }
      accesses += function.accesses();
      named.accesses += function.accesses();
      named.waste += waste.getOrDefault(function.function(), 0.0);
      named.seconds += times.of(function.function(), function.accesses(), function.histograms());
    }
    FunctionCount.of(profile).forEach((name, count) -> names.get(name).calls = count.calls());
    for (ProcessProfile process : profile.processes()) {
      movements(process, names);
    }
    List<FunctionVerdict> verdicts = new ArrayList<>();
    for (Named named : names.values()) {
      verdicts.add(verdict(named, accesses, traceBytes));
    }
    verdicts.sort(
        Comparator.comparingLong(FunctionVerdict::accesses)
            .reversed()
            .thenComparing(FunctionVerdict::function));
    return new FilterAdvice(accesses, verdicts);
  }

  private static void movements(ProcessProfile process, Map<String, Named> names) {
    Map<String, Long> own = new HashMap<>();
    process
        .functionProfiles()
        .forEach(f -> own.merge(f.function().name(), f.accesses(), Long::sum));
    Settling<String> settling =
        new Settling<>(
            process.attribution().time(), function -> process.functions().get(function).name());
    own.forEach(
        (name, accesses) -> {
          // What a process hardly runs has no time to settle in it.
          Named named = names.get(name);
          if (accesses >= Math.min(CountingLimits.LEAST_ACCESSES, named.accesses)) {
            named.movement = Math.max(named.movement, settling.movement(name));
          }
        });
  }

  private static FunctionVerdict verdict(Named named, long all, OptionalLong traceBytes) {
    double share = all == 0 ? 0 : (double) named.accesses / all;
    double waste = named.accesses == 0 ? 0 : named.waste / named.accesses;
    String against = against(named, waste);
    return new FunctionVerdict(
        named.largest.name(),
        named.largest.object(),
        named.largest.file(),
        named.calls,
        named.accesses,
        share,
        waste,
        named.seconds,
        traceBytes.isPresent()
            ? OptionalLong.of(Math.round(share * traceBytes.getAsLong()))
            : OptionalLong.empty(),
        against.isEmpty(),
        against.isEmpty() ? "harmless" : against);
  }

  /** Why a function is kept; empty if nothing speaks against counting it. */
  private static String against(Named named, double waste) {
    if (!CountingLimits.isNamed(named.largest.name())) {
      return "has no name";
    }
    if (named.accesses < CountingLimits.LEAST_ACCESSES) {
      return "few accesses";
    }
    if (named.calls.isPresent() && named.calls.getAsLong() < CountingLimits.LEAST_CALLS) {
      return "few calls";
    }
    if (waste >= CountingLimits.MOST_WASTE) {
      return String.format(Locale.ROOT, "wastes %.1f %% of its accesses", 100 * waste);
    }
    if (Double.isInfinite(named.movement)) {
      return "too short to have settled";
    }
    return named.movement > CountingLimits.MOST_MOVEMENT
        ? String.format(Locale.ROOT, "scores still move by %.3f", named.movement)
        : "";
  }

  /** Those that may be counted, most accesses first. */
  public List<FunctionVerdict> counted() {
    return verdicts.stream().filter(FunctionVerdict::counted).toList();
  }

  /** The share of all accesses that these make, 0..1. */
  public double countedShare() {
    return counted().stream().mapToDouble(FunctionVerdict::share).sum();
  }
}
