package org.tslmap.collector.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.analysis.Analysis;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.server.AccessToken;
import org.tslmap.collector.server.Admission;
import org.tslmap.collector.server.CollectorServer;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.server.StreamReceiver;
import org.tslmap.collector.shortage.Shortage;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.collector.store.TraceWriter;
import org.tslmap.collector.wire.Hello;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;

/** Listens and records every process that connects into one run folder, until closed. */
public final class RunRecorder implements AutoCloseable {
  private static final long POLL_MILLIS = 20;

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  /**
   * Programs that start others are often faster than their streams are worked off. So new ones wait
   * in their first write while so many that have ended are not over: these wait for nobody.
   */
  private static final int MOST_ENDING = 2 * PROCESSORS;

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

    /** The same without a stored trace and without further analyses. */
    public Options scoresOnly() {
      return new Options(
          runFolder, parameters, engine, false, 0, List.of(), expectedRanks, attribution);
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

  /** Profiles are large while they are made, so few are made at the same time. */
  private final Semaphore making = new Semaphore(PROCESSORS);

  private final RunJournal journal;

  /** Sessions whose stream has ended, and that are working it off. */
  private final Set<Session> ending = new HashSet<>();

  /** Sessions that begin when there are fewer of these. */
  private final Deque<Session> waiting = new ArrayDeque<>();

  /** Sessions that are not over, and the numbers of their processes once these have come. */
  private final Map<Session, Integer> sessions = new LinkedHashMap<>();

  /** What is left of the others. */
  private final List<EndedProcess> ended = new ArrayList<>();

  private final Set<String> notices = new LinkedHashSet<>();

  /** What came so far of processes that are running, by their numbers. */
  private final Map<Integer, ProcessProfile> running = new TreeMap<>();

  private final HeapWatch heap = new HeapWatch(this::relieve);
  private boolean exhausted;
  private SessionProgress endedProgress = SessionProgress.NONE;
  private final QueueShare share = QueueShare.ofThisMachine();
  private Optional<CollectorServer> server = Optional.empty();
  private int accepted;
  private int introduced;
  private int silent;
  private boolean written;

  private boolean finished;

  /** Whether all that was to be stored is stored, of what is over. */
  private boolean kept = true;

  /** Whether the traces of all processes that are over are whole. */
  private boolean replayable = true;

  private RunRecorder(Options options) {
    this.options = options;
    this.traceRemaining = new AtomicLong(options.traceLimitBytes());
    this.journal = new RunJournal(new RunFolder(options.runFolder()), () -> run(true));
  }

  /**
   * Starts listening.
   *
   * @throws IOException if the address is in use or cannot be listened on, or the run folder cannot
   *     be written; an empty run folder is removed again
   */
  public static RunRecorder listen(ListenAddress address, Options options) throws IOException {
    return listen(address, Optional.empty(), options);
  }

  /**
   * The same, to those who know a token.
   *
   * @param token what a tool has to send first; without one every process that reaches the address
   *     is recorded
   */
  public static RunRecorder listen(
      ListenAddress address, Optional<AccessToken> token, Options options) throws IOException {
    RunRecorder recorder = new RunRecorder(options);
    recorder.prepare();
    try {
      Admission admission = new Admission(token, recorder.new Events()::notice);
      recorder.server = Optional.of(CollectorServer.start(address, admission, recorder::accept));
      recorder.journal.begin();
      recorder.heap.start();
    } catch (IOException e) {
      removeIfEmpty(options.runFolder());
      throw e;
    }
    return recorder;
  }

  /**
   * Listens nowhere; takes what this program itself sends.
   *
   * @throws IOException if the run folder cannot be written
   */
  public static RunRecorder local(Options options) throws IOException {
    RunRecorder recorder = new RunRecorder(options);
    recorder.prepare();
    recorder.journal.begin();
    recorder.heap.start();
    return recorder;
  }

  private void prepare() throws IOException {
    Files.createDirectories(options.runFolder());
    if (!Files.isWritable(options.runFolder())) {
      throw new IOException(
          "expected a folder that can be written, found " + options.runFolder() + "; use --out");
    }
    if (options.storeTrace()) {
      TraceWriter.prepare();
    }
  }

  /**
   * Opens a process's stream within this program.
   *
   * @param name what the stream is called in messages
   */
  public LocalStream stream(String name) {
    return new LocalStream(name, this::accept);
  }

  private static void removeIfEmpty(Path folder) throws IOException {
    try {
      Files.delete(folder);
    } catch (DirectoryNotEmptyException e) {
      // It was there before.
    }
  }

  private StreamReceiver accept(CollectorServer.Connection connection) {
    if (exhausted()) {
      return refuse(connection);
    }
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
      sessions.put(session, 0);
      accepted++;
      share.sessions(sessions.size());
      if (ending.size() >= MOST_ENDING) {
        waiting.add(session);
        return session;
      }
    }
    session.begin();
    return session;
  }

