package org.tslmap.collector.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.TextReport;
import org.tslmap.collector.server.AccessToken;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.session.RunRecorder;
import org.tslmap.locality.profile.LocalityProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tslmap collect}: records whatever connects. */
@Command(
    name = "collect",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Listens and records every process that connects, from this machine or others, into one"
          + " run folder, until Ctrl-C.",
      "",
      "A process connects when it runs under: VALGRIND_LIB=valgrind-tool/target/valgrind"
          + " valgrind --tool=tslmap --tsl-out=socket --tsl-connect=ADDRESS program",
    },
    footer = {
      "",
      "Example: tslmap collect --listen 127.0.0.1:7878 --processes 4",
    })
final class CollectCommand implements Callable<Integer> {

  @Spec private CommandSpec command;
  @Mixin private RecordingOptions recording = new RecordingOptions();

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      description =
          "HOST:PORT or unix:PATH (default 127.0.0.1:7878). Port 0 is any free one. Where other"
              + " machines can connect, a token is needed; nothing is encrypted.")
  private String listen = "127.0.0.1:7878";

  @Mixin private TokenOption tokens = new TokenOption();

  @Option(
      names = "--processes",
      paramLabel = "N",
      description = "End when this many processes have ended (default: at Ctrl-C).")
  private int processes;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description =
          "The MPI program has N ranks, and all of them connect here: report those that do not"
              + " (default: not known).")
  private int ranks;

  @Option(
      names = "--idle",
      paramLabel = "SECONDS",
      description =
          "After Ctrl-C, cut off a process that sends nothing for this long (default 5; 0 waits"
              + " for all).")
  private long idle = 5;

  @Override
  public Integer call() throws Exception {
    PrintWriter err = command.commandLine().getErr();
    ListenAddress address;
    try {
      address = ListenAddress.parse(listen);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
    if (processes < 0 || idle < 0 || ranks < 0) {
      throw new ParameterException(
          command.commandLine(),
          "--processes, --ranks and --idle expect a number that is not negative");
    }
    Optional<AccessToken> token = tokens.token(address);
    recording.check();
    Path folder = RunFolders.create(recording.out(), "collect");
    CountDownLatch interrupted = new CountDownLatch(1);
    Signals.onInterrupt(interrupted::countDown);
    Signals.onTerminate(signal -> interrupted.countDown());
    try (RunRecorder recorder =
        RunRecorder.listen(
            address, token, recording.recorder(folder, false).withExpectedRanks(ranks))) {
      err.println(
          "listening on %s; %s%s"
              .formatted(
                  recorder.address(),
                  token.isPresent() ? "a token is asked for; " : "",
                  processes > 0 ? "ends after " + processes + " processes" : "Ctrl-C ends"));
      err.flush();
      try (ProgressLine line = new ProgressLine(recorder::progress)) {
        if (!recording.quiet()) {
          line.start();
        }
        while (!recorder.exhausted()
            && (processes == 0 || recorder.progress().finished() < processes)) {
          if (interrupted.await(50, TimeUnit.MILLISECONDS)) {
            break;
          }
        }
      }
      LocalityProfile profile = recorder.finish(Duration.ofSeconds(idle));
      recorder.notices().forEach(notice -> err.println("tslmap: " + notice));
      if (profile.processes().isEmpty()) {
        throw new MeasurementException("no process connected, so there is nothing to show");
      }
      if (!recording.quiet()) {
        TextReport.write(Report.of(profile, recording.top()), err);
      }
      if (recording.plots()) {
        RunPlots.write(profile, folder, notice -> err.println("tslmap: " + notice));
      }
      if (!recording.quiet()) {
        err.println();
        err.println(RunFolders.kept(folder));
      }
      return profile.complete() ? 0 : 1;
    }
  }
}
