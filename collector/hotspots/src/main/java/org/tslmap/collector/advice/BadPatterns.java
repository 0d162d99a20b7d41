package org.tslmap.collector.advice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tslmap.collector.hotspots.AccessPattern;
import org.tslmap.collector.hotspots.Finding;
import org.tslmap.collector.hotspots.Hotspots;
import org.tslmap.collector.hotspots.Wording;
import org.tslmap.collector.origin.Origin;
import org.tslmap.locality.profile.AccessImbalance;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.score.Measure;

/** The first step: hotspots, idle threads and ranks, imbalance, by the time that could be saved. */
final class BadPatterns {
  private static final Set<AccessPattern> SHARING =
      EnumSet.of(AccessPattern.FALSE_SHARING, AccessPattern.TRUE_SHARING, AccessPattern.EXCHANGE);

  private final NextCommand next;
  private final List<Work> works;

  BadPatterns(NextCommand next, List<Work> works) {
    this.next = next;
    this.works = works;
  }

  /**
   * Whether a finding can be mended in the program. Notes cannot, and what threads share where one
   * at most runs the program: the others are those of libraries, as of MPI.
   */
  boolean isOfProgram(Finding finding) {
    return !finding.pattern().isNote()
        && (!SHARING.contains(finding.pattern())
            || works.stream().anyMatch(work -> work.isOfThreads() && work.running() > 1));
  }

  /** All that are worth a line, those that could save most first. */
  List<AdviceLine> of(Hotspots hotspots) {
    List<AdviceLine> lines = new ArrayList<>(hotspots(hotspots));
    for (Work work : works) {
      idle(work).ifPresent(lines::add);
      imbalance(work).ifPresent(lines::add);
    }
    lines.sort(Comparator.comparingDouble(AdviceLine::value).reversed());
    return lines;
  }

  /** Spread of work over ranks, and over the threads of each process. */
  static List<Work> works(LocalityProfile profile) {
    return Stream.concat(
            profile.ranks().size() > 1 ? Stream.of(Work.ofRanks(profile)) : Stream.of(),
            profile.processes().stream()
                .filter(ProcessProfile::hasThreads)
                .map(process -> Work.ofThreads(process, owner(process, profile))))
        .filter(work -> work.most() > 0)
        .toList();
  }

  private static String owner(ProcessProfile process, LocalityProfile profile) {
    int rank = process.identity().rank();
    return rank >= 0 && profile.parallel()
        ? " of rank " + rank
        : profile.processes().size() > 1 ? " of process " + process.identity().pid() : "";
  }

  private List<AdviceLine> hotspots(Hotspots hotspots) {
    List<AdviceLine> lines = new ArrayList<>();
    List<List<Finding>> alike = hotspots.alike();
    for (int i = 0; i < alike.size(); i++) {
      List<Finding> same = alike.get(i);
      double share = same.stream().mapToDouble(hotspots::share).sum();
      Finding first = same.get(0);
      if (isOfProgram(first) && share >= AdviceSettings.LEAST_WASTE) {
        lines.add(
            new AdviceLine(
                "hotspot",
                Measure.WASTE,
                share,
                first.pattern().label() + ": " + Hotspots.sentence(same),
                next.hotspot(i + 1, !first.trials().isEmpty())));
      }
    }
    return lines;
  }

  private Optional<AdviceLine> idle(Work work) {
    int[] idle = work.idle();
    if (idle.length == 0 || work.team().length < 2) {
      return Optional.empty();
    }
    int busiest = busiest(work);
    boolean one = idle.length == 1;
    String text =
        Wording.text(
            "idle %s: %s %s at most %s accesses, %s makes %s; give %s a share of its work, or start"
                + " fewer",
            work.isOfThreads() ? "threads" : "ranks",
            work.names(idle),
            one ? "makes" : "make",
            Wording.count(Arrays.stream(idle).mapToLong(work::of).max().orElse(0)),
            work.name(busiest),
            Wording.count(work.of(busiest)),
            one ? "it" : "them");
    return Optional.of(
        new AdviceLine("idle", Measure.WASTE, work.savedByEvenShares(), text, table(work)));
  }

  private static int busiest(Work work) {
    return Arrays.stream(work.team()).boxed().max(Comparator.comparingLong(work::of)).orElseThrow();
  }

  private String table(Work work) {
    return next.report(work.isOfThreads() ? "--table threads" : "");
  }

  /** A function whose work is spread unevenly. */
  private record Uneven(FunctionInfo function, AccessImbalance spread, double saved) {}

  private Optional<AdviceLine> imbalance(Work work) {
    List<Uneven> uneven =
        work.byFunction().entrySet().stream()
            .filter(entry -> Origin.of(entry.getKey()) == Origin.PROGRAM)
            .flatMap(entry -> uneven(work, entry).stream())
            .sorted(Comparator.comparingDouble(Uneven::saved).reversed())
            .toList();
    if (uneven.isEmpty()) {
      return Optional.empty();
    }
    Uneven worst = uneven.get(0);
    AccessImbalance spread = worst.spread();
    String others =
        uneven.stream()
            .skip(1)
            .limit(2)
            .map(other -> Wording.function(other.function().name()))
            .collect(Collectors.joining(", "));
    String text =
        Wording.text(
            "imbalance over %s: %s makes %s accesses in %s, %s on average, and %s in %s (imbalance"
                + " %.1f%%)%s; spread its work evenly",
            work.counted(spread.ranks()),
            place(worst.function()),
            Wording.count(spread.max()),
            work.name(work.part(spread.maxRank())),
            Wording.count(spread.mean()),
            Wording.count(spread.min()),
            work.name(work.part(spread.minRank())),
            100 * spread.imbalance(),
            others.isEmpty() ? "" : ", likewise " + others);
    return Optional.of(
        new AdviceLine("imbalance", Measure.WASTE, worst.saved(), text, table(work)));
  }

  /** Over threads that run it, and over all ranks; the idle ones have a line of their own. */
  private static Optional<Uneven> uneven(Work work, Map.Entry<FunctionInfo, long[]> entry) {
    long[] accesses = entry.getValue();
    int[] team =
        Arrays.stream(work.team())
            .filter(part -> !work.isIdle(part))
            .filter(part -> accesses[part] > 0 || !work.isOfThreads())
            .toArray();
    if (team.length < 2) {
      return Optional.empty();
    }
    AccessImbalance spread =
        AccessImbalance.of(
            Arrays.stream(team).map(work::number).toArray(),
            Arrays.stream(team).mapToLong(part -> accesses[part]).toArray());
    int worst = work.part(spread.maxRank());
    double share = (double) accesses[worst] / work.of(worst);
    return spread.imbalance() >= AdviceSettings.LEAST_IMBALANCE
            && share >= AdviceSettings.LEAST_FUNCTION
        ? Optional.of(
            new Uneven(entry.getKey(), spread, (spread.max() - spread.mean()) / work.most()))
        : Optional.empty();
  }

  private static String place(FunctionInfo function) {
    String name = Wording.function(function.name());
    String file = function.file().substring(function.file().lastIndexOf('/') + 1);
    return file.isEmpty() ? name : "%s (%s:%d)".formatted(name, file, function.line());
  }
}
