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

  /** The same of a group. */
  Map<String, Double> of(FunctionUse function, CellGroup group) {
    Map<String, Double> weights = new LinkedHashMap<>();
    group.cells().stream()
        .map(cell -> cell.access().object())
        .distinct()
        .map(object -> lost.getOrDefault(new Pair(function.number(), object), Map.of()))
        .forEach(own -> own.forEach((name, weight) -> weights.merge(name, weight, Double::sum)));
    return of(weights);
  }

  /** Parts by name of the kind, which add up to 1; one part without a name if nothing is known. */
  Map<String, Double> of(int function, int object) {
    return of(lost.getOrDefault(new Pair(function, object), Map.of()));
  }

  private Map<String, Double> of(Map<String, Double> weights) {
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
