package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.tslmap.collector.origin.Origin;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/** How functions are called, by the calling context tree; nothing is known without one. */
final class CallUse {

  private static final int MOST_CALLERS = 3;

  /** What functions without a name are called. */
  private static final String UNKNOWN = "???";

  private final List<FunctionInfo> functions;
  private final List<CallNode> nodes;
  private final Map<Integer, Long> calls = new HashMap<>();
  private final Set<Integer> recursive = new HashSet<>();

  /** The sites that call: each stores the address to return to. */
  private final Map<Long, SiteProfile> callSites = new HashMap<>();

  /**
   * The nearest caller of a function that is outside.
   *
   * @param callSite address of its call, which need not be of the function itself
   */
  private record Caller(int function, long callSite) {}

  /** Accesses of each function by that. */
  private final Map<Integer, Map<Caller, Long>> callers = new HashMap<>();

  CallUse(ProcessProfile process) {
    functions = process.functions();
    nodes = process.attribution().calls();
    Set<Long> calls = nodes.stream().map(CallNode::callSite).collect(Collectors.toSet());
    process.sites().stream()
        .filter(site -> calls.contains(site.instruction()))
        .forEach(site -> callSites.put(site.instruction(), site));
    for (CallNode node : nodes) {
      if (node.function() >= 0) {
        add(node);
      }
    }
  }

  private void add(CallNode node) {
    calls.merge(node.function(), node.calls(), Long::sum);
    Caller caller = null;
    CallNode below = node;
    for (int above = node.parent(); above >= 0; above = below.parent()) {
      int function = nodes.get(above).function();
      if (function == node.function()) {
        recursive.add(function);
      }
      if (caller == null && function >= 0 && isOutside(function, node.function())) {
        caller = new Caller(function, below.callSite());
      }
      below = nodes.get(above);
    }
    if (caller != null && node.accesses() > 0) {
      callers
          .computeIfAbsent(node.function(), f -> new HashMap<>())
          .merge(caller, node.accesses(), Long::sum);
    }
  }

  /** Whether a function is in another object file than one it called, and not the system's. */
  private boolean isOutside(int function, int called) {
    return !functions.get(function).object().equals(functions.get(called).object())
        && !Origin.isOfSystem(functions.get(function))
        && !Origin.isOfWaiting(functions.get(function))
        && !functions.get(function).name().equals(UNKNOWN);
  }

  /** Whether a function was called while it ran. */
  boolean isRecursive(int function) {
    return recursive.contains(function);
  }

  /** How often a function was called, 0 if nothing is known of it. */
  long calls(int function) {
    return calls.getOrDefault(function, 0L);
  }

  /** A function's accesses by something of the caller outside on whose behalf they are. */
  private Map<String, Long> byCaller(int function, Function<Caller, String> what) {
    Map<String, Long> accesses = new HashMap<>();
    callers
        .getOrDefault(function, Map.of())
        .forEach((caller, count) -> accesses.merge(what.apply(caller), count, Long::sum));
    return accesses;
  }

  private String name(Caller caller) {
    return Wording.function(functions.get(caller.function()).name());
  }

  /** The caller and the line of the program's text in which it calls, if that is known. */
  private String nameAndLine(Caller caller) {
    SiteProfile site = callSites.get(caller.callSite());
    String line =
        site == null || site.function() != caller.function()
            ? ""
            : FunctionUse.programLine(site, functions.get(caller.function()));
    return line.isEmpty() ? name(caller) : name(caller) + " at " + line;
  }

  private static long sum(Map<String, Long> accesses) {
    return accesses.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The share of a function's accesses on behalf of callers outside that are called so, 0..1. */
  double share(int function, Predicate<String> name) {
    Map<String, Long> accesses = byCaller(function, this::name);
    double all = sum(accesses);
    accesses.keySet().removeIf(name.negate());
    return all == 0 ? 0 : sum(accesses) / all;
  }

  /**
   * Who called a function of a library from outside of it, by the function's accesses on behalf of
   * each, most first, three at most: "sort at app.c:12 (80%)".
   */
  List<String> callers(int function) {
    Map<String, Long> accesses = byCaller(function, this::nameAndLine);
    double all = sum(accesses);
    List<String> names = new ArrayList<>();
    accesses.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MOST_CALLERS)
        .forEach(
            caller ->
                names.add(
                    Wording.text(
                        "%s (%s)", caller.getKey(), Wording.percent(caller.getValue() / all))));
    return names;
  }
}
