package org.tslmap.apexmap.prediction;

/**
 * How much of what memory can do at a program's locality the program used.
 *
 * @param accessesPerSecond accesses of the native run by its time
 * @param limitPerSecond accesses that the surface allows at this locality: accesses by predicted
 *     time
 */
public record Utilisation(double accessesPerSecond, double limitPerSecond) {

  /**
   * From this share on a program is memory bound at its locality. Below, at least a quarter of its
   * time went into something else (computation, waiting, system calls), so faster memory at the
   * same locality would not be felt to its full extent.
   */
  public static final double MEMORY_BOUND = 0.75;

  /**
   * The utilisation of a run.
   *
   * @param accesses accesses of the profile
   * @param nativeSeconds time of the same work without the profiler, of all threads added up
   * @param predictedSeconds time of the accesses by the surface
   * @throws IllegalArgumentException unless all are greater than 0
   */
  public static Utilisation of(long accesses, double nativeSeconds, double predictedSeconds) {
    if (accesses <= 0 || !(nativeSeconds > 0) || !(predictedSeconds > 0)) {
      throw new IllegalArgumentException(
          "accesses, native and predicted time must be greater than 0, but are %d, %s s and %s s"
              .formatted(accesses, nativeSeconds, predictedSeconds));
    }
    return new Utilisation(accesses / nativeSeconds, accesses / predictedSeconds);
  }

  /** Share of the limit; more than 1 if the prediction was too slow. */
  public double share() {
    return accessesPerSecond / limitPerSecond;
  }

  /** Whether the program is bound by memory at this locality. */
  public boolean memoryBound() {
    return share() >= MEMORY_BOUND;
  }
}
