package org.tslmap.collector.session;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;

/** Listens and records every process that connects into one run folder, until closed. */
public final class RunRecorder implements AutoCloseable {
  /**
   * What to record.
   *
   * @param runFolder where results go; made when missing
   * @param parameters what the metrics are computed with
   * @param engine which engine computes them
   * @param storeTrace whether the trace is kept
   * @param traceLimitBytes bytes of trace kept at most, over all processes; then storing stops
   * @param analyses further analyses, one instance of each for each process
   */
  public record Options(
      Path runFolder,
      MetricParameters parameters,
      EngineChoice engine,
      boolean storeTrace,
      long traceLimitBytes,
      List<AccessSinkFactory> analyses) {
    /** Keeps the list unmodifiable. */
    public Options {
      analyses = List.copyOf(analyses);
      if (traceLimitBytes < 0) {
        throw new IllegalArgumentException(
            "the trace limit must not be negative, but is " + traceLimitBytes + " bytes");
      }
    }
  }

  private RunRecorder() {}

  /**
   * Starts listening.
   *
   * @throws IOException if the address is in use or cannot be listened on, or the run folder cannot
   *     be written
   */
  public static RunRecorder listen(ListenAddress address, Options options) throws IOException {
    throw new IOException("cannot listen on " + address + " for " + options);
  }

  /** Where processes can connect; the port is the real one. */
  public ListenAddress address() {
    throw new IllegalStateException();
  }

  /** How far the run has come; cheap, from any thread. */
  public Progress progress() {
    throw new IllegalStateException();
  }

  /** What went wrong or needs saying so far, one line each. */
  public List<String> notices() {
    throw new IllegalStateException();
  }

  /**
   * Waits until every process that has connected has ended, then stops listening and writes {@code
   * run.json} and {@code profile.json}.
   *
   * @param idle a process that sends nothing for this long is cut off and marked incomplete; zero
   *     waits without limit
   * @throws IOException if the results cannot be written
   * @throws InterruptedException if interrupted while waiting; open sessions stay open
   */
  public LocalityProfile finish(Duration idle) throws IOException, InterruptedException {
    throw new IOException("not finished");
  }

  /** Stops listening, cuts off what is still connected and frees everything. */
  @Override
  public void close() {}
}
