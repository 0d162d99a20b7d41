package org.tslmap.apexmap.prediction;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.tslmap.apexmap.placement.SinglePoint;

/**
 * What the memory accesses of a run cost on a machine.
 *
 * <p>Times are those of one thread: what several threads did at the same time is added up. They are
 * the time of accesses alone, but by {@link Method#COMBINED}, which is there if the profile has
 * counted instructions and the core was measured.
 *
 * @param accesses how many accesses
 * @param point where the whole run's two scores are on the plane
 * @param functions most time (by mixture) first; by mixture, their times add up to the whole
 * @param seconds time by method
 * @param memory what the accesses wait for, by mixture
 * @param coreSeconds time of the instructions if no access waits, where that is known
 * @param pageSeconds time in which the system gives pages that are touched for the first time, part
 *     of {@link Method#COMBINED}; 0 where it was not measured, or a part of the run was recorded
 * @param notes what a reader must know to judge the times, for example what was costed as something
 *     else
 */
public record Prediction(
    long accesses,
    SinglePoint point,
    List<FunctionTime> functions,
    Map<Method, Double> seconds,
    MemoryTime memory,
    OptionalDouble coreSeconds,
    double pageSeconds,
    List<String> notes) {

  /** Keeps lists and map unmodifiable. */
  public Prediction {
    functions = List.copyOf(functions);
    seconds = Map.copyOf(seconds);
    notes = List.copyOf(notes);
  }

  /**
   * Time of all accesses, in seconds.
   *
   * @throws IllegalArgumentException if the method needs more than one program
   */
  public double seconds(Method method) {
    if (!seconds.containsKey(method)) {
      throw new IllegalArgumentException("one program alone has no prediction by " + method);
    }
    return seconds.get(method);
  }

  /** Mean cost of an access, in nanoseconds. */
  public double nanosecondsPerAccess(Method method) {
    return 1e9 * seconds(method) / accesses;
  }
}