  /** There is no memory for another process. */
  private synchronized StreamReceiver refuse(CollectorServer.Connection connection) {
    accepted++;
    silent++;
    notifyAll();
    connection.close();
    return StreamReceiver.NONE;
  }

  /** What the sessions tell. */
  private final class Events implements Session.Listener {
    @Override
    public TraceKeeper introduced(Session session, Hello hello) throws IOException {
      int number;
      synchronized (RunRecorder.this) {
        number = ++introduced;
        sessions.put(session, number);
      }
      return options.storeTrace() && !hello.samples()
          ? TraceKeeper.in(
              new RunFolder(options.runFolder()).trace(number, hello.pid()), traceRemaining, share)
          : TraceKeeper.none();
    }

    @Override
    public EndedProcess ended(Session session, Supplier<ProcessProfile> profile)
        throws IOException {
      making.acquireUninterruptibly();
      try {
        return keep(session, profile.get());
      } finally {
        making.release();
      }
    }

    @Override
    public void running(Session session, Supplier<ProcessProfile> soFar) {
      keepRunning(session, soFar);
    }

    @Override
    public void ranOut(Shortage shortage) {
      // Memory for counting is there again when the process is over that used it up.
      if (shortage == Shortage.MEMORY || shortage == Shortage.THREADS) {
        exhaust(shortage);
      }
    }

    @Override
    public void notice(String line) {
      synchronized (RunRecorder.this) {
        notices.add(line); // once, since ranks of one program have the same to say
      }
    }

    @Override
    public void ending(Session session) {
      synchronized (RunRecorder.this) {
        // One that has not begun yet begins when others are over.
        if (sessions.containsKey(session) && !waiting.contains(session)) {
          ending.add(session);
        }
      }
    }

    @Override
    public void over(Session session) {
      List<Session> next = new ArrayList<>();
      synchronized (RunRecorder.this) {
        ending.remove(session);
        waiting.remove(session);
        if (ending.size() < MOST_ENDING) {
          next.addAll(waiting);
          waiting.clear();
        }
        running.remove(sessions.remove(session));
        share.sessions(sessions.size());
        if (session.ended().isPresent()) {
          EndedProcess process = session.ended().get();
          ended.add(process);
          endedProgress = endedProgress.plus(process.progress());
        } else {
          silent++;
        }
        RunRecorder.this.notifyAll();
      }
      next.forEach(Session::begin);
    }
  }

  /** Keeps a process's profile on disk, or else in memory. */
  private EndedProcess keep(Session session, ProcessProfile made) {
    ProcessProfile profile = checked(made, session.trace());
    int number;
    synchronized (this) {
      number = sessions.get(session);
    }
    TraceKeeper trace = session.trace();
    synchronized (this) {
      kept &= !trace.broken();
      replayable &= trace.whole();
    }
    try {
      journal.keep(number, profile, false);
    } catch (IOException e) {
      // It stays in memory, and the result says what cannot be written.
      LoggerFactory.getLogger(RunRecorder.class).debug("a profile was not kept", e);
    }
    return new EndedProcess(
        number,
        profile,
        trace
            .folder()
            .map(
                folder ->
                    new RunFile.Trace(
                        options.runFolder().relativize(folder).toString(),
                        trace.storedAccesses(),
                        trace.bytes(),
                        trace.limited())),
        session.progress(),
        session.lastReceived(),
        session.replacedBy());
  }

