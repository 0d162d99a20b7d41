package org.tslmap.collector.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that start a program as several MPI ranks. */
final class MpiOptions {

  @Option(
      names = "--mpi",
      paramLabel = "N",
      description =
          "Start the program as N ranks with mpirun, and measure each of them, on this machine.")
  private Optional<Integer> ranks = Optional.empty();

  @Option(
      names = "--mpi-option",
      paramLabel = "OPTION",
      description = "Passes an option to mpirun, such as --bind-to=none. May be repeated.")
  private List<String> options = List.of();

  @Option(
      names = "--mpi-launcher",
      paramLabel = "PROGRAM",
      description =
          "What starts the ranks, such as mpiexec.mpich (default mpirun, or else mpiexec). It must"
              + " be of the MPI that the program was linked with.")
  private Optional<String> launcher = Optional.empty();

  /** Refuses wrong values before anything is started. */
  void check(CommandLine commandLine) {
    if (ranks.isPresent() && ranks.get() < 1) {
      throw new ParameterException(
          commandLine, "--mpi expects a number of ranks from 1 on, but found " + ranks.get());
    }
    if (ranks.isEmpty() && (launcher.isPresent() || !options.isEmpty())) {
      throw new ParameterException(
          commandLine,
          "--mpi-option and --mpi-launcher: say how many ranks there are with --mpi N");
    }
  }

  /** How many ranks there should be, 0 for a program that is started as it is. */
  int ranks() {
    return ranks.orElse(0);
  }

  /**
   * What goes before Valgrind and the program; nothing without --mpi.
   *
   * @throws MeasurementException if there is no launcher
   */
  List<String> launcher() throws IOException, InterruptedException, MeasurementException {
    return ranks.isEmpty() ? List.of() : MpiLauncher.find(launcher).prefix(ranks.get(), options);
  }
}
