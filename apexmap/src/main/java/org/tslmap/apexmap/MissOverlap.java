package org.tslmap.apexmap;

import java.util.List;
import org.tslmap.locality.LoadDependence;

/**
 * How much of a memory's latency the misses of a function take that nobody foresees. A core looks
 * ahead some instructions, and starts what it finds there meanwhile: misses that wait for no other
 * one, and other chains, unless it waits at a mispredicted branch that decides where the next ones
 * are: {@code apexmap/README.md} has the rule.
 *
 * @param first the part of the latency that a miss takes which waits for no other one, 0..1
 * @param waited the same of one that waits, 0..1
 * @param blocked {@link LoadDependence#blockedShare}
 */
public record MissOverlap(double first, double waited, double blocked) {

  /** Where nothing is known of the core or of the function's instructions. */
  public static final MissOverlap UNKNOWN = new MissOverlap(0, 1, 1);

  /**
   * Those of a function.
   *
   * @param core of the machine; {@link CoreCosts#NONE} where it was not measured
   * @param loops where the function misses; none if its instructions are not known
   */
  public static MissOverlap of(CoreCosts core, List<LoopMisses> loops) {
    LoadDependence loads =
        loops.stream().map(LoopMisses::loads).reduce(LoadDependence.NONE, LoadDependence::plus);
    if (core.window() == 0 || loads.missed() == 0) {
      return UNKNOWN;
    }
    double sum = 0;
    for (LoopMisses loop : loops) {
      sum += loop.loads().missed() * core.waited(loads.treeSize(), loop.apart());
    }
    double first = sum / loads.missed();
    return new MissOverlap(first, loads.deeperShare() * first, loads.blockedShare());
  }

  /** Whether any of these misses takes more than independent visits do. */
  public boolean waits(LoadDependence loads) {
    return loads.chained() > 0 || (loads.missed() > 0 && first > 0);
  }

  /**
   * The share of some misses that take as long as dependent visits; others overlap as independent
   * ones do.
   *
   * @param loads the misses
   * @param dependent what they take if all do
   * @param independent what they take if none does
   * @return the share of all that missed, 0..1
   */
  public double share(LoadDependence loads, double dependent, double independent) {
    return share(loads, dependent, independent, 0);
  }

  /**
   * The same where what the core looks ahead over at a time takes as long as the longest miss in
   * it, which is more than their mean where some are served nearer than others.
   *
   * @param longest what all misses take if they are waited for in this way, and none waits for
   *     another one; 0 if not known
   */
  public double share(LoadDependence loads, double dependent, double independent, double longest) {
    double chained = loads.chainedShare();
    double all = blocked * chained;
    double others = 1 - all;
    if (others <= 0 || dependent <= independent) {
      return all;
    }
    double alone = Math.max(first, longest / dependent);
    double part = ((1 - chained) * alone + (chained - all) * waited) / others;
    return all + others * Math.max(0, (part * dependent - independent) / (dependent - independent));
  }
}
