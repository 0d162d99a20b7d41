package org.tslmap.collector.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.collector.attribution.AttributionResult;
import org.tslmap.collector.attribution.EstimatedFootprint;
import org.tslmap.collector.attribution.Estimates;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.pass.Node;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.Footprints;
import org.tslmap.locality.profile.FunctionInfo;

/** The calls of a process, as far as something was called or accessed that was wanted. */
final class CountedCalls {
  private final AttributionResult attributed;
  private final List<CallNode> nodes = new ArrayList<>();

  /** By context: its node, -1 if it is none. */
  private final int[] nodeOf;

  CountedCalls(
      MetricParameters parameters,
      SymbolTables symbols,
      LocalityEngine engine,
      AttributionResult attributed,
      Optional<Estimates> estimates,
      CountedSites sites,
      CountedAccesses counted) {
    this.attributed = attributed;
    nodeOf = new int[attributed.contextCount()];
    Histograms[] counts = new Histograms[nodeOf.length];
    if (attributed.hasCalls()) {
      engine.eachContext(
          (context, result) -> {
            attributed.addMisses(context, result);
            counts[context] = result;
          });
    }
    estimates.ifPresent(
        parts -> parts.eachContext((context, result) -> add(counts, context, result)));
    long[] estimatedStores = estimates.map(Estimates::stores).orElse(new long[nodeOf.length]);
    Optional<SampledCalls> sampled =
        estimates.map(parts -> new SampledCalls(attributed, parts, accesses(counts)));
    boolean[] active = active(counts);
    for (int context = 0; context < counts.length; context++) {
      nodeOf[context] = active[context] ? nodes.size() : -1;
      if (!active[context]) {
        continue;
      }
      Node node = attributed.context(context);
      int caller = node.parent();
      int site = node.callSite();
      long all = counts[context] == null ? 0 : counts[context].accesses();
      long stores =
          attributed.samples()
              ? attributed.scored(context, true) + estimatedStores[context]
              : node.stores();
      nodes.add(
          new CallNode(
              caller < 0 ? caller : nodeOf[caller],
              node.function(),
              site < 0 ? 0 : symbols.site(site).instruction(),
              site < 0 ? 0 : symbols.site(site).line(),
              calls(sampled, context),
              attributed.samples() ? all - stores : node.loads(),
              stores,
              counts[context] == null ? Histograms.empty(parameters) : counts[context]));
    }
    if (attributed.hasCalls()) {
      addCounted(sites, counted);
    }
  }

  /** What was only counted: who called these functions then is not known. */
  private void addCounted(CountedSites sites, CountedAccesses counted) {
    Map<Integer, Long> known = new HashMap<>();
    nodes.forEach(node -> known.merge(node.function(), node.calls(), Long::sum));
    sites
        .counted()
        .forEach(
            (function, made) ->
                nodes.add(
                    new CallNode(
                        -1,
                        function,
                        0,
                        0,
                        counted.callsBeside(function, known.getOrDefault(function, 0L)),
                        made.loads(),
                        made.stores(),
                        made.histograms())));
  }

  private long calls(Optional<SampledCalls> sampled, int context) {
    return sampled
        .map(calls -> calls.of(context))
        .orElseGet(() -> attributed.context(context).calls());
  }

  private static long[] accesses(Histograms[] counts) {
    return Arrays.stream(counts).mapToLong(count -> count == null ? 0 : count.accesses()).toArray();
  }

  private static void add(Histograms[] counts, int context, Histograms more) {
    if (counts[context] == null) {
      counts[context] = more;
    } else {
      counts[context].add(more);
    }
  }

  /** The context of each of {@link #nodes}. */
  List<Integer> contexts() {
    List<Integer> contexts = new ArrayList<>();
    for (int context = 0; context < nodeOf.length; context++) {
      if (nodeOf[context] >= 0) {
        contexts.add(context);
      }
    }
    return contexts;
  }

  /** Contexts in which something was called or accessed that was wanted, with their callers. */
  private boolean[] active(Histograms[] counts) {
    boolean[] active = new boolean[attributed.contextCount()];
    for (int context = active.length - 1; context >= 0; context--) {
      Node node = attributed.context(context);
      active[context] |= node.calls() + node.loads() + node.stores() > 0 || counts[context] != null;
      int caller = node.parent();
      if (active[context] && caller >= 0) {
        active[caller] = true;
      }
    }
    return active;
  }

  /** Callers before what they call. */
  List<CallNode> nodes() {
    return nodes;
  }

  /** What was touched along each path of functions. */
  List<Footprints.Path> footprints(List<FunctionInfo> functions) {
    Map<List<Object>, Integer> paths = new HashMap<>();
    List<Integer> firsts = new ArrayList<>();
    List<Integer> callers = new ArrayList<>();
    int[] pathOfNode = new int[nodes.size()];
    for (int node = 0; node < pathOfNode.length; node++) {
      CallNode call = nodes.get(node);
      int caller = call.parent() < 0 ? -1 : pathOfNode[call.parent()];
      Object function = call.function() < 0 ? "" : functions.get(call.function());
      pathOfNode[node] = paths.computeIfAbsent(List.of(caller, function), key -> firsts.size());
      if (pathOfNode[node] == firsts.size()) {
        firsts.add(node);
        callers.add(caller);
      }
    }
    int[] pathOf = Arrays.stream(nodeOf).map(node -> node < 0 ? -1 : pathOfNode[node]).toArray();
    int[] none = new int[firsts.size()];
    Arrays.fill(none, -1);
    List<EstimatedFootprint> own = attributed.contextFootprints(pathOf, none);
    List<EstimatedFootprint> inclusive =
        attributed.contextFootprints(
            pathOf, callers.stream().mapToInt(Integer::intValue).toArray());
    List<Footprints.Path> footprints = new ArrayList<>();
    for (int path = 0; path < none.length; path++) {
      footprints.add(
          new Footprints.Path(
              firsts.get(path),
              own.get(path).footprint(),
              inclusive.get(path).footprint(),
              inclusive.get(path).oneOf()));
    }
    return footprints;
  }
}
