package org.tslmap.apexmap;

/**
 * How steadily the machine ran while a surface was measured: a fixed calculation without memory
 * accesses, timed again and again between the points.
 *
 * @param samples how often it was timed
 * @param coreMegahertz the processor's clock that its median time stands for, in MHz: the
 *     calculation is a chain of operations of one cycle each
 * @param medianDeviation the median of |time / median time - 1|
 * @param worstDeviation the largest of them
 */
public record Noise(
    int samples, double coreMegahertz, double medianDeviation, double worstDeviation) {

  /** Nothing was timed. */
  public static final Noise NONE = new Noise(0, 0, 0, 0);
}
