package org.tslmap.collector.cli.apex;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.ProgramStart;
import org.tslmap.locality.profile.ProcessIdentity;

/** How long a profiled program takes without the profiler. */
final class NativeTime {

  private static final double NANOS_PER_SECOND = 1e9;

  private NativeTime() {}

  /**
   * Runs the program again, as it was run for the profile, with no input and its output dropped.
   *
   * @param identity the profiled process
   * @param status the exit status it is expected to have
   * @param runs how often
   * @return the median of the runs' wall times, in seconds
   * @throws MeasurementException if it does not end as it did under the profiler
   */
  static double measure(ProcessIdentity identity, int status, int runs)
      throws IOException, InterruptedException, MeasurementException {
    List<String> command = new ArrayList<>(identity.command());
    command.set(0, identity.executable());
    if (!Files.isExecutable(Path.of(identity.executable()))) {
      throw new MeasurementException(
          "expected the profiled program in %s to time it, but it is not there; give its time with --native-seconds"
              .formatted(identity.executable()));
    }
    double[] seconds = new double[runs];
    for (int i = 0; i < runs; i++) {
      ProcessBuilder builder =
          ProgramStart.of(command)
              .redirectInput(Redirect.from(new java.io.File("/dev/null")))
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD);
      if (Files.isDirectory(Path.of(identity.directory()))) {
        builder.directory(new java.io.File(identity.directory()));
      }
      long begin = System.nanoTime();
      int found = builder.start().waitFor();
      seconds[i] = (System.nanoTime() - begin) / NANOS_PER_SECOND;
      if (found != status) {
        throw new MeasurementException(
            "%s ended with status %d under the profiler, but with %d without; give its time with --native-seconds"
                .formatted(String.join(" ", command), status, found));
      }
    }
    return new Median().evaluate(seconds);
  }
}
