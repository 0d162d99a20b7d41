package org.tslmap.npb.sweep;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How long the rest of a sweep will take. A program takes some multiple of its native time under
 * each tool; the multiples of the runs that have ended are what is expected of the others. As long
 * as nothing is known of a tool or a class, a rough value stands for it.
 */
final class RemainingTime {

  private static final Map<Tool, Double> USUAL_MULTIPLE =
      new EnumMap<>(
          Map.of(
              Tool.NATIVE, 1.0,
              Tool.NONE, 8.0,
              Tool.TRACE, 12.0,
              Tool.CACHEGRIND, 50.0,
              Tool.SCORE, 80.0,
              Tool.STORE, 90.0,
              Tool.LACKEY, 1000.0));

  private static final Map<String, Double> USUAL_SECONDS =
      Map.of("S", 0.1, "W", 2.0, "A", 20.0, "B", 80.0);
  private static final double USUAL_SECONDS_OF_OTHERS = 1;

  /** What starting it takes, whatever the program. */
  private static final double START_SECONDS = 1;

  private record Part(Tool tool, boolean ofFunction) {}

  private final Map<Subject, Double> nativeSeconds = new HashMap<>();
  private final Map<String, List<Double>> ofClass = new HashMap<>();
  private final Map<Part, List<Double>> multiples = new HashMap<>();

  /** A run has ended well. */
  void learn(RunResult result) {
    Subject subject = result.run().subject();
    if (result.run().tool() == Tool.NATIVE) {
      nativeSeconds.put(subject, result.medianSeconds());
      ofClass
          .computeIfAbsent(subject.problemClass(), c -> new ArrayList<>())
          .add(result.medianSeconds());
    } else if (nativeSeconds.containsKey(subject)) {
      double multiple =
          Math.max(0, result.medianSeconds() - START_SECONDS)
              / Math.max(1e-3, nativeSeconds.get(subject));
      multiples.computeIfAbsent(part(result.run()), p -> new ArrayList<>()).add(multiple);
    }
  }

  private static Part part(PlannedRun run) {
    return new Part(run.tool(), !run.function().isEmpty());
  }

  /** What a run will take, in seconds. */
  double secondsOf(PlannedRun run) {
    double own =
        nativeSeconds.containsKey(run.subject())
            ? nativeSeconds.get(run.subject())
            : usual(run.subject().problemClass());
    if (run.tool() == Tool.NATIVE) {
      return run.repeats() * own;
    }
    List<Double> seen = multiples.getOrDefault(part(run), List.of());
    double multiple = seen.isEmpty() ? USUAL_MULTIPLE.get(run.tool()) : RunResult.median(seen);
    return run.repeats() * (START_SECONDS + multiple * own);
  }

  private double usual(String problemClass) {
    List<Double> seen = ofClass.getOrDefault(problemClass, List.of());
    return seen.isEmpty()
        ? USUAL_SECONDS.getOrDefault(problemClass, USUAL_SECONDS_OF_OTHERS)
        : RunResult.median(seen);
  }

  /** What all these take, several at the same time. */
  Duration of(Collection<PlannedRun> runs, int jobs) {
    double sum = runs.stream().mapToDouble(this::secondsOf).sum();
    return Duration.ofMillis(Math.round(1000 * sum / jobs));
  }
}
