package org.tslmap.collector.advice;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.hotspots.Hotspots;
import org.tslmap.collector.report.Report;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.View;

/**
 * What to look at first in a run: bad patterns, what is most and what is least loaded, and what
 * differs. {@code collector/ADVISE.md} has the criteria.
 *
 * @param run what the run is called
 * @param command what ran
 * @param notes why the run's numbers are not all there are, one sentence each
 * @param hotspots what the first step is taken from
 * @param settings what advice is given by
 * @param shared whether several threads or ranks share the work
 * @param steps the lines of each step, most important first; empty where there is nothing to say
 */
public record Advice(
    String run,
    String command,
    List<String> notes,
    Hotspots hotspots,
    AdviceSettings settings,
    boolean shared,
    Map<AdviceStep, List<AdviceLine>> steps) {

  /** Keeps the lists unmodifiable. */
  public Advice {
    notes = List.copyOf(notes);
    steps = Map.copyOf(steps);
  }

  /**
   * Looks through a run.
   *
   * @param report the run
   * @param reference what its parts, or it, are compared with
   * @param next the commands that show more of it
   * @throws IllegalArgumentException if its accesses are not attributed to data; says what to do
   */
  public static Advice of(
      Report report, AdviceSettings settings, Reference reference, NextCommand next) {
    LocalityProfile profile = report.profile();
    Hotspots hotspots = Hotspots.of(profile, settings.weighing());
    List<Work> works = BadPatterns.works(profile);
    Loads loads = new Loads(settings, next, report.whole(), hotspots);
    Map<AdviceStep, List<AdviceLine>> steps = new EnumMap<>(AdviceStep.class);
    BadPatterns patterns = new BadPatterns(next, works);
    steps.put(AdviceStep.PATTERNS, patterns.of(hotspots));
    steps.put(AdviceStep.MOST_LOADED, loads.most());
    steps.put(AdviceStep.LEAST_LOADED, loads.least(works));
    steps.put(
        AdviceStep.DIFFERENCES,
        new Differences(settings, next).of(profile, hotspots, patterns, reference));
    steps.replaceAll((step, lines) -> lines.stream().limit(settings.top()).toList());
    return new Advice(
        next.run(),
        String.join(" ", profile.mainProcess().identity().command()),
        notes(report),
        hotspots,
        settings,
        works.stream().anyMatch(work -> work.team().length > 1),
        steps);
  }

  private static List<String> notes(Report report) {
    List<String> notes = new ArrayList<>(report.remarks());
    List<ProcessProfile> processes = report.profile().processes();
    if (processes.stream().anyMatch(process -> process.view() == View.ISOLATED)) {
      notes.add("NARROWED: only a part of the accesses was recorded, and what is said is of that");
    } else if (processes.stream().anyMatch(process -> process.stretch().isPresent())) {
      notes.add("NARROWED: only a stretch of the run was recorded, and what is said is of that");
    }
    return notes;
  }

  /** Whether there is nothing to say. */
  public boolean isGood() {
    return steps.values().stream().allMatch(List::isEmpty);
  }
}
