package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.collector.phases.Phases;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.Sampling;

/**
 * Where a run's accesses earn nothing.
 *
 * @param settings what was looked for
 * @param accesses all accesses of the run
 * @param sampled which part of them was scored, as in "1 of 34 accesses scored"; empty if all
 * @param lineBytes bytes of a line
 * @param phases the phases of the process with the most accesses
 * @param findings (function, data object, phase) by waste, most first, and then the notes
 */
public record Hotspots(
    HotspotSettings settings,
    long accesses,
    Optional<String> sampled,
    int lineBytes,
    Phases phases,
    List<Finding> findings) {

  private static final Comparator<Finding> MOST_WASTE_FIRST =
      Comparator.comparing((Finding finding) -> finding.pattern().isNote())
          .thenComparing(Comparator.comparingDouble(Finding::waste).reversed())
          .thenComparing(Finding::function)
          .thenComparing(Finding::object)
          .thenComparing(Finding::phase);

  /** Keeps the list unmodifiable. */
  public Hotspots {
    findings = List.copyOf(findings);
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
    for (ProcessProfile process : processes) {
      largest = process.totals().accesses() > largest.totals().accesses() ? process : largest;
      Phases phases = Phases.find(process.attribution().time());
      Map<Key, List<Finding>> inProcess = new LinkedHashMap<>();
      for (Finding finding : ProcessHotspots.of(process, phases, accesses, settings)) {
        inProcess.computeIfAbsent(Key.of(finding), k -> new ArrayList<>()).add(finding);
      }
      inProcess.forEach(
          (key, same) -> found.computeIfAbsent(key, k -> new ArrayList<>()).add(merged(same, 1)));
    }
    return new Hotspots(
        settings,
        accesses,
        Sampling.share(profile.processes()),
        largest.parameters().line(),
        Phases.find(largest.attribution().time()),
        found.values().stream()
            .map(same -> merged(same, same.size()))
            .sorted(MOST_WASTE_FIRST)
            .toList());
  }

  /** Findings with the same key, in the words of the one that wastes most. */
  private static Finding merged(List<Finding> same, int processes) {
    Finding first = same.stream().max(Comparator.comparingDouble(Finding::waste)).orElseThrow();
    return new Finding(
        first.pattern(),
        first.function(),
        first.object(),
        first.phase(),
        first.places(),
        first.stride(),
        same.stream().mapToDouble(Finding::waste).sum(),
        same.stream().mapToDouble(Finding::share).sum(),
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
      return new Key(
          finding.pattern(),
          finding.function(),
          finding.object(),
          finding.phase(),
          finding.places(),
          finding.stride());
    }
  }
}
