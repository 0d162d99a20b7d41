package org.tslmap.collector.hotspots;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Passes over temporaries: blocks that a function allocates again and again, that a few loops fill
 * and use, and that are freed. One change mends all of these passes, so they are one problem.
 */
final class TemporaryRules {

  /** So many passes over each block may be fused. */
  private static final double FEW = 16;

  private static final int MOST_NAMED = 4;

  /** A share of the waste that a remedy of its own is worth. */
  private static final double WORTH_SAVING = 0.1;

  /** A share of it from which the passes besides hardly count. */
  private static final double MOSTLY = 2.0 / 3;

  private TemporaryRules() {}

  /**
   * A function's pass over temporaries.
   *
   * @param wasted nanoseconds: what a loop computes and uses at once is not fetched at all
   */
  record Pass(FunctionUse function, CellGroup group, double wasted) {

    Pass(FunctionUse function, CellGroup group) {
      this(function, group, group.penalty(group.manner()));
    }

    /** The function that allocates what it passes over. */
    String allocator() {
      return group.object().object().function();
    }
  }

  /** Whether a group is one of these. */
  static boolean isPass(FunctionUse function, CellGroup group) {
    return group.object().isTemporary()
        && group.isDense()
        && !group.hasShortRuns()
        && group.passes() < FEW
        && !function.isLeftOut()
        && !function.isAllocator()
        && !function.copiesWhatGrows();
  }

  /**
   * Whether there is something to fuse or to leave out: the program has several functions that pass
   * over them, or several temporaries, or mostly clears them.
   */
  static boolean areOneProblem(List<Pass> passes) {
    return clearing(passes) >= MOSTLY
        || passes.stream()
                .filter(pass -> !pass.function().isOfSystem())
                .map(pass -> List.of(pass.function().number(), pass.group().object().number()))
                .distinct()
                .count()
            > 1;
  }

  /**
   * What is wrong with passes over what one function allocates.
   *
   * @param passes at least two, those of the program's own functions first, most waste first
   */
  static Diagnosis diagnose(List<Pass> passes) {
    CellGroup all = CellGroup.together(passes.stream().map(Pass::group).toList());
    String cache = all.object().memory().caches().get(all.reach()).name();
    Map<String, Double> functions = shares(passes, pass -> pass.function().text());
    Map<String, Double> objects = shares(passes, pass -> variable(pass.group().object()));
    FunctionUse first = passes.get(0).function();
    double clearing = clearing(passes);
    String sentence =
        clearing >= MOSTLY
            ? Wording.text(
                "clearing takes %s of the time lost with temporaries that %s allocates each time"
                    + " anew: it finds them evicted by %s or more of other lines, too many for %s;"
                    + " keep them from one time to the next, and clear only what was used, or note"
                    + " for each element in which round it was set, so that nothing need be cleared",
                Wording.percent(clearing),
                Wording.function(passes.get(0).allocator()),
                Wording.bytes(all.distance()),
                cache)
            : Wording.text(
                "%s go%s over temporaries that %s allocates each time anew, one pass after the other, and"
                    + " each pass finds them evicted by %s or more of other lines, too many for %s; fuse"
                    + " the passes, so that values are used where they are computed, or do all passes"
                    + " on one block that fits into %s before the next%s",
                named(functions, first.at(passes.get(0).group())),
                functions.size() == 1 ? "es" : "",
                Wording.function(passes.get(0).allocator()),
                Wording.bytes(all.distance()),
                cache,
                cache,
                clearing >= WORTH_SAVING
                    ? "; keep them from one time to the next instead of clearing new ones"
                    : "");
    return new Diagnosis(
        AccessPattern.TEMPORARIES,
        sentence,
        List.of(
            Wording.text("time lost by function: %s", text(functions)),
            Wording.text("by temporary: %s", text(objects)),
            blocks(passes)),
        passes.stream()
            .map(pass -> pass.group().object().object().name())
            .distinct()
            .sorted()
            .toList());
  }

  /** The share of the waste in what the C library does to clear new ones, 0..1. */
  private static double clearing(List<Pass> passes) {
    double all = passes.stream().mapToDouble(Pass::wasted).sum();
    return passes.stream().filter(pass -> pass.function().clears()).mapToDouble(Pass::wasted).sum()
        / Math.max(Double.MIN_VALUE, all);
  }

  /** What these passes are about, for people. */
  static String object(List<Pass> passes) {
    return "temporaries of " + passes.get(0).allocator();
  }

  private static String variable(ObjectUse object) {
    String variable = object.object().assignedTo();
    return variable.isEmpty() ? Wording.object(object.object().nameWithoutCallers()) : variable;
  }

  private static String blocks(List<Pass> passes) {
    List<ObjectUse> objects = passes.stream().map(p -> p.group().object()).distinct().toList();
    long blocks = objects.stream().mapToLong(object -> object.object().instances()).sum();
    long largest = objects.stream().mapToLong(object -> object.object().bytes()).max().orElse(0);
    return Wording.text(
        "%,d blocks of at most %s, most of them where others were", blocks, Wording.bytes(largest));
  }

  private static String named(Map<String, Double> functions, String first) {
    List<String> others = functions.keySet().stream().skip(1).toList();
    return switch (others.size()) {
      case 0 -> first;
      case 1 -> first + " and " + others.get(0);
      default -> Wording.text("%s, %s and others", first, others.get(0));
    };
  }

  private static Map<String, Double> shares(List<Pass> passes, Function<Pass, String> name) {
    Map<String, Double> sums =
        passes.stream()
            .collect(
                Collectors.groupingBy(
                    name, LinkedHashMap::new, Collectors.summingDouble(Pass::wasted)));
    double all = sums.values().stream().mapToDouble(w -> w).sum();
    Map<String, Double> shares = new LinkedHashMap<>();
    shares.put(name.apply(passes.get(0)), 0.0);
    sums.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .forEach(sum -> shares.put(sum.getKey(), all > 0 ? sum.getValue() / all : 0));
    return shares;
  }

  private static String text(Map<String, Double> shares) {
    return shares.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(MOST_NAMED)
        .map(share -> share.getKey() + " " + Wording.percent(share.getValue()))
        .collect(Collectors.joining(", "));
  }
}
