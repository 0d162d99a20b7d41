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
}
