package org.tslmap.npb.sweep;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.tslmap.collector.cli.Installation;
import org.tslmap.collector.cli.MeasurementException;

/**
 * Does what is left of a sweep: first every program as it is, so that one that cannot run or does
 * not verify is known early and its other runs are spared, then the rest.
 */
public final class SweepExecution {

  private final SweepFolder folder;
  private final Sweep sweep;
  private final RunExecution execution;
  private final Progress progress;
  private final Map<PlannedRun, RunResult> results = new LinkedHashMap<>();
  private final Set<PlannedRun> left = new LinkedHashSet<>();
  private final RemainingTime remaining = new RemainingTime();

  /** Told how a sweep goes on. Called by several threads, one at a time. */
  public interface Progress {
    /**
     * A run has ended.
     *
     * @param result what came of it
     * @param done how many runs have ended or need not be done, of all
     * @param left how long the rest will take
     */
    void ended(RunResult result, int done, Duration left);
  }

  private SweepExecution(
      SweepFolder folder, Sweep sweep, RunExecution execution, Progress progress) {
    this.folder = folder;
    this.sweep = sweep;
    this.execution = execution;
    this.progress = progress;
  }

  /**
   * Does what is left. What failed before is tried again.
   *
   * @return what is there now of every run that ended
   * @throws MeasurementException if another sweep works in the folder, or nothing can be started
   */
  public static Map<PlannedRun, RunResult> execute(
      SweepFolder folder, Sweep sweep, Installation installation, Progress progress)
      throws IOException, InterruptedException, MeasurementException {
    try (FileChannel channel =
            FileChannel.open(
                folder.root().resolve("lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = lock(channel)) {
      if (lock == null) {
        throw new MeasurementException(
            "another sweep works in %s; wait for it, or use another folder"
                .formatted(folder.root()));
      }
      RunExecution.removeLeftovers(folder);
      RunExecution execution =
          new RunExecution(folder, CommandLines.prepare(installation, folder), sweep.keepTraces());
      return new SweepExecution(folder, sweep, execution, progress).execute();
    }
  }

  private static FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  /**
   * Does one run, whatever else works in the folder.
   *
   * @param number its place in the sweep, from 0
   * @throws MeasurementException if there is no such run, or nothing can be started
   */
  public static RunResult executeOne(
      SweepFolder folder, Sweep sweep, Installation installation, int number)
      throws IOException, InterruptedException, MeasurementException {
    if (number < 0 || number >= sweep.runs().size()) {
      throw new MeasurementException(
          "the sweep in %s has runs 0 to %d, but asked for was %d"
              .formatted(folder.root(), sweep.runs().size() - 1, number));
    }
    CommandLines lines = CommandLines.prepare(installation, folder);
    return new RunExecution(folder, lines, sweep.keepTraces()).execute(sweep.runs().get(number));
  }

  private Map<PlannedRun, RunResult> execute()
      throws IOException, InterruptedException, MeasurementException {
    folder.results(sweep).values().stream()
        .filter(RunResult::succeeded)
        .forEach(
            result -> {
              results.put(result.run(), result);
              remaining.learn(result);
            });
    left.addAll(sweep.runs());
    left.removeAll(results.keySet());
    ExecutorService threads = Executors.newFixedThreadPool(sweep.jobs());
    try {
      Set<PlannedRun> all = new LinkedHashSet<>(left);
      finish(threads, all.stream().filter(run -> run.tool() == Tool.NATIVE).toList());
      List<Subject> failed =
          results.values().stream()
              .filter(r -> !r.succeeded())
              .map(r -> r.run().subject())
              .toList();
      left.removeIf(run -> failed.contains(run.subject()));
      finish(threads, new ArrayList<>(left));
    } finally {
      threads.shutdownNow();
    }
    return results;
  }

  private void finish(ExecutorService threads, List<PlannedRun> runs)
      throws IOException, InterruptedException {
    List<Future<?>> futures = new ArrayList<>();
    for (PlannedRun run : runs) {
      futures.add(
          threads.submit(
              () -> {
                ended(execution.execute(run));
                return null;
              }));
    }
    for (Future<?> future : futures) {
      try {
        future.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof IOException cause) {
          throw cause;
        }
        throw new IllegalStateException("a run could not be done", e.getCause());
      }
    }
  }

  private synchronized void ended(RunResult result) {
    results.put(result.run(), result);
    left.remove(result.run());
    if (result.succeeded()) {
      remaining.learn(result);
    }
    progress.ended(result, sweep.runs().size() - left.size(), remaining.of(left, sweep.jobs()));
  }
}
