package org.tslmap.npb.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Which runs a sweep consists of.
 *
 * @param repeats of native runs, 1 or more
 * @param store whether traces are stored
 * @param compareTools whether other tools and modes are run too
 * @param functions measured alone
 */
public record SweepPlan(
    int repeats, boolean store, boolean compareTools, List<Function> functions) {

  /** Lackey and Cachegrind are run on the smallest class only, and on what has no class. */
  private static final List<String> CLASSES_OF_OTHER_TOOLS = List.of("S", "");

  /**
   * A function of a benchmark.
   *
   * @param benchmark as {@link Subject#benchmark} has it
   * @param name as {@code --fn} takes it
   */
  public record Function(String benchmark, String name) {}

  /** Keeps the list unmodifiable. */
  public SweepPlan {
    functions = List.copyOf(functions);
  }

  /** The runs of all these. */
  public List<PlannedRun> runs(List<Subject> subjects) {
    List<PlannedRun> runs = new ArrayList<>();
    for (Subject subject : subjects) {
      runs.add(new PlannedRun(subject, Tool.NATIVE, "", repeats));
      for (Tool tool : tools(subject)) {
        runs.add(new PlannedRun(subject, tool, "", 1));
      }
      for (Function function : functions) {
        if (function
            .benchmark()
            .toLowerCase(Locale.ROOT)
            .equals(subject.benchmark().toLowerCase(Locale.ROOT))) {
          runs.add(new PlannedRun(subject, whole(), function.name(), 1));
        }
      }
    }
    return runs;
  }

  private Tool whole() {
    return store ? Tool.STORE : Tool.SCORE;
  }

  private List<Tool> tools(Subject subject) {
    if (!compareTools) {
      return List.of(Tool.NONE, whole());
    }
    return CLASSES_OF_OTHER_TOOLS.contains(subject.problemClass())
        ? List.of(Tool.NONE, Tool.LACKEY, Tool.CACHEGRIND, Tool.TRACE, Tool.SCORE, Tool.STORE)
        : List.of(Tool.NONE, Tool.TRACE, Tool.SCORE, Tool.STORE);
  }
}
