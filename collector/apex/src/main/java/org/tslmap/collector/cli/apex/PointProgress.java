package org.tslmap.collector.cli.apex;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.tslmap.collector.cli.Terminal;

/**
 * How far a measurement of many points is: a bar with the time left on a terminal, elsewhere ten
 * lines in all.
 */
final class PointProgress implements AutoCloseable {

  private static final int LINES = 10;
  private static final int REFRESH_MILLIS = 200;

  private final String what;
  private final PrintWriter err;
  private final ProgressBar bar;
  private final long begin = System.nanoTime();
  private int total;
  private int done;

  /**
   * Nothing is done yet.
   *
   * @param what is measured, in the plural
   * @param total how many there are
   */
  PointProgress(String what, int total, PrintWriter err) {
    this.what = what;
    this.total = total;
    this.err = err;
    this.bar =
        Terminal.isStandardError()
            ? new ProgressBarBuilder()
                .setTaskName(what)
                .setInitialMax(total)
                .setUpdateIntervalMillis(REFRESH_MILLIS)
                .setStyle(ProgressBarStyle.ASCII)
                .clearDisplayOnFinish()
                .build()
            : null;
  }

  /** One more is done; what is left takes as long as what is done took, in proportion. */
  void step() {
    long elapsed = System.nanoTime() - begin;
    step(total, Duration.ofNanos(elapsed / (done + 1) * (total - done - 1)));
  }

  /**
   * One more is done.
   *
   * @param newTotal how many there are, as far as is known now
   */
  void step(int newTotal, Duration left) {
    total = newTotal;
    done++;
    if (bar != null) {
      bar.maxHint(total);
      bar.step();
    } else if (done * LINES / total > (done - 1) * LINES / total) {
      err.println("tslmap: %d of %d %s, %s left".formatted(done, total, what, time(left)));
      err.flush();
    }
  }

  /** Minutes and seconds. */
  static String time(Duration duration) {
    return String.format(Locale.ROOT, "%d:%02d", duration.toMinutes(), duration.toSecondsPart());
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
