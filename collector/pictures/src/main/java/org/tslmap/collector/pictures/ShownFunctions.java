package org.tslmap.collector.pictures;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.origin.Origin;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.ScoredStream;

/**
 * The functions that pictures show: those of the program with a share of the accesses that a person
 * can see, and start-up, libraries and runtime as one each; without those that were only counted.
 */
final class ShownFunctions {

  /** Functions with a smaller share of the accesses are left out. */
  private static final double LEAST_SHARE = 0.005;

  /**
   * A function, or all of one origin.
   *
   * @param name what pictures call it
   * @param histograms its reuse distances and strides
   * @param accesses how many it has
   */
  record Part(String name, Histograms histograms, long accesses) {}

  private ShownFunctions() {}

  /**
   * Those of a run, most accesses first.
   *
   * @param folded whether start-up, libraries and runtime are one each
   */
  static List<Part> of(ScoredStream whole, boolean folded) {
    List<Part> parts = new ArrayList<>();
    Map<Origin, List<FunctionProfile>> together = new EnumMap<>(Origin.class);
    for (FunctionProfile function : whole.functions()) {
      Origin origin = Origin.of(function.function());
      if (folded && origin.isFolded()) {
        together.computeIfAbsent(origin, any -> new ArrayList<>()).add(function);
      } else {
        parts.add(new Part(function.function().name(), function.histograms(), function.accesses()));
      }
    }
    together.forEach((origin, functions) -> parts.add(together(origin, functions, whole)));
    double least = Math.max(1, LEAST_SHARE * whole.totals().accesses());
    return parts.stream()
        .filter(part -> part.accesses() >= least && part.histograms().tellScores())
        .sorted(Comparator.comparingLong(Part::accesses).reversed())
        .toList();
  }

  private static Part together(Origin origin, List<FunctionProfile> functions, ScoredStream whole) {
    Histograms sum = Histograms.empty(whole.parameters());
    long accesses = 0;
    for (FunctionProfile function : functions) {
      sum.add(function.histograms());
      accesses += function.accesses();
    }
    String name =
        functions.size() == 1
            ? functions.get(0).function().name()
            : "%s (%d functions)".formatted(origin.title(), functions.size());
    return new Part(name, sum, accesses);
  }
}
