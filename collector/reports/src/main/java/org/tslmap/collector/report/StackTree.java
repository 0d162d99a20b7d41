package org.tslmap.collector.report;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.tslmap.collector.report.StackNode.Place;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.InlinedFunction;
import org.tslmap.locality.profile.Inlining;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/**
 * The accesses of a run as stacks: by call path, or by the place of the instructions alone. All
 * processes are added together, recursion is folded as in the table of calls, and the own values of
 * all nodes add up to the whole.
 *
 * <p>Accesses are counted by instruction and by call path, but not by both. So the places where a
 * function makes its accesses are told where it has one path only; there all its accesses are that
 * path's. Otherwise the place is unknown.
 */
public final class StackTree {

  /** What stacks are made of. */
  public enum Kind {
    /** Call paths, without the places that functions were called from. */
    CALLS,
    /** Call paths, with these places: calls from two lines are two paths. */
    CALLS_BY_PLACE,
    /** Places of instructions, without callers. */
    LINES
  }

  private final Report report;
  private final Kind kind;
  private final boolean inlined;
  private final StackMetrics metrics;
  private final StackNode root = StackNode.root();

  /** Source files of instructions that are not those of their functions, by function. */
  private final Map<FunctionInfo, Map<Long, String>> files = new HashMap<>();

  private StackTree(
      Report report,
      List<CacheSize> caches,
      Kind kind,
      boolean inlined,
      Optional<StackWeight> weight) {
    this.report = report;
    this.kind = kind;
    this.inlined = inlined;
    this.metrics =
        new StackMetrics(report.whole().parameters(), caches, kind == Kind.LINES, weight);
    if (kind == Kind.LINES) {
      eachSite(
          (process, site) ->
              addTo(root.child(process.functionOf(site), false, Place.UNKNOWN), process, site));
    } else {
      addCalls(kind == Kind.CALLS_BY_PLACE);
    }
  }

  /**
   * Makes the stacks of a run.
   *
   * @param caches the caches whose misses are counted
   * @param inlined whether inlined functions are functions of their own
   * @throws IllegalArgumentException if call paths are asked for and not known, or inlined
   *     functions of a sampled run
   */
  public static StackTree of(Report report, List<CacheSize> caches, Kind kind, boolean inlined) {
    return of(report, caches, kind, inlined, Optional.empty());
  }

  /**
   * The same, with one more quantity.
   *
   * @param weight the last of the metrics
   */
  public static StackTree of(Report report, List<CacheSize> caches, Kind kind, StackWeight weight) {
    return of(report, caches, kind, false, Optional.of(weight));
  }

  private static StackTree of(
      Report report,
      List<CacheSize> caches,
      Kind kind,
      boolean inlined,
      Optional<StackWeight> weight) {
    if (kind != Kind.LINES && !hasCalls(report)) {
      throw new IllegalArgumentException(Scope.NO_CALLS);
    }
    return new StackTree(report, caches, kind, inlined, weight);
  }

  /** Whether the call paths of a run are known. */
  public static boolean hasCalls(Report report) {
    return new Scope(report, List.of()).hasCalls();
  }

  /** What its stacks are made of. */
  public Kind kind() {
    return kind;
  }

  /** What is counted, in the order of values. */
  public List<StackMetric> metrics() {
    return metrics.metrics();
  }

  /** Functions that nobody is known to have called. */
  public List<StackNode> roots() {
    return List.copyOf(root.children());
  }

  /** Visits all nodes, callers before what they called. */
  public void each(Consumer<StackNode> visitor) {
    Deque<StackNode> left = new ArrayDeque<>(root.children());
    while (!left.isEmpty()) {
      StackNode node = left.pop();
      visitor.accept(node);
      List<StackNode> children = new ArrayList<>(node.children());
      for (int i = children.size() - 1; i >= 0; i--) {
        left.push(children.get(i));
      }
    }
  }

  /** What a function did itself on a path. */
  public double[] own(StackNode node) {
    double[] sum = metrics.none();
    node.own().values().forEach(values -> StackMetrics.add(values, sum));
    return sum;
  }

  /** The whole run by the report's sums; what its nodes weigh. */
  public double[] whole() {
    double[] weights = {0};
    each(node -> weights[0] += own(node)[metrics.metrics().size() - 1]);
    return metrics.of(new Scope(report, List.of()).whole().tally().orElseThrow(), weights[0]);
  }

