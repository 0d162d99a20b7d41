package org.tslmap.collector.hotspots;

import java.util.List;
import java.util.Optional;
import org.tslmap.apexmap.CoreCosts;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.SiteProfile;

/**
 * How much of a memory's latency the misses of a function take that wait for another miss. A core
 * looks ahead some instructions, and starts other chains of misses meanwhile, unless it waits at a
 * branch that it mispredicted: {@code apexmap/README.md} has the rule, which predictions follow,
 * too.
 *
 * @param waited the part of the latency that is left when other chains are under way, 0..1
 * @param blocked the share of these misses that wait behind a mispredicted branch, 0..1
 */
record Waiting(double waited, double blocked) {

  /** Where nothing is known of the core or of the function's instructions. */
  static final Waiting ALL = new Waiting(1, 1);

  /**
   * That of a function.
   *
   * @param core of the machine; {@link CoreCosts#NONE} where it was not measured
   * @param sites the function's
   * @param instructions the function's, where they were counted
   */
  static Waiting of(
      CoreCosts core, List<SiteProfile> sites, Optional<InstructionCounts> instructions) {
    LoadDependence loads =
        sites.stream()
            .flatMap(site -> site.dependence().stream())
            .reduce(LoadDependence.NONE, LoadDependence::plus);
    if (instructions.isEmpty() || core.window() == 0 || loads.missed() == 0) {
      return ALL;
    }
    double apart = (double) instructions.get().all() / loads.missed();
    double mispredicted = instructions.get().mispredicted().orElse(0);
    return new Waiting(
        core.waited(loads.chainLength(), apart),
        Math.min(1, mispredicted / Math.max(1, loads.chained())));
  }

  /**
   * The share of such misses that take as long as dependent visits; others overlap.
   *
   * @param dependent what they take if all do
   * @param independent what they take if none does
   */
  double share(double dependent, double independent) {
    double part =
        dependent <= independent
            ? 0
            : Math.max(0, (waited * dependent - independent) / (dependent - independent));
    return blocked + (1 - blocked) * part;
  }
}
