package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tslmap.collector.phases.PhaseTitles;
import org.tslmap.collector.phases.Phases;
import org.tslmap.locality.layout.Remedy;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.Sampling;

/**
 * Where a run's accesses lose time.
 *
 * @param settings what was looked for
 * @param accesses all accesses of the run
 * @param sampled which part of them was scored, as in "1 of 34 accesses scored", and what is seen
 *     of threads; empty if all
 * @param estimated of how many counted accesses scores are estimated, in words; empty if of none
 * @param lineBytes bytes of a line
 * @param phases the phases of the process with the most accesses
 * @param phaseTitles what each of their kinds is called (see {@link PhaseTitles})
 * @param time the estimated time of all processes
 * @param findings (function, data object, phase) by wasted time, most first, and then the notes
 * @param small the largest of those that waste less than the least share, most first, three at most
 */
public record Hotspots(
    HotspotSettings settings,
    long accesses,
    Optional<String> sampled,
    Optional<String> estimated,
    int lineBytes,
    Phases phases,
    List<String> phaseTitles,
    EstimatedTime time,
    List<Finding> findings,
    List<Finding> small) {

  /** So many are shown, however small they are. */
  static final int MOST_SMALL = 3;

  private static final Comparator<Finding> MOST_WASTE_FIRST =
      Comparator.comparing((Finding finding) -> finding.pattern().isNote())
          .thenComparing(Finding::isHopeless)
          .thenComparing(Comparator.comparingDouble(Finding::nanoseconds).reversed())
          .thenComparing(Finding::function)
          .thenComparing(Finding::object)
          .thenComparing(Finding::phase);

  /** Keeps the lists unmodifiable. */
  public Hotspots {
    phaseTitles = List.copyOf(phaseTitles);
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
    Map<List<Object>, Double> ofProblems =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    Hotspots::problem, Collectors.summingDouble(Finding::nanoseconds)));
    double least = settings.leastShare() * time.nanoseconds();
    Map<Boolean, List<Finding>> large =
        all.stream()
            .collect(
                Collectors.partitioningBy(
                    finding ->
                        finding.pattern().isNote() || ofProblems.get(problem(finding)) >= least));
    Phases phases = Phases.find(largest.attribution().time());
    return new Hotspots(
        settings,
        accesses,
        Sampling.share(profile.processes()).map(share -> share + unseen(profile)),
        profile.processes().stream()
            .map(ProcessProfile::totals)
            .reduce(AccessTotals.NONE, AccessTotals::plus)
            .estimate(),
        largest.parameters().line(),
        phases,
        PhaseTitles.of(phases, largest.functions()),
        time,
        large.get(true),
        small(large.get(false)));
  }

  /** What samples show too little of, in programs with several threads. */
  private static String unseen(LocalityProfile profile) {
    boolean threads =
        profile.processes().stream()
            .anyMatch(process -> process.sampling().isPresent() && process.threads().size() > 1);
    return threads ? "; of what threads share only a part is seen" : "";
  }

  /** The largest of these, those of all phases as one. */
  private static List<Finding> small(List<Finding> findings) {
    return findings.stream()
        .collect(Collectors.groupingBy(Key::ofAllPhases, LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(same -> merged(same, same.get(0).processes()))
        .sorted(MOST_WASTE_FIRST)
        .limit(MOST_SMALL)
        .toList();
  }

  /** What people call the kind of phase of that name: "spmv 81 %". */
  public String phaseTitle(String name) {
    int kind = phases.kinds().indexOf(name);
    return kind < 0 ? name : phaseTitles.get(kind);
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
   * The findings, with those together that say the same of several phases, and those that one
   * change of a loop mends for several objects: most waste first, notes last.
   */
  public List<List<Finding>> alike() {
    Map<List<Object>, List<Finding>> alike = new LinkedHashMap<>();
    for (Finding finding : findings) {
      alike.computeIfAbsent(problem(finding), key -> new ArrayList<>()).add(finding);
    }
    return alike.values().stream()
        .sorted(
            Comparator.comparing((List<Finding> same) -> same.get(0).pattern().isNote())
                .thenComparing(same -> same.get(0).isHopeless())
                .thenComparing(Comparator.comparingDouble(Hotspots::nanoseconds).reversed()))
        .toList();
  }

  /** Those of {@link #alike}, and behind them each of the small ones: ranks of JSON count these. */
  public List<List<Finding>> problems() {
    return Stream.concat(alike().stream(), small.stream().map(List::of)).toList();
  }

  /**
   * What the problem is called: its pattern, the function and the objects, as sentences have them.
   */
  static String title(List<Finding> same) {
    Finding first = same.get(0);
    return Wording.text(
        "%s: %s, %s",
        first.pattern().label(),
        first.function().isEmpty() ? "code without a name" : Wording.function(first.function()),
        ObjectUse.few(objects(same).stream().map(Wording::object).toList(), " and "));
  }

  /** What findings have in common that are one problem. */
  private static List<Object> problem(Finding finding) {
    if (!finding.together().isEmpty()) {
      return List.of(finding.pattern(), finding.function(), finding.together());
    }
    Optional<Remedy> ofLoop =
        finding.trials().stream()
            .map(Trial::remedy)
            .findFirst()
            .filter(remedy -> remedy.targets().size() > 1);
    return ofLoop.isPresent()
        ? List.of(
            finding.pattern(), finding.function(), ofLoop.get().kind(), ofLoop.get().instructions())
        : List.of(finding.function(), finding.object(), finding.sentence());
  }

  /**
   * The names of all objects that findings of one problem are about, those that lose most first.
   */
  public static List<String> objects(List<Finding> same) {
    return ofEachObject(same).stream().map(Finding::object).toList();
  }

  /** Of findings of one problem the first about each object. */
  static List<Finding> ofEachObject(List<Finding> same) {
    Map<String, Finding> objects = new LinkedHashMap<>();
    same.forEach(finding -> objects.putIfAbsent(finding.object(), finding));
    return List.copyOf(objects.values());
  }

  /** What the problem is and what helps, for people, about all objects. */
  public static String sentence(List<Finding> same) {
    List<String> others = objects(same).stream().skip(1).map(Wording::object).toList();
    String first = same.get(0).sentence() + ".";
    return others.isEmpty() || !same.get(0).together().isEmpty()
        ? first
        : Wording.text(
            "%s The same loops walk over %s in this way, and one change mends all.",
            first, String.join(" and ", others));
  }

  /** The numbers behind a problem, those of further objects that are named with their names. */
  public static List<String> evidence(List<Finding> same) {
    List<String> lines = new ArrayList<>(same.get(0).evidence());
    List<Finding> objects = ofEachObject(same);
    for (Finding other : objects.subList(1, Math.min(objects.size(), ObjectUse.MOST_NAMED))) {
      other.evidence().stream()
          .filter(line -> !lines.contains(line))
          .map(line -> Wording.object(other.object()) + ": " + line)
          .toList()
          .forEach(lines::add);
    }
    return lines;
  }

  /**
   * The same with results of trials. Findings whose remedies were tried and do not help come behind
   * all others.
   *
   * @param results by findings that say the same, as {@link #alike} has them
   */
  public Hotspots tried(Map<List<Finding>, List<Tried>> results) {
    IdentityHashMap<Finding, List<Tried>> byFinding = new IdentityHashMap<>();
    results.forEach((same, tried) -> same.forEach(finding -> byFinding.put(finding, tried)));
    return new Hotspots(
        settings,
        accesses,
        sampled,
        estimated,
        lineBytes,
        phases,
        phaseTitles,
        time,
        findings.stream()
            .map(finding -> finding.with(byFinding.getOrDefault(finding, finding.tried())))
            .sorted(MOST_WASTE_FIRST)
            .toList(),
        small);
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
        first.evidence(),
        first.trials(),
        first.tried(),
        first.together());
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
