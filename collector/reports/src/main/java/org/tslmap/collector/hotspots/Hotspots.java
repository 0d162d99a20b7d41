package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tslmap.collector.phases.Phases;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.Sampling;

/**
 * Where a run's accesses lose time.
 *
 * @param settings what was looked for
 * @param accesses all accesses of the run
 * @param sampled which part of them was scored, as in "1 of 34 accesses scored"; empty if all
 * @param lineBytes bytes of a line
 * @param phases the phases of the process with the most accesses
 * @param time the estimated time of all processes
 * @param findings (function, data object, phase) by wasted time, most first, and then the notes
 * @param small the largest of those that waste less than the least share, most first, three at most
 */
public record Hotspots(
    HotspotSettings settings,
    long accesses,
    Optional<String> sampled,
    int lineBytes,
    Phases phases,
    EstimatedTime time,
    List<Finding> findings,
    List<Finding> small) {

  private static final int MOST_SMALL = 3;

  private static final Comparator<Finding> MOST_WASTE_FIRST =
      Comparator.comparing((Finding finding) -> finding.pattern().isNote())
          .thenComparing(Comparator.comparingDouble(Finding::nanoseconds).reversed())
          .thenComparing(Finding::function)
          .thenComparing(Finding::object)
          .thenComparing(Finding::phase);

  /** Keeps the list unmodifiable. */
  public Hotspots {
    findings = List.copyOf(findings);
    small = List.copyOf(small);
  }

  /**
   * Looks through all processes of a run. What several processes have in common, as MPI ranks do,
   * is one finding.
   *
   * @throws IllegalArgumentException if no process has its accesses attributed to data
   */
  public static Hotspots of(LocalityProfile profile, HotspotSettings settings) {
    List<ProcessProfile> processes =
        profile.processes().stream().filter(p -> p.attribution().hasData()).toList();
    if (processes.isEmpty()) {
      throw new IllegalArgumentException(
          "expected accesses attributed to data objects, but the profile has none; measure again"
              + " with a tslmap that does, and without switching it off");
    }
    long accesses = profile.processes().stream().mapToLong(p -> p.totals().accesses()).sum();
    ProcessProfile largest = processes.get(0);
    Map<Key, List<Finding>> found = new LinkedHashMap<>();
    EstimatedTime time = EstimatedTime.NONE;
    for (ProcessProfile process : processes) {
      largest = process.totals().accesses() > largest.totals().accesses() ? process : largest;
      Phases phases = Phases.find(process.attribution().time());
      Map<Key, List<Finding>> inProcess = new LinkedHashMap<>();
      ProcessHotspots own = ProcessHotspots.of(process, phases, settings);
      time = time.plus(own.time());
      for (Finding finding : own.findings()) {
        inProcess.computeIfAbsent(Key.of(finding), k -> new ArrayList<>()).add(finding);
      }
      inProcess.forEach(
          (key, same) -> found.computeIfAbsent(key, k -> new ArrayList<>()).add(merged(same, 1)));
    }
    List<Finding> all =
        found.values().stream()
            .map(same -> merged(same, same.size()))
            .sorted(MOST_WASTE_FIRST)
            .toList();
    Map<Key, Double> ofAllPhases =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    Key::ofAllPhases, Collectors.summingDouble(Finding::nanoseconds)));
    double least = settings.leastShare() * time.nanoseconds();
    Map<Boolean, List<Finding>> large =
        all.stream()
            .collect(
                Collectors.partitioningBy(
                    finding ->
                        finding.pattern().isNote()
                            || ofAllPhases.get(Key.ofAllPhases(finding)) >= least));
    return new Hotspots(
        settings,
        accesses,
        Sampling.share(profile.processes()),
        largest.parameters().line(),
        Phases.find(largest.attribution().time()),
        time,
        large.get(true),
        large.get(false).stream().limit(MOST_SMALL).toList());
  }

  /** The share of the estimated time that a finding is about, 0..1. */
  public double share(Finding finding) {
    return time.share(finding.nanoseconds());
  }

  /** What the findings waste together, notes aside, as a share of the estimated time, 0..1. */
  public double foundShare() {
    return time.share(shown().mapToDouble(Finding::nanoseconds).sum());
  }

  /** What everything wastes that is too small to be a finding, as a share, 0..1. */
  public double smallerShare() {
    return Math.max(0, time.share(time.wasted()) - foundShare());
  }

  /**
   * The findings, with those together that say the same of several phases: most waste first, notes
   * last.
   */
  public List<List<Finding>> alike() {
    Map<List<String>, List<Finding>> alike = new LinkedHashMap<>();
    for (Finding finding : findings) {
      alike
          .computeIfAbsent(
              List.of(finding.function(), finding.object(), finding.sentence()),
              key -> new ArrayList<>())
          .add(finding);
    }
    return alike.values().stream()
        .sorted(
            Comparator.comparing((List<Finding> same) -> same.get(0).pattern().isNote())
                .thenComparing(Comparator.comparingDouble(Hotspots::nanoseconds).reversed()))
        .toList();
  }

  /** What all of these could save, estimated, in nanoseconds. */
  static double nanoseconds(List<Finding> findings) {
    return findings.stream().mapToDouble(Finding::nanoseconds).sum();
  }

  /** How many groups of accesses (function, object, movement) waste that. */
  public long smallerGroups() {
    return Math.max(0, time.groups() - shown().map(Key::ofAllPhases).distinct().count());
  }

  private Stream<Finding> shown() {
    return findings.stream().filter(finding -> !finding.pattern().isNote());
  }

  /** Findings with the same key, in the words of the one that wastes most. */
  private static Finding merged(List<Finding> same, int processes) {
    Finding first =
        same.stream().max(Comparator.comparingDouble(Finding::nanoseconds)).orElseThrow();
    return new Finding(
        first.pattern(),
        first.function(),
        first.object(),
        first.phase(),
        first.places(),
        first.stride(),
        same.stream().mapToDouble(Finding::nanoseconds).sum(),
        same.stream().mapToDouble(Finding::waste).sum(),
        same.stream().mapToLong(Finding::accesses).sum(),
        first.missRatios(),
        processes,
        first.sentence(),
        first.evidence());
  }

  /** What findings that are shown as one must have in common. */
  private record Key(
      AccessPattern pattern,
      String function,
      String object,
      String phase,
      List<String> places,
      long stride) {
    static Key of(Finding finding) {
      return of(finding, finding.phase());
    }

    static Key ofAllPhases(Finding finding) {
      return of(finding, "");
    }

    private static Key of(Finding finding, String phase) {
      return new Key(
          finding.pattern(),
          finding.function(),
          finding.object(),
          phase,
          finding.places(),
          finding.stride());
    }
  }
}
