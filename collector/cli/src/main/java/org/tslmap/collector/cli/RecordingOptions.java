package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.density.DensityRecording;
import org.tslmap.collector.session.RunOptions;
import org.tslmap.collector.shortage.Shortage;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of everything that records runs. */
final class RecordingOptions {

  /** What is kept of the stream. */
  enum Trace {
    /** All of it. */
    FULL,
    /** Nothing. */
    NONE
  }

  /** The exit code when not all of the results could be stored. */
  static final int NOT_KEPT = 3;

  @Mixin private MetricOptions metrics = new MetricOptions();

  @Mixin private ResultSummary summary = new ResultSummary();

  @Mixin private MemoryOption memory = new MemoryOption();

  @Mixin private AttributionChoice attribution = new AttributionChoice();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = "Folder of the run (default tslmap-runs/<time>-<name>).")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--trace",
      paramLabel = "full|none",
      description =
          "Whether the trace is kept, so that it can be scored again with tslmap replay (default"
              + " full).")
  private Trace trace = Trace.FULL;

  @Option(
      names = "--trace-limit",
      paramLabel = "SIZE",
      converter = ByteSize.class,
      description =
          "Stop storing the trace at this size, such as 500M (default 20G). Scoring goes on.")
  private long traceLimit = 20L << 30;

  @Option(
      names = "--plots",
      negatable = true,
      description =
          "Draw pictures when the run ends. Without this tslmap plot and tslmap view draw them when"
              + " somebody looks, from the trace.")
  private boolean plots;

  private Optional<DensityRecording> density = Optional.empty();

  /**
   * Draws pictures of a run that was recorded.
   *
   * @return whether they are written; if not, a line says why
   */
  boolean draw(LocalityProfile profile, Path folder, PrintWriter err) {
    try {
      RunPlots.write(profile, folder, notice -> err.println("tslmap: " + notice));
      return true;
    } catch (IOException e) {
      err.println("tslmap: the pictures cannot be written: " + Shortage.describe(e));
      return false;
    }
  }

  Optional<Path> out() {
    return out;
  }

  boolean quiet() {
    return summary.quiet();
  }

  /** What is printed of the run. */
  ResultSummary summary() {
    return summary;
  }

  boolean plots() {
    return plots;
  }

  MetricParameters parameters() {
    return metrics.parameters(MetricParameters.defaults());
  }

  /** Refuses wrong values before anything is made or started. */
  void check() {
    parameters();
    metrics.engine();
    attribution.options(AttributionOptions.ALL);
    summary.check();
  }

  /**
   * What a recorder does in this folder.
   *
   * @param sampled whether it gets a part of the accesses only, so that there is no trace
   */
  RunOptions recorder(Path folder, boolean sampled) {
    return recorder(folder, sampled, true);
  }

  /**
   * The same for a stream that may tell no calls.
   *
   * @param calls whether there are calls and returns in it
   */
  RunOptions recorder(Path folder, boolean sampled, boolean calls) {
    memory.set();
    if (plots && !sampled) {
      density(folder);
    }
    AttributionOptions attributed = attributed();
    return new RunOptions(
            folder,
            parameters(),
            metrics.engine(),
            trace == Trace.FULL && !sampled,
            traceLimit,
            List.copyOf(density.stream().toList()))
        .withAttribution(attributed.withCallDepth(calls ? attributed.callDepth() : 0));
  }

  /** What accesses are attributed to. */
  AttributionOptions attributed() {
    return attribution.options(AttributionOptions.ALL);
  }

  /** Records addresses over time of a run in this folder from now on; one for each command. */
  DensityRecording density(Path folder) {
    if (density.isEmpty()) {
      density = Optional.of(new DensityRecording(new RunFolder(folder)));
    }
    return density.get();
  }
}
