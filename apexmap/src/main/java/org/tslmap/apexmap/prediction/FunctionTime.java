package org.tslmap.apexmap.prediction;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.tslmap.apexmap.placement.SinglePoint;
import org.tslmap.locality.profile.FunctionInfo;

/**
 * What a function's own accesses cost.
 *
 * @param function which function
 * @param accesses how many
 * @param point where its two scores are on the plane
 * @param groups what it is made of, most time first
 * @param coreSeconds time of its instructions if no access waits, where that is known
 * @param seconds time by method, of one thread after the other
 */
public record FunctionTime(
    FunctionInfo function,
    long accesses,
    SinglePoint point,
    List<GroupTime> groups,
    OptionalDouble coreSeconds,
    Map<Method, Double> seconds) {

  /** Keeps list and map unmodifiable. */
  public FunctionTime {
    groups = List.copyOf(groups);
    seconds = Map.copyOf(seconds);
  }
}
