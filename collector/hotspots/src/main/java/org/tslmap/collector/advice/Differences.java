package org.tslmap.collector.advice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tslmap.collector.hotspots.CacheLevel;
import org.tslmap.collector.hotspots.Finding;
import org.tslmap.collector.hotspots.Hotspots;
import org.tslmap.collector.hotspots.Wording;
import org.tslmap.collector.phases.Phase;
import org.tslmap.collector.phases.Phases;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.collector.report.ComparedRow;
import org.tslmap.collector.report.Comparison;
import org.tslmap.collector.report.RunPart;
import org.tslmap.collector.report.ValueChange;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.score.Measure;

/**
 * The last step: phases that hold most of the waste, threads, ranks and hosts whose accesses are
 * unlike those of all together or of one of them, and what changed since another run. Comparisons
 * are those of {@link ComparedRow}.
 */
final class Differences {
  /** A phase with so many times its share of accesses stands out, ... */
  private static final double STANDS_OUT = 1.5;

  /** ... if it has this share of all waste. */
  private static final double MOST = 0.5;

  /** Accesses say it already. */
  private static final List<Measure> OF_ACCESSES = List.of(Measure.LOADS, Measure.STORES);

  /** So many values of a difference are shown. */
  private static final int VALUES = 3;

  private final NextCommand next;
  private final List<CacheSize> caches;

  Differences(AdviceSettings settings, NextCommand next) {
    this.next = next;
    this.caches =
        settings.weighing().caches().stream().map(CacheLevel::bytes).map(CacheSize::new).toList();
  }

  /** All that are worth a line: those since the reference run first, then by size. */
  List<AdviceLine> of(
      LocalityProfile profile, Hotspots hotspots, BadPatterns patterns, Reference reference) {
    List<Finding> findings = hotspots.findings().stream().filter(patterns::isOfProgram).toList();
    List<AdviceLine> lines = new ArrayList<>(phases(hotspots, findings));
    List<RunPart> hosts = RunPart.hosts(profile);
    if (profile.ranks().size() > 1) {
      lines.addAll(parts("rank", RunPart.ranks(profile), reference));
    }
    if (hosts.size() > 1) {
      lines.addAll(parts("host", hosts, reference));
    }
    profile.processes().stream()
        .filter(ProcessProfile::hasThreads)
        .forEach(process -> lines.addAll(parts("thread", RunPart.threads(process), reference)));
    lines.sort(Comparator.comparingDouble(AdviceLine::value).reversed());
    if (reference instanceof Reference.Run run) {
      lines.addAll(0, since(run));
    }
    return lines;
  }

  /** The kind of phase with most of the waste, and much more of it than of the accesses. */
  private List<AdviceLine> phases(Hotspots hotspots, List<Finding> findings) {
    Phases phases = hotspots.phases();
    Map<String, Double> wasted = new HashMap<>();
    findings.forEach(one -> wasted.merge(one.phase(), hotspots.share(one), Double::sum));
    double all = wasted.values().stream().mapToDouble(Double::doubleValue).sum();
    double accesses = Math.max(1, phases.list().stream().mapToLong(Phase::accesses).sum());
    List<AdviceLine> lines = new ArrayList<>();
    if (phases.kinds().size() < 2 || all < AdviceSettings.LEAST_DIFFERENCE) {
      return lines;
    }
    for (String kind : phases.kinds()) {
      double share =
          phases.list().stream()
                  .filter(phase -> phase.name().equals(kind))
                  .mapToLong(Phase::accesses)
                  .sum()
              / accesses;
      double waste = wasted.getOrDefault(kind, 0.0);
      if (waste >= MOST * all && waste >= STANDS_OUT * share * all) {
        String worst =
            findings.stream()
                .filter(finding -> finding.phase().equals(kind))
                .max(Comparator.comparingDouble(Finding::nanoseconds))
                .map(finding -> Wording.function(finding.function()))
                .orElseThrow();
        lines.add(
            new AdviceLine(
                "phase",
                Measure.WASTE,
                waste,
                Wording.text(
                    "phase %s (%s): %s of what could be saved, in %s of the accesses; most of it in %s",
                    kind,
                    hotspots.phaseTitle(kind),
                    Wording.percent(waste / all),
                    Wording.percent(share),
                    worst),
                next.report("--table matrix --phase " + NextCommand.word(kind))));
      }
    }
    return lines;
  }

  /** Parts beside the one they are compared with: those that are worse, or all that differ. */
  private List<AdviceLine> parts(String kind, List<RunPart> parts, Reference reference) {
    Optional<RunPart> chosen =
        reference instanceof Reference.Part part
            ? parts.stream().filter(one -> one.name().equals(part.name())).findFirst()
            : Optional.empty();
    RunPart other = chosen.orElseGet(() -> RunPart.together("all %ss".formatted(kind), parts));
    double all = Math.max(1, parts.stream().mapToLong(RunPart::accesses).sum());
    List<AdviceLine> lines = new ArrayList<>();
    for (RunPart part : parts) {
      double share = part.accesses() / all;
      List<ValueChange> changes =
          part.comparedWith(other, caches).valueChanges().stream()
              .filter(
                  change ->
                      chosen.isPresent()
                          ? change.size() >= AdviceSettings.LEAST_DIFFERENCE
                          : change.isWorse()
                              && isOfMisses(change)
                              && change.size() * share >= AdviceSettings.LEAST_DIFFERENCE)
              .toList();
      if (!changes.isEmpty() && !part.name().equals(other.name())) {
        lines.add(
            new AdviceLine(
                kind,
                Double.isInfinite(changes.get(0).measure().maximum())
                    ? Measure.SHARE
                    : changes.get(0).measure(),
                changes.get(0).size(),
                Wording.text(
                    "%s, with %s of the accesses, beside %s: %s",
                    part.name(), Wording.percent(share), other.name(), values(changes)),
                next.report(kind.equals("thread") ? "--table threads" : "")));
      }
    }
    return lines;
  }

  /** What misses are is what costs time; other scores differ where nothing is wrong. */
  private static boolean isOfMisses(ValueChange change) {
    return change.measure().keyword().equals(Measure.MISS_RATIO.keyword());
  }

  private static String values(List<ValueChange> changes) {
    return changes.stream()
        .filter(change -> change.isVisible() && !OF_ACCESSES.contains(change.measure()))
        .limit(VALUES)
        .map(ValueChange::text)
        .collect(Collectors.joining(", "));
  }

  /** What changed since the reference run: functions, the largest change first. */
  private List<AdviceLine> since(Reference.Run reference) {
    List<AdviceLine> lines = new ArrayList<>();
    Comparison comparison = reference.comparison();
    for (ComparedRow row : comparison.rows(Comparison.Part.FUNCTIONS)) {
      boolean large = row.weight() >= AdviceSettings.LEAST_FUNCTION;
      if (large && row.significant()) {
        String what =
            row.before().isEmpty()
                ? "is new"
                : row.after().isEmpty() ? "is gone" : values(row.valueChanges());
        lines.add(
            new AdviceLine(
                "run",
                Measure.SHARE,
                row.weight(),
                Wording.text(
                    "since %s: %s%s: %s",
                    reference.next().run(),
                    Wording.function(row.name()),
                    row.where().isEmpty() ? "" : " (" + row.where() + ")",
                    what),
                next.compare(reference.next())));
      }
    }
    return lines;
  }
}