  private interface SiteVisitor {
    void visit(ProcessProfile process, SiteProfile site);
  }

  private void eachSite(SiteVisitor visitor) {
    for (ProcessProfile process : report.processes()) {
      for (SiteProfile site : process.sites()) {
        if (site.accesses() > 0) {
          visitor.visit(process, site);
        }
      }
    }
  }

  /** Adds a site's accesses below the function that has its code. */
  private void addTo(StackNode function, ProcessProfile process, SiteProfile site) {
    StackNode node = function;
    if (inlined) {
      List<InlinedFunction> chain = site.origin().inlined();
      for (int i = chain.size() - 1; i >= 0; i--) {
        InlinedFunction inner = chain.get(i);
        String object = function.function().object();
        node =
            node.child(
                new FunctionInfo(inner.name(), object, inner.file(), inner.line()),
                true,
                Place.UNKNOWN);
      }
    }
    boolean load = site.kind() == AccessKind.LOAD;
    node.add(
        new Place(site.instruction(), process.fileOf(site), site.line()),
        metrics.of(
            function.function(),
            load ? site.accesses() : 0,
            load ? 0 : site.accesses(),
            site.accesses() * site.size(),
            site.histograms()));
  }

  private void addCalls(boolean byPlace) {
    if (byPlace) {
      eachSite(
          (process, site) -> {
            if (!site.origin().file().isEmpty()) {
              files
                  .computeIfAbsent(process.functionOf(site), f -> new HashMap<>())
                  .put(site.instruction(), site.origin().file());
            }
          });
    }
    Report shown =
        inlined
            ? Report.of(Inlining.on(report.profile()), report.selection(), report.notices())
            : report;
    CallTree tree = new CallTree(new Scope(shown, List.of()), byPlace);
    Map<CallTree.Node, StackNode> nodes = new HashMap<>();
    for (CallTree.Node node : tree.nodes()) {
      nodes.put(node, added(node, node.isRoot() ? root : nodes.get(node.parent())));
    }
    Map<FunctionInfo, StackNode> told = functionsOfOnePath(tree, nodes);
    Set<StackNode> withPlaces = new HashSet<>(told.values());
    for (CallTree.Node node : tree.nodes()) {
      StackNode stack = nodes.get(node);
      if (node.own().accesses() > 0 && !withPlaces.contains(stack)) {
        stack.add(Place.UNKNOWN, metrics.of(node.function(), node.own()));
      }
    }
    eachSite(
        (process, site) -> {
          StackNode node = told.get(process.functionOf(site));
          if (node != null) {
            addTo(node, process, site);
          }
        });
  }

  private StackNode added(CallTree.Node node, StackNode caller) {
    CallTree.Origin origin = node.origin();
    boolean isInlined =
        inlined && !node.isRoot() && node.calls() == 0 && node.own().accesses() == 0;
    Place from = Place.UNKNOWN;
    if (origin.site() != 0) {
      String file =
          files
              .getOrDefault(origin.caller(), Map.of())
              .getOrDefault(origin.site(), origin.caller().file());
      from = new Place(origin.site(), file, origin.line());
    }
    return caller.child(node.function(), isInlined, from);
  }

  /** The nodes of functions that made all their accesses on one path. */
  private Map<FunctionInfo, StackNode> functionsOfOnePath(
      CallTree tree, Map<CallTree.Node, StackNode> nodes) {
    Map<FunctionInfo, List<CallTree.Node>> paths = new HashMap<>();
    for (CallTree.Node node : tree.nodes()) {
      if (node.own().accesses() > 0) {
        paths.computeIfAbsent(node.function(), f -> new ArrayList<>()).add(node);
      }
    }
    Map<FunctionInfo, StackNode> told = new HashMap<>();
    for (FunctionProfile function : report.whole().functions()) {
      List<CallTree.Node> of = paths.getOrDefault(function.function(), List.of());
      if (of.size() == 1) {
        Tally own = of.get(0).own();
        if (own.loads() == function.loads()
            && own.stores() == function.stores()
            && own.histograms().equals(function.histograms())) {
          told.put(function.function(), nodes.get(of.get(0)));
        }
      }
    }
    return told;
  }
}
