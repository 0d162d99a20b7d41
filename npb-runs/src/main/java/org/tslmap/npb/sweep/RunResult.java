package org.tslmap.npb.sweep;

import java.util.List;
import java.util.Objects;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * What came of one run, repeats included.
 *
 * @param run what was done
 * @param failure why it failed, one line; empty when all went well
 * @param seconds wall time of each repeat, of everything: the program, Valgrind, the collector, and
 *     what starts ranks
 * @param programSeconds wall time of the program's process alone, the longest of a run's, the
 *     median of repeats
 * @param ownSeconds what the benchmark itself says its timed part took, median; 0 if it says
 *     nothing
 * @param peakBytes most resident memory of the program's processes, Valgrind in them included;
 *     ranks added up; the largest of repeats
 * @param collectorPeakBytes most resident memory of the collector, 0 without one
 * @param traceBytes size of the stored trace, 0 if none was stored
 * @param scores what was measured
 */
public record RunResult(
    PlannedRun run,
    String failure,
    List<Double> seconds,
    double programSeconds,
    double ownSeconds,
    long peakBytes,
    long collectorPeakBytes,
    long traceBytes,
    Scores scores) {

  /** Keeps the list unmodifiable. */
  public RunResult {
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(failure, "failure");
    Objects.requireNonNull(scores, "scores");
    seconds = List.copyOf(seconds);
  }

  /** A run of which nothing but its failure is known. */
  static RunResult failed(PlannedRun run, String failure) {
    return new RunResult(run, failure, List.of(), 0, 0, 0, 0, 0, Scores.NONE);
  }

  /** Whether all went well. */
  public boolean succeeded() {
    return failure.isEmpty();
  }

  /** Median wall time in seconds, 0 without any. */
  public double medianSeconds() {
    return seconds.isEmpty() ? 0 : median(seconds);
  }

  /** Slowest less fastest repeat, relative to the median. */
  public double spread() {
    if (seconds.isEmpty()) {
      return 0;
    }
    double least = seconds.stream().mapToDouble(s -> s).min().orElseThrow();
    double greatest = seconds.stream().mapToDouble(s -> s).max().orElseThrow();
    return (greatest - least) / medianSeconds();
  }

  static double median(List<Double> values) {
    return new Median().evaluate(values.stream().mapToDouble(v -> v).toArray());
  }
}
