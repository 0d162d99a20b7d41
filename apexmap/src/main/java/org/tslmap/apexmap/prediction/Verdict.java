package org.tslmap.apexmap.prediction;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What limits a run on a machine, and by which numbers.
 *
 * @param bound the limit
 * @param computeSeconds time of what the core computes, accesses to the nearest cache among it; at
 *     least those where computing is not known
 * @param bandwidthSeconds time in which lines come from beyond the nearest cache as fast as they
 *     can
 * @param latencySeconds time in which accesses wait for single lines besides
 * @param pageSeconds time in which the system gives pages that are touched for the first time, 0
 *     where not known
 * @param reason why it is not known, or empty
 */
public record Verdict(
    Bound bound,
    double computeSeconds,
    double bandwidthSeconds,
    double latencySeconds,
    double pageSeconds,
    String reason) {

  /** If prediction explains less of the measured time than this, something else limits the run. */
  static final double EXPLAINED = 0.5;

  /**
   * The verdict on a run.
   *
   * @param memory what its accesses wait for, in nanoseconds
   * @param coreSeconds time of its instructions if no access waits, where that is known
   * @param pageSeconds time of first touches of pages
   * @param measuredSeconds what the run took natively, where that is known
   */
  public static Verdict of(
      MemoryTime memory,
      OptionalDouble coreSeconds,
      double pageSeconds,
      OptionalDouble measuredSeconds) {
    double compute = Math.max(1e-9 * memory.near(), coreSeconds.orElse(0));
    double bandwidth = 1e-9 * memory.bandwidth();
    double latency = 1e-9 * memory.latency();
    double explained = compute + bandwidth + latency + pageSeconds;
    if (measuredSeconds.isPresent() && explained < EXPLAINED * measuredSeconds.getAsDouble()) {
      return new Verdict(
          Bound.NOT_KNOWN,
          compute,
          bandwidth,
          latency,
          pageSeconds,
          String.format(
              Locale.ROOT,
              "only %.0f %% of the measured time is explained; the rest is computing, waiting for"
                  + " mispredicted branches, or system calls",
              100 * explained / measuredSeconds.getAsDouble()));
    }
    Bound bound = bandwidth >= latency ? Bound.BANDWIDTH : Bound.LATENCY;
    String reason = "";
    if (compute >= bandwidth + latency) {
      bound = coreSeconds.isPresent() ? Bound.COMPUTE : Bound.NOT_KNOWN;
      reason =
          coreSeconds.isPresent()
              ? ""
              : "most accesses are to the nearest cache, and the run does not tell how much is"
                  + " computed";
    }
    return new Verdict(bound, compute, bandwidth, latency, pageSeconds, reason);
  }

  /** In one line: the limit, and the times in per cent of their sum. */
  public String line() {
    double all = computeSeconds + bandwidthSeconds + latencySeconds + pageSeconds;
    return String.format(
        Locale.ROOT,
        "%s: %.0f %% computing and the nearest cache, %.0f %% bandwidth, %.0f %% latency%s%s",
        bound.label(),
        100 * computeSeconds / all,
        100 * bandwidthSeconds / all,
        100 * latencySeconds / all,
        pageSeconds == 0
            ? ""
            : String.format(
                Locale.ROOT, ", %.0f %% first touches of pages", 100 * pageSeconds / all),
        reason.isEmpty() ? "" : "; " + reason);
  }
}
