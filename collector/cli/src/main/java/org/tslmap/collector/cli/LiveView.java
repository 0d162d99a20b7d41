package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.tslmap.collector.density.DensityRecording;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.session.Progress;
import org.tslmap.collector.sources.SourceRoots;
import org.tslmap.collector.view.LiveRun;
import org.tslmap.collector.view.RunLibrary;
import org.tslmap.collector.view.ViewServer;

/** Pages that show one run while it goes on, and its result afterwards. */
final class LiveView implements AutoCloseable {
  private final LiveRun run;
  private final RunLibrary library;
  private final Path folder;
  private final ViewServer server;
  private final PrintWriter err;

  private LiveView(
      LiveRun run, RunLibrary library, Path folder, ViewServer server, PrintWriter err) {
    this.run = run;
    this.library = library;
    this.folder = folder;
    this.server = server;
    this.err = err;
  }

  /**
   * Starts serving, and opens the browser.
   *
   * @param program the program and its arguments
   * @param density records the run's addresses over time
   * @param folder the run's
   * @param roots where the text of sources may be read
   * @param hotspots what hotspots are weighed with
   */
  static LiveView open(
      List<String> program,
      DensityRecording density,
      Path folder,
      SourceRoots roots,
      HotspotSettings hotspots,
      PrintWriter err)
      throws IOException {
    LiveRun run = new LiveRun(program, density);
    RunLibrary library = new RunLibrary(List.of(folder), roots, hotspots);
    ViewServer server = ViewServer.start(new ListenAddress.Tcp("127.0.0.1", 0), library, run);
    String page = server.url() + "#/live";
    err.println("tslmap: the run at " + page);
    err.flush();
    Browser.open(page);
    return new LiveView(run, library, folder, server, err);
  }

  /** The program runs. */
  void begin(Supplier<Progress> progress) {
    run.begin(progress);
  }

  /** The run is over: shows what came of it until the user is done. */
  void showResult() throws IOException, InterruptedException {
    String id = library.idOf(folder).orElse("");
    CountDownLatch interrupted = new CountDownLatch(1);
    Signals.onInterrupt(interrupted::countDown);
    Signals.onTerminate(signal -> interrupted.countDown());
    run.finish(id);
    err.println(
        "tslmap: the result at %s#/run/%s; Ctrl-C ends"
            .formatted(server.url(), Browser.encoded(id)));
    err.flush();
    interrupted.await();
  }

  @Override
  public void close() throws IOException {
    run.close();
    server.close();
  }
}
