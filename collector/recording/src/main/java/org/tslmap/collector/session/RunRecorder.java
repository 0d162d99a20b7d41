package org.tslmap.collector.session;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.tslmap.collector.analysis.Analysis;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.server.CollectorServer;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.server.StreamReceiver;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.collector.store.TraceWriter;
import org.tslmap.collector.wire.Hello;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;

/** Listens and records every process that connects into one run folder, until closed. */
public final class RunRecorder implements AutoCloseable {
  private static final long POLL_MILLIS = 20;

  /**
   * What to record.
   *
   * @param runFolder where results go; made when missing
   * @param parameters what the metrics are computed with
   * @param engine which engine computes them
   * @param storeTrace whether the trace is kept
   * @param traceLimitBytes bytes of trace kept at most, over all processes; then storing stops
   * @param analyses further analyses, one instance of each for each process
   * @param expectedRanks how many MPI ranks should connect, 0 when that is not known
   * @param attribution what accesses are attributed to besides code
   */
  public record Options(
      Path runFolder,
      MetricParameters parameters,
      EngineChoice engine,
      boolean storeTrace,
      long traceLimitBytes,
      List<Analysis.Factory> analyses,
      int expectedRanks,
      AttributionOptions attribution) {
    /** Keeps the list unmodifiable. */
    public Options {
      analyses = List.copyOf(analyses);
      if (traceLimitBytes < 0) {
        throw new IllegalArgumentException(
            "the trace limit must not be negative, but is " + traceLimitBytes + " bytes");
      }
    }

    /**
     * A program of which it is not known how many MPI ranks it has, or that has none; everything is
     * attributed.
     */
    public Options(
        Path runFolder,
        MetricParameters parameters,
        EngineChoice engine,
        boolean storeTrace,
        long traceLimitBytes,
        List<Analysis.Factory> analyses) {
      this(
          runFolder,
          parameters,
          engine,
          storeTrace,
          traceLimitBytes,
          analyses,
          0,
          AttributionOptions.ALL);
    }

    /** The same for a program with this many MPI ranks. */
    public Options withExpectedRanks(int ranks) {
      return new Options(
          runFolder, parameters, engine, storeTrace, traceLimitBytes, analyses, ranks, attribution);
    }

    /** The same with another attribution. */
    public Options withAttribution(AttributionOptions other) {
      return new Options(
          runFolder,
          parameters,
          engine,
          storeTrace,
          traceLimitBytes,
          analyses,
          expectedRanks,
          other);
    }
  }

  private final Options options;
  private final AtomicLong traceRemaining;
  private final long opened = System.nanoTime();
  private final Instant started = Instant.now();
  private final List<Session> sessions = new ArrayList<>();
  private final List<String> notices = new ArrayList<>();
  private final QueueShare share = QueueShare.ofThisMachine();
  private CollectorServer server;
  private int open;
  private int introduced;
  private int finished;
  private int silent;

  private RunRecorder(Options options) {
    this.options = options;
    this.traceRemaining = new AtomicLong(options.traceLimitBytes());
  }

  /**
   * Starts listening.
   *
   * @throws IOException if the address is in use or cannot be listened on, or the run folder cannot
   *     be written; an empty run folder is removed again
   */
  public static RunRecorder listen(ListenAddress address, Options options) throws IOException {
    Files.createDirectories(options.runFolder());
    if (!Files.isWritable(options.runFolder())) {
      throw new IOException(
          "expected a folder that can be written, found " + options.runFolder() + "; use --out");
    }
    if (options.storeTrace()) {
      TraceWriter.prepare();
    }
    RunRecorder recorder = new RunRecorder(options);
    try {
      recorder.server = CollectorServer.start(address, recorder::accept);
    } catch (IOException e) {
      removeIfEmpty(options.runFolder());
      throw e;
    }
    return recorder;
  }

  private static void removeIfEmpty(Path folder) throws IOException {
    try {
      Files.delete(folder);
    } catch (DirectoryNotEmptyException e) {
      // It was there before.
    }
  }

  private StreamReceiver accept(CollectorServer.Connection connection) {
    Session session =
        new Session(
            connection,
            new ProcessRecording(
                options.parameters(),
                options.engine(),
                options.attribution(),
                options.analyses(),
                process -> Selection.ALL,
                true),
            share,
            new Events());
    synchronized (this) {
      sessions.add(session);
      open++;
      share.sessions(open);
    }
    return session;
  }

  /** What the sessions tell. */
  private final class Events implements Session.Listener {
    @Override
    public TraceKeeper introduced(Session session, Hello hello) throws IOException {
      int number;
      synchronized (RunRecorder.this) {
        number = ++introduced;
      }
      return options.storeTrace() && !hello.samples()
          ? TraceKeeper.in(
              new RunFolder(options.runFolder()).trace(number, hello.pid()), traceRemaining, share)
          : TraceKeeper.none();
    }

    @Override
    public void notice(String line) {
      synchronized (RunRecorder.this) {
        // Ranks of one program have the same to say.
        if (!notices.contains(line)) {
          notices.add(line);
        }
      }
    }