  /** A process whose trace lacks something that nobody has said is not complete. */
  private static ProcessProfile checked(ProcessProfile profile, TraceKeeper trace) {
    long received = profile.totals().accesses();
    boolean whole =
        trace.folder().isEmpty()
            || trace.limited()
            || trace.broken()
            || trace.storedAccesses() == received;
    return whole || !profile.end().complete()
        ? profile
        : profile.with(
            profile
                .end()
                .withIncomplete(
                    "expected all %,d accesses in its trace, found %,d; report this"
                        .formatted(received, trace.storedAccesses())));
  }

  /** Keeps what came so far of a process, as far as there is memory and a disk for it. */
  private void keepRunning(Session session, Supplier<ProcessProfile> soFar) {
    int number;
    synchronized (this) {
      number = sessions.get(session);
    }
    if (!making.tryAcquire()) {
      return;
    }
    try {
      ProcessProfile profile = soFar.get();
      journal.keep(number, profile, true);
      synchronized (this) {
        running.put(number, profile);
      }
    } catch (IOException | RuntimeException | Error e) {
      // The process goes on; its end tells what is wrong.
      LoggerFactory.getLogger(RunRecorder.class).debug("a profile was not kept", e);
    } finally {
      making.release();
    }
  }

  /** Something ran out: processes that come from now on are refused, and the others end. */
  private void exhaust(Shortage shortage) {
    heap.giveUpReserve();
    synchronized (this) {
      if (!exhausted) {
        exhausted = true;
        notices.add(
            "%s: processes that come from now on are not measured; %s"
                .formatted(shortage.finding(), shortage.advice()));
        notifyAll();
      }
    }
  }

  /** Cuts the younger half of the processes that are running. */
  private void relieve() {
    exhaust(Shortage.MEMORY);
    List<Session> young;
    synchronized (this) {
      young = new ArrayList<>(sessions.keySet());
      young.removeAll(ending);
    }
    young
        .subList(young.size() / 2, young.size())
        .forEach(
            session -> session.cut(Shortage.MEMORY.finding() + "; " + Shortage.MEMORY.advice()));
  }

  /** Whether memory has run out, so that no further process is measured. */
  public synchronized boolean exhausted() {
    return exhausted;
  }

  /** What is known of the run. */
  private RunFile.Run run(boolean unfinished) {
    List<EndedProcess> processes;
    List<ProcessProfile> profiles = new ArrayList<>();
    synchronized (this) {
      processes = new ArrayList<>(ended);
      profiles.addAll(running.values());
    }
    processes.sort(Comparator.comparingInt(EndedProcess::number));
    processes.forEach(process -> profiles.add(process.profile()));
    profiles.sort(Comparator.comparingLong(process -> process.identity().startedMicros()));
    return new RunFile.Run(
        started,
        options.parameters(),
        options.attribution(),
        options.storeTrace(),
        processes.stream().flatMap(process -> process.trace().stream()).toList(),
        new LocalityProfile(RunFile.generator(), profiles, options.expectedRanks(), unfinished),
        notices());
  }

  /** Where processes can connect; the port is the real one. */
  public ListenAddress address() {
    return server.orElseThrow().address();
  }

  /** How far the run has come; cheap, from any thread. */
  public synchronized Progress progress() {
    SessionProgress sum = endedProgress;
    for (Session session : sessions.keySet()) {
      sum = sum.plus(session.progress());
    }
    long divisor = Math.max(sum.accesses(), 1);
    return new Progress(
        sessions.size(),
        ended.size(),
        sum.accesses(),
        System.nanoTime() - opened,
        sum.temporal() / divisor,
        sum.spatial() / divisor,
        sum.traceBytes());
  }

