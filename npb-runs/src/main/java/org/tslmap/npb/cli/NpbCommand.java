package org.tslmap.npb.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tslmap npb}: the benchmarks and sweeps over them. */
@Command(
    name = "npb",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Builds and runs the NAS Parallel Benchmarks, measures many programs in one go, and makes"
          + " tables of what came out.",
    },
    footer = {
      "",
      "Example: tslmap npb sweep --out sweeps/s && tslmap npb table sweeps/s",
    },
    subcommands = {
      ListCommand.class,
      BuildCommand.class,
      RunCommand.class,
      SweepCommand.class,
      TableCommand.class,
    })
final class NpbCommand implements Runnable {

  @Spec private CommandSpec command;

  @Override
  public void run() {
    command.commandLine().usage(command.commandLine().getOut());
  }
}
