package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.tslmap.collector.report.Quantities;
import org.tslmap.collector.session.Progress;

/** A line on the terminal that shows how a measurement goes on, and is gone when it ends. */
final class ProgressLine implements AutoCloseable {

  private static final String CLEAR_LINE = "\r\033[K";
  private static final double NANOS_PER_SECOND = 1e9;

  private final PrintStream terminal;
  private final Supplier<Progress> progress;
  private final ScheduledExecutorService clock;
  private Progress last;
  private boolean shown;

  private ProgressLine(PrintStream terminal, Supplier<Progress> progress) {
    this.terminal = terminal;
    this.progress = progress;
    this.last = progress.get();
    this.clock =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "progress");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** A line on standard error if it is wanted and that is a terminal; otherwise nothing shows. */
  static ProgressLine onTerminal(boolean wanted, Supplier<Progress> progress) {
    ProgressLine line = new ProgressLine(System.err, progress);
    if (wanted && standardErrorIsTerminal()) {
      line.clock.scheduleAtFixedRate(line::show, 500, 500, TimeUnit.MILLISECONDS);
    }
    return line;
  }

  private static boolean standardErrorIsTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
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
    clock.shutdownNow();
    synchronized (this) {
      if (shown) {
        terminal.print(CLEAR_LINE);
        terminal.flush();
      }
    }
  }
}
