package org.tslmap.collector.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.TextReport;
import org.tslmap.collector.session.Recovery;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.profile.LocalityProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

  @Option(
      names = {"-q", "--quiet"},
      description = "Print nothing but errors.")
  private boolean quiet;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Functions in the printed table (default 15).")
  private int top = 15;

  @Parameters(paramLabel = "DIR", description = "The run's folder.")
  private Path run;

  @Override
  public Integer call() throws Exception {
    PrintWriter err = command.commandLine().getErr();
    LocalityProfile profile =
        Recovery.recover(run, EngineChoice.AUTO, notice -> err.println("tslmap: " + notice));
    if (!quiet) {
      PrintWriter out = command.commandLine().getOut();
      TextReport.write(Report.of(profile, top), out);
      out.println();
      out.println(RunFolders.kept(run));
      out.flush();
    }
    return profile.complete() ? 0 : 1;
  }
}
