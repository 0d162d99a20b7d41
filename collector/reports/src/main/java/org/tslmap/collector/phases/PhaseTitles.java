package org.tslmap.collector.phases;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tslmap.collector.names.FunctionName;
import org.tslmap.collector.origin.Origin;
import org.tslmap.locality.profile.FunctionInfo;

/**
 * What people call the kinds of phases: by what makes most of their accesses, such as "spmv 81 %",
 * "start-up 70 %" or, when the program marked the phase, "solve: spmv 81 %".
 */
public final class PhaseTitles {
  /** A function with so much stands alone. */
  private static final double MOST = 0.5;

  private static final int SHORT = 28;

  /** What the name of code without a symbol is. */
  private static final String UNKNOWN = "???";

  private PhaseTitles() {}

  /**
   * The titles of a process's phases.
   *
   * @param functions those of the process
   * @return one for each of {@link Phases#kinds}, all different
   */
  public static List<String> of(Phases phases, List<FunctionInfo> functions) {
    List<String> titles = new ArrayList<>();
    for (int kind = 0; kind < phases.kinds().size(); kind++) {
      int number = kind;
      String does = does(phases.functionsOfKind(kind), functions);
      boolean marked = phases.list().stream().anyMatch(p -> p.kind() == number && p.marked());
      String title = marked ? phases.kinds().get(kind) + ": " + does : does;
      titles.add(titles.contains(title) ? title + " (" + phases.kinds().get(kind) + ")" : title);
    }
    return titles;
  }

  private static String does(List<PhaseShare> shares, List<FunctionInfo> functions) {
    Map<String, Long> byName = new HashMap<>();
    long all = 0;
    for (PhaseShare share : shares) {
      all += share.accesses();
      byName.merge(name(share.function(), functions), share.accesses(), Long::sum);
    }
    double whole = Math.max(1, all);
    List<Map.Entry<String, Long>> most =
        byName.entrySet().stream()
            .sorted(
                Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(2)
            .toList();
    if (most.isEmpty()) {
      return "no access";
    }
    String first = part(most.get(0), whole);
    return most.size() == 1 || most.get(0).getValue() >= MOST * whole
        ? first
        : first + ", " + part(most.get(1), whole);
  }

  private static String part(Map.Entry<String, Long> entry, double whole) {
    return String.format(Locale.ROOT, "%s %.0f %%", entry.getKey(), 100 * entry.getValue() / whole);
  }

  /** What a function is called for short, or what all that serves the program is called. */
  private static String name(int number, List<FunctionInfo> functions) {
    if (number < 0) {
      return "code without a name";
    }
    FunctionInfo function = functions.get(number);
    Origin origin = Origin.of(function);
    if (origin == Origin.START || origin == Origin.RUNTIME) {
      return origin.title();
    }
    if (function.name().isEmpty() || function.name().equals(UNKNOWN)) {
      String object = function.object();
      return object.isEmpty()
          ? "code of no file"
          : "code of " + object.substring(object.lastIndexOf('/') + 1);
    }
    String plain = new FunctionName(function.name()).shortest();
    return plain.length() <= SHORT ? plain : plain.substring(0, SHORT - 3) + "...";
  }
}
