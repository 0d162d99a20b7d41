package org.tslmap.locality.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * When and why a function changed between recorded and counted. Of many changes the first and the
 * last ones are kept.
 *
 * @param changes in their order; what is left out stood behind the first {@value #FIRST}
 * @param leftOut how many are left out
 */
public record StateHistory(List<StateChange> changes, long leftOut) {

  /** It was recorded all the time. */
  public static final StateHistory NONE = new StateHistory(List.of(), 0);

  private static final int FIRST = 8;
  private static final int MOST = 16;

  /** Changes that are told one by one. */
  private static final int TOLD = 3;

  /** Keeps the list unmodifiable. */
  public StateHistory {
    changes = List.copyOf(changes);
  }

  /** With one more change at the end. */
  public StateHistory plus(StateChange next) {
    List<StateChange> all = new ArrayList<>(changes);
    all.add(next);
    boolean isLong = all.size() > MOST;
    if (isLong) {
      all.remove(FIRST);
    }
    return new StateHistory(all, leftOut + (isLong ? 1 : 0));
  }

  /** Why it is in its last state; empty if it never changed. */
  public String reason() {
    return changes.isEmpty() ? "" : changes.get(changes.size() - 1).reason();
  }

  /** What happened when and why, in one line; empty if it never changed. */
  public String describe() {
    if (changes.isEmpty()) {
      return "";
    }
    long number = changes.size() + leftOut;
    List<String> told = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      if (number <= TOLD || i == 0 || i == changes.size() - 1) {
        told.add(describe(changes.get(i)));
      } else if (i == 1) {
        told.add("%d more changes".formatted(number - 2));
      }
    }
    return String.join(", ", told);
  }

  private static String describe(StateChange change) {
    String what = change.counted() ? "counted" : "recorded";
    return change.after() == 0
        ? "%s from the beginning (%s)".formatted(what, change.reason())
        : String.format(
            Locale.ROOT, "%s after %,d accesses (%s)", what, change.after(), change.reason());
  }

  /** Those of several processes by function, each that of the first one or the lowest MPI rank. */
  public static Map<FunctionInfo, StateHistory> byFunction(List<ProcessProfile> processes) {
    Map<FunctionInfo, StateHistory> all = new LinkedHashMap<>();
    processes.stream()
        .sorted(Comparator.comparingInt(process -> process.identity().rank()))
        .forEach(
            process -> {
              List<FunctionInfo> functions = process.functions();
              process
                  .states()
                  .forEach((number, one) -> all.putIfAbsent(functions.get(number), one));
            });
    return all;
  }
}
