package org.tslmap.npb.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.tslmap.collector.cli.Terminal;
import org.tslmap.npb.sweep.RunResult;
import org.tslmap.npb.sweep.SweepExecution;

/** How far a sweep is: a bar with the time left on a terminal, elsewhere a line for each run. */
final class SweepProgress implements SweepExecution.Progress, AutoCloseable {

  private static final int REFRESH_MILLIS = 500;

  private final int total;
  private final PrintWriter err;
  private final ProgressBar bar;
  private volatile Duration left = Duration.ZERO;
  private volatile long leftSince = System.nanoTime();

  /**
   * A sweep that begins.
   *
   * @param total its runs
   * @param done those that need not be done
   */
  SweepProgress(int total, int done, PrintWriter err) {
    this.total = total;
    this.err = err;
    this.bar =
        Terminal.isStandardError()
            ? new ProgressBarBuilder()
                .setTaskName("runs")
                .setInitialMax(total)
                .startsFrom(done, Duration.ZERO)
                .setUpdateIntervalMillis(REFRESH_MILLIS)
                .setStyle(ProgressBarStyle.ASCII)
                .setEtaFunction(state -> eta())
                .clearDisplayOnFinish()
                .build()
            : null;
  }

  private Optional<Duration> eta() {
    Duration rest = left.minusNanos(System.nanoTime() - leftSince);
    return left.isZero() ? Optional.empty() : Optional.of(rest.isNegative() ? Duration.ZERO : rest);
  }

  @Override
  public void ended(RunResult result, int done, Duration rest) {
    left = rest;
    leftSince = System.nanoTime();
    if (bar != null) {
      bar.stepTo(done);
      bar.setExtraMessage(result.run().title());
      return;
    }
    err.println(
        String.format(
            Locale.ROOT,
            "tslmap: %d of %d: %s: %s, about %d:%02d left",
            done,
            total,
            result.run().title(),
            result.succeeded()
                ? String.format(Locale.ROOT, "%.2f s", result.medianSeconds())
                : "FAILED",
            rest.toMinutes(),
            rest.toSecondsPart()));
    err.flush();
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
