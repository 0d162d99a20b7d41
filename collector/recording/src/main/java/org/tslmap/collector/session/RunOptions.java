package org.tslmap.collector.session;

import java.nio.file.Path;
import java.util.List;
import org.tslmap.collector.analysis.SinkFactory;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;

/**
 * What to record.
 *
 * @param runFolder where results go; made when missing
 * @param parameters what the metrics are computed with
 * @param engine which engine computes them
 * @param storeTrace whether the trace is kept
 * @param traceLimitBytes bytes of trace kept at most, over all processes; then storing stops
 * @param sinks take the accesses as they are decoded, one instance of each for each process
 * @param expectedRanks how many MPI ranks should connect, 0 when that is not known
 * @param attribution what accesses are attributed to besides code
 */
public record RunOptions(
    Path runFolder,
    MetricParameters parameters,
    EngineChoice engine,
    boolean storeTrace,
    long traceLimitBytes,
    List<SinkFactory> sinks,
    int expectedRanks,
    AttributionOptions attribution) {
  /** Keeps the list unmodifiable. */
  public RunOptions {
    sinks = List.copyOf(sinks);
    if (traceLimitBytes < 0) {
      throw new IllegalArgumentException(
          "the trace limit must not be negative, but is " + traceLimitBytes + " bytes");
    }
  }

  /**
   * A program of which it is not known how many MPI ranks it has, or that has none; everything is
   * attributed.
   */
  public RunOptions(
      Path runFolder,
      MetricParameters parameters,
      EngineChoice engine,
      boolean storeTrace,
      long traceLimitBytes,
      List<SinkFactory> sinks) {
    this(
        runFolder,
        parameters,
        engine,
        storeTrace,
        traceLimitBytes,
        sinks,
        0,
        AttributionOptions.ALL);
  }

  /** The same for a program with this many MPI ranks. */
  public RunOptions withExpectedRanks(int ranks) {
    return new RunOptions(
        runFolder, parameters, engine, storeTrace, traceLimitBytes, sinks, ranks, attribution);
  }

  /** The same without a stored trace and without sinks. */
  public RunOptions scoresOnly() {
    return new RunOptions(
        runFolder, parameters, engine, false, 0, List.of(), expectedRanks, attribution);
  }

  /** The same with another attribution. */
  public RunOptions withAttribution(AttributionOptions other) {
    return new RunOptions(
        runFolder, parameters, engine, storeTrace, traceLimitBytes, sinks, expectedRanks, other);
  }
}