    @Override
    public void over(Session session) {
      synchronized (RunRecorder.this) {
        open--;
        share.sessions(open);
        if (session.profileOrNull() == null) {
          silent++;
        } else {
          finished++;
        }
        RunRecorder.this.notifyAll();
      }
    }
  }

  /** Where processes can connect; the port is the real one. */
  public ListenAddress address() {
    return server.address();
  }

  /** How far the run has come; cheap, from any thread. */
  public synchronized Progress progress() {
    long accesses = 0;
    long traceBytes = 0;
    double temporal = 0;
    double spatial = 0;
    for (Session session : sessions) {
      long own = session.accesses();
      accesses += own;
      temporal += own * session.temporal();
      spatial += own * session.spatial();
      traceBytes += session.trace().bytes();
    }
    long divisor = Math.max(accesses, 1);
    return new Progress(
        open,
        finished,
        accesses,
        System.nanoTime() - opened,
        temporal / divisor,
        spatial / divisor,
        traceBytes);
  }

  /** Event frames that wait or are being worked off, of all sessions. */
  int framesInUse() {
    return server.framesInUse();
  }

  /** What went wrong or needs saying so far, one line each. */
  public synchronized List<String> notices() {
    return List.copyOf(notices);
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
    int known;
    do {
      awaitKnock();
      known = awaitAllOver(idle);
      awaitKnock();
    } while (accepted() > known + 1);
    server.close();
    LocalityProfile profile =
        new LocalityProfile(
            RunFile.generator(),
            sessions.stream()
                .map(Session::profileOrNull)
                .filter(Objects::nonNull)
                .sorted(
                    Comparator.comparingLong((ProcessProfile p) -> p.identity().startedMicros()))
                .toList(),
            options.expectedRanks());
    noticeFirstDeath(profile);
    noticeReplacements(profile);
    noticeSampling(profile);
    RunFolder folder = new RunFolder(options.runFolder());
    ProfileJson.write(profile, folder.profile());
    RunFile.write(
        folder.description(),
        new RunFile.Run(
            started,
            options.parameters(),
            options.attribution(),
            options.storeTrace(),
            traces(),
            profile,
            notices()));
    return profile;
  }

  private synchronized void noticeSampling(LocalityProfile profile) {
    notices.addAll(SampledTotals.notices(profile.processes()));
  }

  /** A launcher ends all other ranks when one dies, so which one was first is worth a line. */
  private synchronized void noticeFirstDeath(LocalityProfile profile) {
    if (profile.ranks().size() < 2) {
      return;
    }
    sessions.stream()
        .filter(session -> session.profileOrNull() != null)
        .filter(session -> isDeadRank(session.profileOrNull()))
        .min(Comparator.comparingLong(session -> session.lastReceived() - opened))
        .map(session -> session.profileOrNull().identity())
        .ifPresent(
            first ->
                notices.add(
                    "rank %d (process %d on %s) was the first to die"
                        .formatted(first.rank(), first.pid(), first.host())));
  }

  /** Programs that took a process's place and sent nothing are not in the profile. */
  private synchronized void noticeReplacements(LocalityProfile profile) {
    UnmeasuredPrograms unmeasured = new UnmeasuredPrograms(profile.processes());
    for (Session session : sessions) {
      if (session.profileOrNull() != null) {
        session
            .replacedBy()
            .ifPresent(program -> unmeasured.replaced(session.profileOrNull().identity(), program));
      }
    }
    notices.addAll(unmeasured.notices());
  }

  private static boolean isDeadRank(ProcessProfile process) {
    return process.identity().rank() >= 0
        && (process.end().signal() != 0 || !process.end().complete());
  }

  /** Waits until no session is open; gives how many there have been. */
  private synchronized int awaitAllOver(Duration idle) throws InterruptedException {
    while (open > 0) {
      wait(POLL_MILLIS);
      long now = System.nanoTime();
      for (Session session : sessions) {
        if (!idle.isZero()
            && session.profileOrNull() == null
            && now - session.lastReceived() > idle.toNanos()) {
          session.cut();
        }
      }
    }
    return sessions.size();
  }

  private synchronized int accepted() {
    return sessions.size();
  }

  /** A connection of our own is accepted after all that were made before it. */
  private void awaitKnock() throws IOException, InterruptedException {
    synchronized (this) {
      int before = silent;
      server.knock();
      while (silent == before) {
        wait(POLL_MILLIS);
      }
    }
  }

  private synchronized List<RunFile.Trace> traces() {
    List<RunFile.Trace> traces = new ArrayList<>();
    for (Session session : sessions) {
      session
          .trace()
          .folder()
          .ifPresent(
              folder ->
                  traces.add(
                      new RunFile.Trace(
                          options.runFolder().relativize(folder).toString(),
                          session.trace().storedAccesses(),
                          session.trace().bytes(),
                          session.trace().limited())));
    }
    return traces;
  }

  /** Stops listening, cuts off what is still connected and frees everything. */
  @Override
  public void close() {
    server.close();
    synchronized (this) {
      boolean interrupted = false;
      while (open > 0) {
        try {
          wait(POLL_MILLIS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
