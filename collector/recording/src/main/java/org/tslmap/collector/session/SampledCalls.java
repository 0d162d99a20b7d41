package org.tslmap.collector.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.tslmap.collector.attribution.AttributionResult;
import org.tslmap.collector.attribution.Estimates;
import org.tslmap.locality.Apportionment;
import org.tslmap.locality.pass.Node;

/**
 * How often functions were called along each path in a sampled stream. A call stores its return
 * address, and how often each site stored is counted. So the calls of a function add up exactly if
 * no site calls several functions; how they share out among the paths through a site is estimated.
 */
final class SampledCalls {
  /** So many calls seen in bursts tell which paths a site's calls took. */
  private static final long ENOUGH = 16;

  private final AttributionResult attributed;
  private final Estimates estimates;
  private final long[] accesses;
  private final long[] calls;

  /** Calls by a site: of entries of linkage tables, or of functions. */
  private record Calls(int site, boolean ofStubs) {}

  /**
   * Finds the calls of contexts.
   *
   * @param accesses of each context, estimated
   */
  SampledCalls(AttributionResult attributed, Estimates estimates, long[] accesses) {
    this.attributed = attributed;
    this.estimates = estimates;
    this.accesses = accesses;
    calls = new long[accesses.length];
    Map<Calls, List<Integer>> bySite = new HashMap<>();
    for (int context = 0; context < calls.length; context++) {
      Node node = attributed.context(context);
      calls[context] = attributed.exactCalls(context);
      if (node.callSite() < 0) {
        calls[context] += inProportion(context);
      } else {
        bySite
            .computeIfAbsent(
                new Calls(node.callSite(), attributed.isStub(node.function())),
                site -> new ArrayList<>())
            .add(context);
      }
    }
    bySite.forEach((site, contexts) -> share(later(site.site(), contexts), contexts));
  }

  /** Calls of a context. */
  long of(int context) {
    return calls[context];
  }

  /** What nobody called, such as the target of a jump: in proportion to accesses. */
  private long inProportion(int context) {
    long seen = inBursts(context);
    Node node = attributed.context(context);
    long scored = node.loads() + node.stores() - exactly(context);
    return scored > 0 ? Math.round(seen * ((double) afterwards(context) / scored)) : seen;
  }

  /** Calls that a site made of these contexts after the accesses that were all scored. */
  private long later(int site, List<Integer> contexts) {
    long left = estimates.made(site) - estimates.scored(site);
    long exact = contexts.stream().mapToLong(attributed::exactCalls).sum();
    // Not all of its calls may be calls of what has accesses.
    return exact == 0 || exact >= estimates.scored(site)
        ? left
        : Math.round(left * ((double) exact / estimates.scored(site)));
  }

  private void share(long left, List<Integer> contexts) {
    IntToDoubleFunction weight =
        sum(contexts, this::inBursts) >= ENOUGH
            ? this::inBursts
            : sum(contexts, this::afterwards) > 0
                ? this::afterwards
                : sum(contexts, attributed::exactCalls) > 0 ? attributed::exactCalls : one -> 1;
    long[] shares =
        Apportionment.byWeight(
            left, contexts.stream().mapToDouble(weight::applyAsDouble).toArray());
    for (int i = 0; i < shares.length; i++) {
      calls[contexts.get(i)] += shares[i];
    }
  }

  private static double sum(List<Integer> contexts, IntToDoubleFunction weight) {
    return contexts.stream().mapToDouble(weight::applyAsDouble).sum();
  }

  private long inBursts(int context) {
    return attributed.context(context).calls() - attributed.exactCalls(context);
  }

  private long exactly(int context) {
    return attributed.scored(context, true) + attributed.scored(context, false);
  }

  private long afterwards(int context) {
    return Math.max(0, accesses[context] - exactly(context));
  }
}
