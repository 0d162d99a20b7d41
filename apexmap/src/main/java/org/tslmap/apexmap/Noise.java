package org.tslmap.apexmap;

import java.util.Locale;
import java.util.Optional;

/**
 * How steadily the machine ran while a surface was measured: a fixed calculation without memory
 * accesses, timed again and again between the points.
 *
 * @param samples how often it was timed
 * @param coreMegahertz the processor's clock that its median time stands for, in MHz: the
 *     calculation is a chain of operations of one cycle each
 * @param medianDeviation the median of |time / median time - 1|
 * @param worstDeviation the largest of them
 * @param otherProcessors processors that something else used on average meanwhile; 0 where that is
 *     not known
 */
public record Noise(
    int samples,
    double coreMegahertz,
    double medianDeviation,
    double worstDeviation,
    double otherProcessors) {

  /** From this median deviation on the machine did not run steadily. */
  private static final double UNSTEADY = 0.05;

  /** Nothing was timed. */
  public static final Noise NONE = new Noise(0, 0, 0, 0, 0);

  /** Why what was measured meanwhile is not to be trusted; empty if it is. */
  public Optional<String> disturbance() {
    return MachineLoad.disturbance(otherProcessors)
        .or(
            () ->
                medianDeviation < UNSTEADY
                    ? Optional.empty()
                    : Optional.of(
                        String.format(
                            Locale.ROOT,
                            "a fixed calculation varied by %.0f %% at the median",
                            100 * medianDeviation)));
  }

  /** The same beside somebody else who used so many processors. */
  Noise beside(double processors) {
    return new Noise(samples, coreMegahertz, medianDeviation, worstDeviation, processors);
  }
}
