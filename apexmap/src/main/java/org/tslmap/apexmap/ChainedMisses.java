package org.tslmap.apexmap;

import java.util.Optional;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.profile.InstructionCounts;

/**
 * How much of a memory's latency the misses of a function take that wait for another miss. A core
 * looks ahead some instructions, and starts other chains of misses meanwhile, unless it waits at a
 * mispredicted branch that decides where the next ones are: {@code apexmap/README.md} has the rule.
 *
 * @param waited the part of the latency that is left when other misses are under way, 0..1
 * @param blocked {@link LoadDependence#blockedShare}
 */
public record ChainedMisses(double waited, double blocked) {

  /** Where nothing is known of the core or of the function's instructions. */
  public static final ChainedMisses ALL = new ChainedMisses(1, 1);

  /**
   * Those of a function.
   *
   * @param core of the machine; {@link CoreCosts#NONE} where it was not measured
   * @param loads the function's
   * @param instructions the function's, where they were counted
   */
  public static ChainedMisses of(
      CoreCosts core, LoadDependence loads, Optional<InstructionCounts> instructions) {
    if (instructions.isEmpty() || core.window() == 0 || loads.missed() == 0) {
      return ALL;
    }
    double apart = (double) instructions.get().all() / loads.missed();
    return new ChainedMisses(
        loads.deeperShare() * core.waited(loads.treeSize(), apart), loads.blockedShare());
  }

  /**
   * The share of such misses that take as long as dependent visits; others overlap.
   *
   * @param dependent what they take if all do
   * @param independent what they take if none does
   */
  public double share(double dependent, double independent) {
    double part =
        dependent <= independent
            ? 0
            : Math.max(0, (waited * dependent - independent) / (dependent - independent));
    return blocked + (1 - blocked) * part;
  }
}
