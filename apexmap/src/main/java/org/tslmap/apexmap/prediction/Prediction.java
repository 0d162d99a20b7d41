package org.tslmap.apexmap.prediction;

import java.util.List;
import java.util.Map;
import org.tslmap.apexmap.placement.SinglePoint;

/**
 * What the memory accesses of a run cost on a machine.
 *
 * <p>Times are those of one thread: what several threads did at the same time is added up. They are
 * the time of accesses alone; a program that computes much for each access takes longer, and see
 * {@link #seconds(Method, double, double)}.
 *
 * @param accesses how many accesses
 * @param point where the whole run's two scores are on the plane
 * @param functions most time (by mixture) first; by mixture, their times add up to the whole
 * @param seconds time by method
 * @param memory what the accesses wait for, by mixture
 * @param notes what a reader must know to judge the times, for example what was costed as something
 *     else
 */
public record Prediction(
    long accesses,
    SinglePoint point,
    List<FunctionTime> functions,
    Map<Method, Double> seconds,
    MemoryTime memory,
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

  /**
   * Time in seconds where the rate of instructions was measured too: that of the accesses or that
   * of the instructions, whichever is longer, as both go on at the same time.
   *
   * @param method how the accesses are costed
   * @param instructionsPerAccess instructions the program executes for each access
   * @param instructionsPerSecond how many the machine executes when none waits for memory
   */
  public double seconds(Method method, double instructionsPerAccess, double instructionsPerSecond) {
    return Math.max(seconds(method), accesses * instructionsPerAccess / instructionsPerSecond);
  }

  /** Mean cost of an access, in nanoseconds. */
  public double nanosecondsPerAccess(Method method) {
    return 1e9 * seconds(method) / accesses;
  }
}
