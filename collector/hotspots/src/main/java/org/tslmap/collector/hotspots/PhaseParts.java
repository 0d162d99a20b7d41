package org.tslmap.collector.hotspots;

import java.util.LinkedHashMap;
import java.util.Map;
import org.tslmap.collector.phases.PhaseShare;
import org.tslmap.collector.phases.Phases;

/**
 * Which part of what a function did to an object belongs to which kind of phase. Histograms are
 * those of the whole run; they are split as the time line splits the temporal weight that the
 * pair's accesses lack, which is an estimate unless there is one kind only.
 */
final class PhaseParts {

  /** A part smaller than this is left to the others. */
  private static final double LEAST_PART = 0.05;

  private final Phases phases;
  private final Map<Pair, Map<String, Double>> lost = new LinkedHashMap<>();

  PhaseParts(Phases phases) {
    this.phases = phases;
    for (int kind = 0; kind < phases.kinds().size(); kind++) {
      for (PhaseShare share : phases.pairsOfKind(kind)) {
        double weight = Math.max(0, share.accesses() - share.temporal());
        if (weight > 0) {
          lost.computeIfAbsent(
                  new Pair(share.function(), share.object()), p -> new LinkedHashMap<>())
              .put(phases.kinds().get(kind), weight);
        }
      }
    }
  }

  /** Parts by name of the kind, which add up to 1; one part without a name if nothing is known. */
  Map<String, Double> of(int function, int object) {
    Map<String, Double> weights = lost.getOrDefault(new Pair(function, object), Map.of());
    if (weights.isEmpty()) {
      return Map.of(phases.kinds().size() == 1 ? phases.kinds().get(0) : "", 1.0);
    }
    double all = weights.values().stream().mapToDouble(w -> w).sum();
    Map<String, Double> large = new LinkedHashMap<>();
    weights.forEach(
        (name, weight) -> {
          if (weight >= LEAST_PART * all) {
            large.put(name, weight);
          }
        });
    double kept = large.values().stream().mapToDouble(w -> w).sum();
    large.replaceAll((name, weight) -> weight / kept);
    return large;
  }

  private record Pair(int function, int object) {}
}
