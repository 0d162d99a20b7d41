package org.tslmap.npb.sweep;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.tslmap.collector.cli.Installation;
import org.tslmap.collector.cli.MeasurementException;

/** The command before a program that runs in ranks. */
final class MpiLauncher {

  private MpiLauncher() {}

  /**
   * {@code mpirun} and its options. Open MPI refuses root, and more ranks than processors, unless
   * it is told not to; MPICH knows neither option.
   *
   * @param ranks how many, 1 or more
   * @throws MeasurementException if there is no mpirun
   */
  static List<String> command(int ranks)
      throws IOException, InterruptedException, MeasurementException {
    if (Installation.find("mpirun").isEmpty()) {
      throw new MeasurementException(
          "there is no mpirun; as root: apt-get install libopenmpi-dev openmpi-bin");
    }
    List<String> command = new ArrayList<>(List.of("mpirun"));
    if (version().contains("Open MPI")) {
      if (System.getProperty("user.name").equals("root")) {
        command.add("--allow-run-as-root");
      }
      command.add("--oversubscribe");
    }
    command.addAll(List.of("-np", Integer.toString(ranks)));
    return command;
  }

  private static String version() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("mpirun", "--version").redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return text;
  }
}
