package org.tslmap.collector.density;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.LongPredicate;
import org.tslmap.collector.analysis.SinkFactory;
import org.tslmap.collector.session.TraceScan;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.AccessSink;

/**
 * Addresses over time of a run: what was recorded with it, or else counted from its trace when
 * somebody looks for the first time, and kept.
 */
public final class RunDensity {
  private RunDensity() {}

  /**
   * The files of a run, one {@link DensityFile} for each process, in the order of their names.
   *
   * @param run the run's folder; where it cannot be written the files go to a temporary folder, and
   *     are gone when this program ends
   * @param further hears, while the trace is gone through, how many accesses were counted; false
   *     ends that with a {@link CancellationException}
   * @return nothing if nothing was recorded and there is no trace
   * @throws IOException if the trace cannot be read or is damaged
   */
  public static List<Path> files(Path run, LongPredicate further) throws IOException {
    if (!isToBeCounted(run)) {
      return DensityRecording.filesOf(run);
    }
    return Files.isWritable(run) ? countAndKeep(run, further) : countElsewhere(run, further);
  }

  /** Whether there is a trace, and nobody has looked at it yet. */
  public static boolean isToBeCounted(Path run) throws IOException {
    return DensityRecording.filesOf(run).isEmpty() && !new RunFolder(run).storedTraces().isEmpty();
  }

  /** What is not whole yet goes to a folder of its own, so that nobody takes it for the result. */
  private static List<Path> countAndKeep(Path run, LongPredicate further) throws IOException {
    Path kept = new RunFolder(run).density();
    Path fresh =
        kept.resolveSibling(
            "%s.new-%d".formatted(kept.getFileName(), ProcessHandle.current().pid()));
    try {
      count(run, new DensityRecording(fresh), further);
      if (Files.isDirectory(fresh)) {
        Files.move(fresh, kept);
      }
    } catch (FileSystemException e) {
      if (DensityRecording.filesOf(run).isEmpty()) {
        throw e;
      } // else somebody else was faster
    } finally {
      delete(fresh);
    }
    return DensityRecording.filesOf(run);
  }

  private static List<Path> countElsewhere(Path run, LongPredicate further) throws IOException {
    Path elsewhere = Files.createTempDirectory("tslmap-");
    Path folder = new RunFolder(elsewhere).density();
    elsewhere.toFile().deleteOnExit(); // what was asked for last is deleted first
    folder.toFile().deleteOnExit();
    count(run, new DensityRecording(folder), further);
    List<Path> files = DensityRecording.filesOf(elsewhere);
    files.forEach(file -> file.toFile().deleteOnExit());
    return files;
  }

  private static void count(Path run, DensityRecording recording, LongPredicate further)
      throws IOException {
    long[] counted = {0};
    SinkFactory told =
        (process, symbols) -> new Told(recording.begin(process, symbols), counted, further);
    TraceScan.scan(run, told, line -> {});
  }

  /** Tells how many accesses came, of all processes together. */
  private record Told(AccessSink counting, long[] counted, LongPredicate further)
      implements AccessSink {
    @Override
    public void accesses(int thread, long[] addresses, int[] sites, int count) {
      counting.accesses(thread, addresses, sites, count);
      counted[0] += count;
      if (!further.test(counted[0])) {
        throw new CancellationException("nobody waits for it any more");
      }
    }

    @Override
    public void end() {
      counting.end();
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        for (Path file : files) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }
}
