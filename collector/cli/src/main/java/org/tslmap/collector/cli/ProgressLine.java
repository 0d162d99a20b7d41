package org.tslmap.collector.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Supplier;
import org.tslmap.collector.report.Quantities;
import org.tslmap.collector.session.Progress;

/** A line on the terminal that shows how a measurement goes on, and is gone when it ends. */
final class ProgressLine implements AutoCloseable {

  private static final String CLEAR_LINE = "\r\033[K";
  private static final long PERIOD_MILLIS = 500;
  private static final double NANOS_PER_SECOND = 1e9;

  private final PrintStream terminal;
  private final Supplier<Progress> progress;
  private final Timer clock;
  private Progress last;
  private boolean shown;

  /** A line on standard error about this progress, which does not show before it is started. */
  ProgressLine(Supplier<Progress> progress) {
    this.terminal = System.err;
    this.progress = progress;
    this.last = progress.get();
    this.clock = new Timer("progress", true);
  }

  /** Shows the line from now on, if standard error is a terminal. */
  void start() {
    if (Terminal.isStandardError()) {
      clock.scheduleAtFixedRate(
          new TimerTask() {
            @Override
            public void run() {
              show();
            }
          },
          PERIOD_MILLIS,
          PERIOD_MILLIS);
    }
  }

  private synchronized void show() {
    Progress now = progress.get();
    terminal.print(CLEAR_LINE + text(last, now));
    terminal.flush();
    last = now;
    shown = true;
  }

  /** What the line says of two readings, one after the other. */
  static String text(Progress before, Progress now) {
    double seconds = Math.max(1, now.elapsedNanos() - before.elapsedNanos()) / NANOS_PER_SECOND;
    double rate = (now.accesses() - before.accesses()) / seconds;
    return String.format(
        Locale.ROOT,
        "tslmap: %s accesses, %s/s, TL %.3f, SL %.3f%s",
        Quantities.count(now.accesses()),
        Quantities.count((long) rate),
        now.temporalLocality(),
        now.spatialLocality(),
        now.open() + now.finished() > 1
            ? ", " + now.open() + " of " + (now.open() + now.finished()) + " processes running"
            : "");
  }

  @Override
  public void close() {
    clock.cancel();
    synchronized (this) {
      if (shown) {
        terminal.print(CLEAR_LINE);
        terminal.flush();
      }
    }
  }
}
