package org.tslmap.collector.cli.apex;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apache.commons.math3.stat.descriptive.rank.Max;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.apache.commons.math3.stat.descriptive.rank.Min;
import org.tslmap.apexmap.CpuTime;
import org.tslmap.apexmap.MachineLoad;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.ProgramStart;
import org.tslmap.locality.profile.ProcessIdentity;

/** How long a profiled program takes without the profiler. */
final class NativeTime {

  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * What native runs took.
   *
   * @param seconds the median of their processor times, of all threads added up; of their wall
   *     times where processor time cannot be measured
   * @param wallSeconds the median of their wall times
   * @param spread the largest processor time less the smallest one, as a share of the median
   * @param otherProcessors processors that something else used on average meanwhile, if known
   */
  record Measured(
      double seconds, double wallSeconds, double spread, OptionalDouble otherProcessors) {

    /** A time from somewhere else. */
    static Measured of(double seconds) {
      return new Measured(seconds, seconds, 0, OptionalDouble.empty());
    }

    /** Why the time is not to be trusted; empty if it is. */
    Optional<String> disturbance() {
      return otherProcessors.isPresent()
          ? MachineLoad.disturbance(otherProcessors.getAsDouble())
          : Optional.empty();
    }
  }

  private NativeTime() {}

  /**
   * Runs the program again, as it was run for the profile, with no input and its output dropped.
   *
   * @param identity the profiled process
   * @param status the exit status it is expected to have
   * @param runs how often
   * @throws MeasurementException if it does not end as it did under the profiler
   */
  static Measured measure(ProcessIdentity identity, int status, int runs)
      throws IOException, InterruptedException, MeasurementException {
    List<String> command = new ArrayList<>(identity.command());
    command.set(0, identity.executable());
    if (!Files.isExecutable(Path.of(identity.executable()))) {
      throw new MeasurementException(
          "expected the profiled program in %s to time it, but it is not there; give its time with --native-seconds"
              .formatted(identity.executable()));
    }
    double[] seconds = new double[runs];
    double[] wall = new double[runs];
    MachineLoad load = new MachineLoad();
    for (int i = 0; i < runs; i++) {
      ProcessBuilder builder =
          ProgramStart.of(command)
              .redirectInput(Redirect.from(new java.io.File("/dev/null")))
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD);
      if (Files.isDirectory(Path.of(identity.directory()))) {
        builder.directory(new java.io.File(identity.directory()));
      }
      OptionalLong before = CpuTime.ofChildren();
      long begin = System.nanoTime();
      int found = builder.start().waitFor();
      wall[i] = (System.nanoTime() - begin) / NANOS_PER_SECOND;
      seconds[i] =
          before.isPresent()
              ? (CpuTime.ofChildren().getAsLong() - before.getAsLong()) / NANOS_PER_SECOND
              : wall[i];
      if (found != status) {
        throw new MeasurementException(
            "%s ended with status %d under the profiler, but with %d without; give its time with --native-seconds"
                .formatted(String.join(" ", command), status, found));
      }
    }
    double median = new Median().evaluate(seconds);
    double apart = new Max().evaluate(seconds) - new Min().evaluate(seconds);
    return new Measured(
        median, new Median().evaluate(wall), apart / median, load.otherProcessors());
  }
}