  /** Event frames that wait or are being worked off, of all sessions. */
  int framesInUse() {
    return server.map(CollectorServer::framesInUse).orElse(0);
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
   *     <p>If they cannot be written, the profile comes all the same, and {@link #kept} tells.
   * @throws IOException if the recorder cannot be reached by connections of its own
   * @throws InterruptedException if interrupted while waiting; open sessions stay open
   */
  public LocalityProfile finish(Duration idle) throws IOException, InterruptedException {
    int known;
    do {
      awaitKnock();
      known = awaitAllOver(idle);
      awaitKnock();
    } while (accepted() > known + 1);
    server.ifPresent(CollectorServer::close);
    LocalityProfile profile = run(false).profile();
    noticeFirstDeath(profile);
    noticeReplacements(profile);
    noticeSampling(profile);
    written = true;
    try {
      journal.finish(run(false));
      synchronized (this) {
        finished = true;
      }
    } catch (IOException | UncheckedIOException e) {
      notKept(e);
    }
    return profile;
  }

  private synchronized void notKept(Exception e) {
    kept = false;
    notices.add(
        "the results cannot be written to %s: %s"
            .formatted(options.runFolder(), Shortage.describe(e)));
  }

  /**
   * After {@link #finish}: whether all that was to be stored is in the run's folder. If not,
   * notices say what is missing.
   */
  public synchronized boolean kept() {
    return kept;
  }

  /** Whether the results were written. */
  public synchronized boolean finished() {
    return finished;
  }

  /**
   * Whether the traces of all processes that have connected are whole and on disk, so that the rest
   * can be made from them.
   */
  public synchronized boolean replayable() {
    return options.storeTrace()
        && replayable
        && introduced > 0
        && sessions.entrySet().stream()
            .allMatch(session -> session.getValue() == 0 || session.getKey().trace().whole());
  }

  /** Ends all sessions; their processes are marked incomplete. */
  public synchronized void cut() {
    sessions.keySet().forEach(Session::cut);
  }

  private synchronized void noticeSampling(LocalityProfile profile) {
    notices.addAll(SampledTotals.notices(profile.processes()));
  }

  /** A launcher ends all other ranks when one dies, so which one was first is worth a line. */
  private synchronized void noticeFirstDeath(LocalityProfile profile) {
    if (profile.ranks().size() < 2) {
      return;
    }
    ended.stream()
        .filter(EndedProcess::isDeadRank)
        .min(Comparator.comparingLong(process -> process.lastReceived() - opened))
        .map(process -> process.profile().identity())
        .ifPresent(
            first ->
                notices.add(
                    "rank %d (process %d on %s) was the first to die"
                        .formatted(first.rank(), first.pid(), first.host())));
  }

  /** Programs that took a process's place and sent nothing are not in the profile. */
  private synchronized void noticeReplacements(LocalityProfile profile) {
    UnmeasuredPrograms unmeasured = new UnmeasuredPrograms(profile.processes());
    for (EndedProcess process : ended) {
      process
          .replacedBy()
          .ifPresent(program -> unmeasured.replaced(process.profile().identity(), program));
    }
    notices.addAll(unmeasured.notices());
  }

  /** Waits until no session is open; gives how many there have been. */
  private synchronized int awaitAllOver(Duration idle) throws InterruptedException {
    while (!sessions.isEmpty()) {
      wait(POLL_MILLIS);
      long now = System.nanoTime();
      for (Session session : sessions.keySet()) {
        if (!idle.isZero() && now - session.lastReceived() > idle.toNanos()) {
          session.cut();
        }
      }
    }
    return accepted;
  }

  private synchronized int accepted() {
    return accepted;
  }

  /** A connection of our own is accepted after all that were made before it. */
  private void awaitKnock() throws IOException, InterruptedException {
    if (server.isEmpty()) {
      return;
    }
    synchronized (this) {
      int before = silent;
      server.get().knock();
      while (silent == before) {
        wait(POLL_MILLIS);
      }
    }
  }

  /** Stops listening, cuts off what is still connected and frees everything. */
  @Override
  public void close() {
    heap.close();
    server.ifPresent(CollectorServer::close);
    synchronized (this) {
      boolean interrupted = false;
      while (!sessions.isEmpty()) {
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
    if (!written) {
      giveUp();
    }
  }

  /** The run was not finished: nothing stays of it, or what came until now. */
  private void giveUp() {
    try {
      if (introduced == 0) {
        journal.discard();
      } else {
        journal.finish(run(true));
      }
    } catch (IOException e) {
      LoggerFactory.getLogger(RunRecorder.class).debug("what was recorded is not kept", e);
    }
  }
}
