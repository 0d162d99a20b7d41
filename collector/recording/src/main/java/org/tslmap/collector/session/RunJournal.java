package org.tslmap.collector.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;

/**
 * Keeps on disk what is known of a run while it is recorded. Each process's profile goes to a file
 * of its own when the process ends, and memory need not hold it any more. {@code run.json} and
 * {@code profile.json} are there from the start, and are renewed by a thread of their own, which
 * waits a hundred times as long as the last renewal took. So a collector that is killed leaves a
 * run behind.
 */
final class RunJournal {
  /** What is renewed waits so many times as long as it took. */
  private static final int PAUSE = 100;

  /** What ends the run comes soon after its last process, and needs no renewal before it. */
  private static final long LEAST_AGE_MILLIS = 1000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final RunFolder folder;
  private final Supplier<RunFile.Run> run;
  private final Thread thread = new Thread(this::work, "tslmap-journal");
  private boolean changed;
  private boolean over;

  /**
   * A journal of a run.
   *
   * @param run what is known of the run
   */
  RunJournal(RunFolder folder, Supplier<RunFile.Run> run) {
    this.folder = folder;
    this.run = run;
    thread.setDaemon(true);
  }

  /** Writes what there is at the start. */
  void begin() throws IOException {
    write(run.get());
    thread.start();
  }

  /**
   * Keeps one process's profile, in place of what was kept of it before.
   *
   * @param number which process of the run it is
   * @param unfinished whether the process still runs
   */
  void keep(int number, ProcessProfile process, boolean unfinished) throws IOException {
    Path file = folder.processProfile(number, process.identity().pid());
    Files.createDirectories(file.getParent());
    ProfileJson.write(
        new LocalityProfile(RunFile.generator(), List.of(process), 0, unfinished), file);
  }

  /** What is known of the run has changed, so that its files are to be renewed. */
  synchronized void renew() {
    changed = true;
    notifyAll();
  }

  /** Writes the result; from then on nothing is renewed. */
  void finish(RunFile.Run result) throws IOException {
    end();
    write(result);
    removeProfiles(folder);
  }

  /** Removes what was written of a run that nothing came of. */
  void discard() throws IOException {
    end();
    removeProfiles(folder);
    Files.deleteIfExists(folder.description());
    Files.deleteIfExists(folder.profile());
  }

  private void end() {
    boolean interrupted = false;
    synchronized (this) {
      over = true;
      notifyAll();
    }
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Removes the profiles of single processes, which the run's profile has. */
  static void removeProfiles(RunFolder folder) throws IOException {
    for (Path file : folder.processProfiles()) {
      Files.delete(file);
    }
    Files.deleteIfExists(folder.processProfileFolder());
  }

  private void write(RunFile.Run now) throws IOException {
    try {
      ProfileJson.write(now.profile(), folder.profile());
    } finally {
      RunFile.write(folder.description(), now); // small, so it may fit where the profile does not
    }
  }

  // --- On the journal's thread ------------------------------------------------------------------

  private void work() {
    long next = System.nanoTime();
    while (awaitChange(next)) {
      long start = System.nanoTime();
      try {
        write(run.get());
      } catch (IOException | RuntimeException | Error e) {
        // The result is written at the end whatever happens, and then it is said what is wrong.
        LoggerFactory.getLogger(RunJournal.class).debug("the run's files were not renewed", e);
      }
      long end = System.nanoTime();
      next = end + PAUSE * (end - start);
    }
  }

  /**
   * Waits until something has changed, and some time after it; false when the run is over.
   *
   * @param earliest what {@link System#nanoTime} says when renewing may begin again
   */
  private synchronized boolean awaitChange(long earliest) {
    try {
      while (!changed && !over) {
        wait();
      }
      long now = System.nanoTime();
      long end = now + Math.max(LEAST_AGE_MILLIS * NANOS_PER_MILLI, earliest - now);
      while (!over && end - System.nanoTime() >= NANOS_PER_MILLI) {
        wait(Math.max(1, (end - System.nanoTime()) / NANOS_PER_MILLI));
      }
    } catch (InterruptedException e) {
      return false;
    }
    changed = false;
    return !over;
  }
}
