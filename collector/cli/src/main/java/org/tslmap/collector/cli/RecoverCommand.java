package org.tslmap.collector.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.tslmap.collector.session.Recovery;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.profile.LocalityProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap recover}: finishes a run whose collector was killed. */
@Command(
    name = "recover",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Finishes a run whose collector was killed: makes its profile.json and run.json of what is"
          + " stored.",
      "",
      "Processes that had ended have their whole profiles. Those that were running are scored from"
          + " their traces, up to the last block of accesses that is whole, and are marked as cut."
          + " Without a trace they have the scores by code that were kept last.",
    },
    footer = {
      "",
      "Example: tslmap recover tslmap-runs/20250131-120000-solver",
      "",
      "Exit code: 0 when all processes had ended, 1 when one was cut.",
    })
final class RecoverCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Mixin private ResultSummary summary = new ResultSummary();

  @Parameters(paramLabel = "DIR", description = "The run's folder.")
  private Path run;

  @Override
  public Integer call() throws Exception {
    summary.check();
    PrintWriter err = command.commandLine().getErr();
    LocalityProfile profile =
        Recovery.recover(run, EngineChoice.AUTO, notice -> err.println("tslmap: " + notice));
    PrintWriter out = command.commandLine().getOut();
    summary.write(profile, out);
    summary.kept(run, profile, out);
    return profile.complete() ? 0 : 1;
  }
}
