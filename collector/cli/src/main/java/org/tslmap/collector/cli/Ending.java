package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.tslmap.collector.session.RunRecorder;

/**
 * What signals do to a recording.
 *
 * <p>While the program runs, signals are the program's: Ctrl-C reaches it from the terminal, the
 * others are passed on. What it did until it ends is kept. After a Ctrl-C that takes at most {@link
 * #RESULTS}: what is not there by then is left out if it can be made from the trace. A second
 * signal ends everything at once.
 */
final class Ending {
  /** Signals so close together are one: terminals, shells and timeout(1) send several. */
  private static final Duration TOGETHER = Duration.ofMillis(300);

  /** Time for results after Ctrl-C. */
  static final Duration RESULTS = Duration.ofMillis(1500);

  /** A program that ends within this time after Ctrl-C has ended because of it. */
  private static final Duration BECAUSE = Duration.ofSeconds(2);

  /** So many within {@link #BECAUSE} kill a program that takes no notice. */
  private static final int KILLING = 3;

  /** After this time it is said that the program has left processes running. */
  private static final Duration LEFT_RUNNING = Duration.ofSeconds(2);

  private static final long GRACE_NANOS = 500_000_000;
  private static final int NOT_YET = -1;
  private static final long POLL_MILLIS = 10;

  /** What there is to end. */
  interface Recording {
    /** Sends the program a signal, if it runs. */
    void pass(String signal);

    /** Ends the program, if it runs. */
    void kill();

    /** Removes the socket; nothing can connect any more. */
    void removeSocket();
  }

  /** For recordings of programs that others start. */
  static final Recording NO_PROGRAM =
      new Recording() {
        @Override
        public void pass(String signal) {}

        @Override
        public void kill() {}

        @Override
        public void removeSocket() {}
      };

  private final Recording recording;
  private final PrintWriter err;
  private final Deque<Long> interrupts = new ArrayDeque<>();
  private BooleanSupplier replayable = () -> false;
  private Supplier<String> leftOut = () -> "";
  private Runnable leftRunning = () -> {};
  private int status = NOT_YET;
  private long firstSignal;
  private boolean signalled;
  private boolean hurried;
  private volatile boolean terminated;
  private volatile boolean done;

  Ending(Recording recording, PrintWriter err) {
    this.recording = recording;
    this.err = err;
  }

  /** From now on signals come here. */
  void listen() {
    Signals.onInterrupt(this::interrupt);
    Signals.onTerminate(this::terminate);
  }

  /**
   * Says what there is when the time is over after Ctrl-C: the recorder's results, or its traces.
   */
  synchronized void keeps(RunRecorder recorder, Path folder) {
    replayable = () -> recorder.finished() || recorder.replayable();
    leftOut =
        () ->
            recorder.finished()
                ? "Ctrl-C left no time for the table; " + RunFolders.kept(folder)
                : "Ctrl-C left no time for the profile; the trace is "
                    + RunFolders.replayed(folder);
  }

  /**
   * The program has ended with this status. Processes that it has left running are measured to
   * their ends, or to the next signal.
   */
  void programEnded(int programStatus, RunRecorder recorder) {
    synchronized (this) {
      leftRunning = () -> cutOff(recorder);
      programEnded(programStatus);
    }
    later(
        LEFT_RUNNING,
        () -> {
          long left = recorder.goingOn();
          if (left > 0) {
            err.println(
                "tslmap: the program has ended, and has left %d %s running, measured to the end; Ctrl-C measures no further"
                    .formatted(left, left == 1 ? "process" : "processes"));
            err.flush();
          }
        });
  }

  /** The program has ended with this status; results follow. */
  synchronized void programEnded(int programStatus) {
    status = programStatus;
    Long last = interrupts.peekLast();
    long now = System.nanoTime();
    if (last != null && now - last < BECAUSE.toNanos()) {
      hurry(RESULTS.minusNanos(now - last));
    }
  }

  /** There was a Ctrl-C. */
  synchronized void interrupt() {
    long now = System.nanoTime();
    interrupts.add(now);
    while (now - interrupts.peekFirst() > BECAUSE.toNanos()) {
      interrupts.removeFirst();
    }
    if (status != NOT_YET && again()) {
      endAtOnce("INT");
    } else if (status != NOT_YET) {
      measureNoFurther();
      hurry(RESULTS);
    } else if (interrupts.size() >= KILLING) {
      recording.kill();
    } else if (!inForeground()) {
      later(TOGETHER, () -> recording.pass("INT"));
    }
  }

  /** There was a SIGTERM or SIGHUP. */
  synchronized void terminate(String signal) {
    terminated = true;
    boolean again = again();
    if (status == NOT_YET && !again) {
      recording.pass(signal);
    } else if (!again) {
      measureNoFurther();
    }
    if (!signal.equals("TERM")) {
      return; // a terminal that is closed tells so more than once
    }
    if (again) {
      endAtOnce(signal);
    } else {
      first();
    }
  }

  /** Whether there was a SIGTERM or SIGHUP: nobody waits for more than what is kept. */
  boolean isTerminated() {
    return terminated;
  }

  /** Measures what the program has left running no further; the first one to ask begins with it. */
  private synchronized void measureNoFurther() {
    leftRunning.run();
    leftRunning = () -> {};
  }

  /** Whether an earlier signal has asked for the end. */
  private boolean again() {
    return signalled && System.nanoTime() - firstSignal > TOGETHER.toNanos();
  }

  private void first() {
    if (!signalled) {
      signalled = true;
      firstSignal = System.nanoTime();
    }
  }

  private void hurry(Duration left) {
    if (!hurried) {
      hurried = true;
      first();
      later(left.isNegative() ? Duration.ZERO : left, this::leaveOutTheRest);
    }
  }

  private void leaveOutTheRest() {
    if (done) {
      return;
    }
    if (!replayable.getAsBoolean()) {
      err.println("tslmap: results are being finished; Ctrl-C again ends at once");
      err.flush();
      measureNoFurther(); // also those that the Ctrl-C has not ended
    }
    try {
      while (!replayable.getAsBoolean()) {
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    if (!done) {
      leave(status, leftOut.get());
    }
  }

  /** All is there; signals find nothing to hurry or to leave out. */
  synchronized void done() {
    done = true;
  }

  private void endAtOnce(String signal) {
    recording.kill();
    leave(
        ValgrindRun.SIGNALLED + (signal.equals("INT") ? 2 : 15),
        "ended at once; what was not written by then is lost");
  }

  private void leave(int exit, String line) {
    err.println("tslmap: " + line);
    err.flush();
    recording.kill();
    recording.removeSocket();
    Runtime.getRuntime().halt(exit);
  }

  /**
   * Ends the sessions that do not end themselves within a short time, also those that begin now.
   */
  static void cutOff(RunRecorder recorder) {
    Thread thread =
        new Thread(
            () -> {
              while (!recorder.finished()) {
                LockSupport.parkNanos(GRACE_NANOS);
                recorder.cutThoseThatGoOn();
              }
            },
            "tslmap-cutting");
    thread.setDaemon(true);
    thread.start();
  }

  /** Does something after a pause, on a thread of its own. */
  private static void later(Duration pause, Runnable action) {
    Thread thread =
        new Thread(
            () -> {
              try {
                Thread.sleep(pause.toMillis());
                action.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "tslmap-ending");
    thread.setDaemon(true);
    thread.start();
  }

  /** Whether the terminal sends Ctrl-C to this process, and so to the program, too. */
  private static boolean inForeground() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return !fields[4].equals("0") && fields[2].equals(fields[5]);
    } catch (IOException e) {
      return false;
    }
  }
}
