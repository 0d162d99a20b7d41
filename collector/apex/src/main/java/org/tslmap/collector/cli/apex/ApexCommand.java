package org.tslmap.collector.cli.apex;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tslmap apex}: what belongs to the machine's performance surface. */
@Command(
    name = "apex",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Measures what a memory access costs this machine over temporal and spatial locality (the"
          + " Apex-Map probe), and places and predicts programs with it.",
    },
    footer = {
      "",
      "Example: tslmap apex measure --quick && tslmap apex plot surface.json",
    },
    subcommands = {
      MeasureCommand.class,
      CalibrateCommand.class,
      ShowCommand.class,
      CompareCommand.class,
      PlotCommand.class,
      PlaceCommand.class,
      PredictCommand.class,
      ValidateCommand.class,
    })
final class ApexCommand implements Runnable {

  @Spec private CommandSpec command;

  @Override
  public void run() {
    command.commandLine().usage(command.commandLine().getOut());
  }
}
