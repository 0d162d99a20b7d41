package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.Footprints;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.ScoreErrors;

/**
 * Who called whom, of all processes together, with recursion folded: a function that is called
 * while it is running already goes on as the node it is, so that no path holds a function twice and
 * what is below a node is counted once.
 */
final class CallTree {

  private static final FunctionInfo UNKNOWN = new FunctionInfo("???", "", "", 0);

  /**
   * Where a call came from.
   *
   * @param caller the function that called
   * @param site address of the call instruction, 0 when calls are not told apart by it
   * @param line source line of the call, 0 when not known
   */
  record Origin(FunctionInfo caller, long site, int line) {}

  /** A function along one path of callers. */
  static final class Node {
    private final Node parent;
    private final FunctionInfo function;
    private final Origin origin;
    private final Map<List<Object>, Node> children = new LinkedHashMap<>();
    private final Map<Origin, Long> recursion = new LinkedHashMap<>();
    private final Tally own;
    private Optional<Footprint> footprint = Optional.empty();
    private long calls;
    private long accesses;

    private Node(Node parent, FunctionInfo function, Origin origin, Tally own) {
      this.parent = parent;
      this.function = function;
      this.origin = origin;
      this.own = own;
    }

    FunctionInfo function() {
      return function;
    }

    /** Who called; without a caller its function is unknown and its site 0. */
    Origin origin() {
      return origin;
    }

    boolean isRoot() {
      return parent == null;
    }

    Node parent() {
      return parent;
    }

    List<Node> children() {
      return List.copyOf(children.values());
    }

    /** Calls from the parent. */
    long calls() {
      return calls;
    }

    /** Calls from further below, that found the function running already. */
    Map<Origin, Long> recursion() {
      return recursion;
    }

    long recursiveCalls() {
      return recursion.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Its own accesses. */
    Tally own() {
      return own;
    }

    /** Its own accesses and those of everything it called. */
    long accesses() {
      return accesses;
    }

    /** The functions from the root to here. */
    String path() {
      return parent == null ? function.name() : parent.path() + ";" + function.name();
    }
  }

  private final Scope scope;
  private final boolean bySite;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<List<Object>, Node> roots = new LinkedHashMap<>();

  /** What was last added up: all columns of a row ask for it. */
  private Node summed;

  private Tally sum;

  /**
   * Folds the calls of a run.
   *
   * @param bySite whether calls of one function from several places in another are told apart
   */
  CallTree(Scope scope, boolean bySite) {
    this.scope = scope;
    this.bySite = bySite;
    scope.processes().forEach(this::add);
    scope.withoutCalls().ifPresent(tally -> node(null, UNKNOWN, nowhere()).own.add(tally));
    for (int i = nodes.size() - 1; i >= 0; i--) {
      Node node = nodes.get(i);
      node.accesses += node.own.accesses();
      if (node.parent != null) {
        node.parent.accesses += node.accesses;
      }
    }
  }

  /** Functions that nobody called. */
  List<Node> roots() {
    return List.copyOf(roots.values());
  }

  /** All nodes; callers come before what they called. */
  List<Node> nodes() {
    return nodes;
  }

  /** A node's accesses and those of everything it called; not to be changed. */
  Tally inclusive(Node node) {
    if (node != summed) {
      Tally all = new Tally(scope.parameters());
      addAll(node, all);
      all.setFootprint(node.footprint);
      summed = node;
      sum = all;
    }
    return sum;
  }

  private static void addAll(Node node, Tally sum) {
    sum.add(node.own);
    node.children.values().forEach(child -> addAll(child, sum));
  }

  private static Origin nowhere() {
    return new Origin(UNKNOWN, 0, 0);
  }

  private void add(ProcessProfile process) {
    List<CallNode> calls = process.attribution().calls();
    Node[] folded = new Node[calls.size()];
    List<ScoreErrors> errors = process.sampling().map(Sampling::calls).orElse(List.of());
    for (int i = 0; i < folded.length; i++) {
      CallNode call = calls.get(i);
      FunctionInfo function =
          call.function() < 0 ? UNKNOWN : process.functions().get(call.function());
      Node caller = call.parent() < 0 ? null : folded[call.parent()];
      Origin origin =
          caller == null
              ? nowhere()
              : new Origin(
                  functionOf(process, calls.get(call.parent())),
                  bySite ? call.callSite() : 0,
                  bySite ? call.callLine() : 0);
      Node running = running(caller, function);
      if (running == null) {
        folded[i] = node(caller, function, origin);
        folded[i].calls += call.calls();
      } else {
        folded[i] = running;
        if (call.calls() > 0) {
          running.recursion.merge(origin, call.calls(), Long::sum);
        }
      }
      folded[i].own.add(call.loads(), call.stores(), call.histograms());
      if (i < errors.size()) {
        folded[i].own.addErrors(errors.get(i), call.accesses());
      }
    }
    if (!bySite) {
      for (Footprints.Path path : process.attribution().footprints().paths()) {
        Node node = folded[path.node()];
        node.own.addFootprint(path.own());
        Footprint more = path.inclusive();
        node.footprint = Optional.of(node.footprint.map(own -> own.plus(more)).orElse(more));
      }
    }
  }

  private static FunctionInfo functionOf(ProcessProfile process, CallNode call) {
    return call.function() < 0 ? UNKNOWN : process.functions().get(call.function());
  }

  private static Node running(Node from, FunctionInfo function) {
    Node node = from;
    while (node != null && !node.function.equals(function)) {
      node = node.parent;
    }
    return node;
  }

  private Node node(Node parent, FunctionInfo function, Origin origin) {
    return (parent == null ? roots : parent.children)
        .computeIfAbsent(
            List.of(function, origin),
            key -> {
              Node node = new Node(parent, function, origin, new Tally(scope.parameters()));
              nodes.add(node);
              return node;
            });
  }
}
