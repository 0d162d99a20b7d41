package org.tslmap.collector.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.tslmap.collector.server.AccessToken;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.session.RunRecorder;
import org.tslmap.collector.shortage.Shortage;
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

  /** The exit code when Ctrl-C leaves no time for results. */
  private static final int INTERRUPTED = 130;

  /** Seconds that others are waited for when as many processes as were wanted have ended. */
  private static final long USUAL_IDLE = 5;

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
          "After Ctrl-C, wait for processes that are still connected until they have sent nothing"
              + " for this long (0 waits for all; default: cut them off at once).")
  private Optional<Long> idle = Optional.empty();

  @Override
  public Integer call() throws Exception {
    PrintWriter err = command.commandLine().getErr();
    ListenAddress address;
    try {
      address = ListenAddress.parse(listen);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
    if (processes < 0 || idle.orElse(0L) < 0 || ranks < 0) {
      throw new ParameterException(
          command.commandLine(),
          "--processes, --ranks and --idle expect a number that is not negative");
    }
    Optional<AccessToken> token = tokens.token(address);
    recording.check();
    Path folder = RunFolders.create(recording.out(), "collect");
    CountDownLatch interrupted = new CountDownLatch(1);
    Ending ending = new Ending(Ending.NO_PROGRAM, err);
    ending.programEnded(INTERRUPTED);
    Signals.onInterrupt(
        () -> {
          // The first is the usual end, and what has come is worth its time.
          boolean again = interrupted.getCount() == 0;
          interrupted.countDown();
          if (again) {
            ending.interrupt();
          }
        });
    Signals.onTerminate(
        signal -> {
          interrupted.countDown();
          ending.terminate(signal);
        });
    try (RunRecorder recorder =
        RunRecorder.listen(
            address, token, recording.recorder(folder, false).withExpectedRanks(ranks))) {
      ending.keeps(recorder, folder);
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
        awaitEnd(recorder, interrupted);
      }
      if (idle.isEmpty() && interrupted.getCount() == 0) {
        Ending.cutOff(recorder);
      }
      LocalityProfile profile = recorder.finish(Duration.ofSeconds(idle.orElse(USUAL_IDLE)));
      recorder.notices().forEach(notice -> err.println("tslmap: " + notice));
      if (profile.processes().isEmpty()) {
        throw new MeasurementException("no process connected, so there is nothing to show");
      }
      recording.summary().write(profile, err);
      boolean kept =
          recorder.kept() && (!recording.plots() || recording.draw(profile, folder, err));
      if (recorder.kept()) {
        recording.summary().kept(folder, profile, err);
      }
      ending.done();
      if (!profile.complete()) {
        return 1;
      }
      return kept ? 0 : RecordingOptions.NOT_KEPT;
    }
  }

  /** Waits until the wanted processes are over, somebody ends it, or memory has run out. */
  private void awaitEnd(RunRecorder recorder, CountDownLatch interrupted)
      throws InterruptedException {
    try {
      while (!recorder.exhausted()
          && (processes == 0 || recorder.progress().finished() < processes)) {
        if (interrupted.await(50, TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    } catch (OutOfMemoryError e) {
      recorder.exhaust(Shortage.MEMORY);
    }
  }
}
