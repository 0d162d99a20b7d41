package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The run that a command reads: the one that is named, or the newest. */
public final class RunChoice {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Parameters(
      arity = "0..1",
      paramLabel = "RUN",
      description = "A run folder or a profile (default: the newest run in tslmap-runs or here).")
  private Optional<Path> named = Optional.empty();

  /**
   * The run's folder, or a profile. A line says which run is the newest where none is named.
   *
   * @throws MeasurementException if there is none
   */
  public Path path() throws IOException, MeasurementException {
    return named.isPresent() ? named.get() : newest(command);
  }

  /** The newest run, which a line names. */
  static Path newest(CommandSpec command) throws IOException, MeasurementException {
    Path newest = RunFolders.newest(1).get(0);
    command.commandLine().getErr().println("tslmap: the newest run is " + newest);
    return newest;
  }
}
