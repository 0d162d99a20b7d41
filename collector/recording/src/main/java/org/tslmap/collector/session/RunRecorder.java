package org.tslmap.collector.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.adaptation.RankDecisions;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.server.AccessToken;
import org.tslmap.collector.server.Admission;
import org.tslmap.collector.server.CollectorServer;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.server.PassiveReceiver;
import org.tslmap.collector.server.StreamReceiver;
import org.tslmap.collector.shortage.Shortage;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.collector.store.TraceWriter;
import org.tslmap.collector.wire.Hello;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;

/** Listens and records every process that connects into one run folder, until closed. */
public final class RunRecorder implements AutoCloseable {
  private static final long POLL_MILLIS = 20;

  private static final long KNOCK_NANOS = 1_000_000_000;
  private static final int KNOCKS = 60;

  private static final int MOST_ENDING = 2 * Runtime.getRuntime().availableProcessors();

  private final RunOptions options;
  private final AtomicLong traceRemaining;
  private final long opened = System.nanoTime();
  private final RunProfiles profiles;
  private final SessionGate gate = new SessionGate(MOST_ENDING);

  /** Sessions that are not over, and the numbers of their processes once these have come. */
  private final Map<Session, Integer> sessions = new LinkedHashMap<>();

  private final Set<String> notices = new LinkedHashSet<>();

  private final RankDecisions ranks = new RankDecisions();
  private final SpentTime spent = new SpentTime();

  private final HeapWatch heap = new HeapWatch(this::relieve);

  /** What ran out first, if anything. */
  private Optional<Shortage> exhausted = Optional.empty();

  private final QueueShare share = QueueShare.ofThisMachine();
  private Optional<CollectorServer> server = Optional.empty();
  private int accepted;
  private int introduced;
  private int silent;
  private boolean written;

  private boolean finished;

  /** Whether results of a process could not even be marked as lost. */
  private boolean lost;

  private RunRecorder(RunOptions options) {
    this.options = options;
    this.traceRemaining = new AtomicLong(options.traceLimitBytes());
    this.profiles = new RunProfiles(options, this::notices);
  }

  /**
   * Starts listening.
   *
   * @throws IOException if the address is in use or cannot be listened on, or the run folder cannot
   *     be written; an empty run folder is removed again
   */
  public static RunRecorder listen(ListenAddress address, RunOptions options) throws IOException {
    return listen(address, Optional.empty(), options);
  }

  /**
   * The same, to those who know a token.
   *
   * @param token what a tool has to send first; without one every process that reaches the address
   *     is recorded
   */
  public static RunRecorder listen(
      ListenAddress address, Optional<AccessToken> token, RunOptions options) throws IOException {
    RunRecorder recorder = new RunRecorder(options);
    recorder.prepare();
    try {
      Admission admission = new Admission(token, recorder.new Events()::notice);
      recorder.server =
          Optional.of(
              CollectorServer.start(address, admission, recorder::accept, recorder::unread));
      recorder.profiles.begin();
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
  public static RunRecorder local(RunOptions options) throws IOException {
    RunRecorder recorder = new RunRecorder(options);
    recorder.prepare();
    recorder.profiles.begin();
    recorder.heap.start();
    return recorder;
  }

  private void prepare() throws IOException {
    Shortage.prepare();
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
    ProcessRecording recording =
        new ProcessRecording(
            options.parameters(),
            options.engine(),
            options.attribution(),
            options.sinks(),
            process -> Selection.ALL,
            true);
    recording.follow(ranks);
    recording.share(spent);
    Session session = new Session(connection, recording, share, new Events());
    synchronized (this) {
      sessions.put(session, 0);
      accepted++;
      share.sessions(sessions.size());
      if (!gate.enter(session)) {
        return session;
      }
    }
    session.begin();
    return session;
  }

  /** A session that has waited and begins now; null if there is none. */
  private synchronized Session next() {
    return gate.next();
  }

  private synchronized int number(Session session) {
    return sessions.get(session);
  }

  /** There is no memory for another process. */
  private synchronized StreamReceiver refuse(CollectorServer.Connection connection) {
    accepted++;
    silent++;
    notifyAll();
    connection.close();
    return PassiveReceiver.NONE;
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
      return options.storeTrace() && !hello.samplesAtOnce()
          ? TraceKeeper.in(
              new RunFolder(options.runFolder()).trace(number, hello.pid()), traceRemaining, share)
          : TraceKeeper.none();
    }

    @Override
    public EndedProcess ended(Session session, Supplier<ProcessProfile> profile) {
      return profiles.end(number(session), session, profile);
    }

    @Override
    public boolean running(Session session, Supplier<ProcessProfile> soFar) {
      return profiles.running(number(session), soFar);
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
        if (sessions.containsKey(session)) {
          gate.ending(session);
        }
      }
    }

    @Override
    public void over(Session session) {
      // Each step may lack memory; then all is done again, and what was done is not done twice.
      synchronized (RunRecorder.this) {
        Integer number = sessions.get(session);
        if (number != null) {
          profiles.over(number, session.ended());
          silent += session.ended().isPresent() ? 0 : 1;
          sessions.remove(session);
        }
        share.sessions(sessions.size());
        gate.over(session);
        RunRecorder.this.notifyAll();
      }
      for (Session next = next(); next != null; next = next()) {
        next.begin();
      }
    }
  }

  /** Nobody waits for sessions whose threads had no memory left even to say that they are over. */
  private synchronized void forgetDead() {
    if (sessions.keySet().removeIf(Session::isDead)) {
      lost = true;
      notices.add(
          "results of a process are lost: %s; %s"
              .formatted(Shortage.MEMORY.finding(), Shortage.MEMORY.advice()));
    }
  }

  /** Something ran out: processes that come from now on are refused, and the others end. */
  public void exhaust(Shortage shortage) {
    heap.giveUpReserve();
    synchronized (this) {
      if (exhausted.isEmpty()) {
        exhausted = Optional.of(shortage);
        notifyAll();
      }
    }
  }

  /** Cuts the younger half of the processes that are running. */
  private void relieve() {
    exhaust(Shortage.MEMORY);
    List<Session> young;
    synchronized (this) {
      young = gate.goingOn(sessions.keySet());
    }
    cut(young.subList(young.size() / 2, young.size()), Shortage.MEMORY);
  }

  private static void cut(Collection<Session> sessions, Shortage shortage) {
    String reason = shortage.finding() + "; " + shortage.advice();
    sessions.forEach(session -> session.cut(reason));
  }

  /** No connection can be read any more. */
  private void unread(Throwable cause) {
    LoggerFactory.getLogger(RunRecorder.class).debug("connections are read no further", cause);
    Shortage shortage = Shortage.in(cause).orElse(Shortage.READER);
    exhaust(shortage);
    List<Session> open;
    synchronized (this) {
      open = new ArrayList<>(sessions.keySet());
    }
    cut(open, shortage);
  }

  /** Whether memory has run out, so that no further process is measured. */
  public synchronized boolean exhausted() {
    return exhausted.isPresent();
  }

  /** Where processes can connect; the port is the real one. */
  public ListenAddress address() {
    return server.orElseThrow().address();
  }

  /** How far the run has come; cheap, from any thread. */
  public synchronized Progress progress() {
    SessionProgress sum = profiles.progress();
    for (Session session : sessions.keySet()) {
      sum = sum.plus(session.progress());
    }
    long divisor = Math.max(sum.accesses(), 1);
    return new Progress(
        sessions.size(),
        profiles.ended(),
        sum.accesses(),
        System.nanoTime() - opened,
        sum.temporal() / divisor,
        sum.spatial() / divisor,
        sum.traceBytes());
  }

  /** What listens, if anything. */
  Optional<CollectorServer> server() {
    return server;
  }

  /** Event frames that wait or are being worked off, of all sessions. */
  int framesInUse() {
    return server.map(CollectorServer::framesInUse).orElse(0);
  }

  /** What went wrong or needs saying so far, one line each. */
  public synchronized List<String> notices() {
    List<String> all = new ArrayList<>(notices);
    exhausted.ifPresent(
        shortage ->
            all.add(
                "%s: processes that come from now on are not measured; %s"
                    .formatted(shortage.finding(), shortage.advice())));
    return all;
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
    for (boolean over = false; !over; ) {
      try {
        over = awaitAllOver(idle);
      } catch (OutOfMemoryError e) {
        if (noneOpen()) {
          throw e; // what has the memory does not give it back
        }
        exhaust(Shortage.MEMORY);
        cut();
      }
    }
    server.ifPresent(CollectorServer::close);
    LocalityProfile profile = profiles.run(false).profile();
    synchronized (this) {
      notices.addAll(profiles.remarks(profile));
    }
    written = true;
    try {
      profiles.finish(false);
      synchronized (this) {
        finished = true;
      }
    } catch (IOException | UncheckedIOException e) {
      notKept(e);
    }
    return profile;
  }

  private synchronized void notKept(Exception e) {
    notices.add(
        "the results cannot be written to %s: %s"
            .formatted(options.runFolder(), Shortage.describe(e)));
  }

  /**
   * After {@link #finish}: whether all that was to be stored is in the run's folder. If not,
   * notices say what is missing.
   */
  public synchronized boolean kept() {
    return finished && !lost && profiles.kept();
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
        && profiles.replayable()
        && introduced > 0
        && sessions.entrySet().stream()
            .allMatch(session -> session.getValue() == 0 || session.getKey().trace().whole());
  }

  /** Processes of this machine that are connected and go on. */
  public synchronized long goingOn() {
    return gate.goingOn(sessions.keySet()).stream().filter(Session::processLives).count();
  }

  /** Ends all sessions; their processes are marked incomplete. */
  private synchronized void cut() {
    sessions.keySet().forEach(Session::cut);
  }

  /**
   * Ends the sessions of processes that go on, which are marked incomplete. Those that have ended
   * are measured to the end, however much of their streams is not read yet. To be called again and
   * again.
   */
  public synchronized void cutThoseThatGoOn() {
    sessions.keySet().forEach(Session::cutUnlessEnded);
  }

  /** Waits until no session is open, and says whether none has come meanwhile. */
  private boolean awaitAllOver(Duration idle) throws IOException, InterruptedException {
    awaitKnock();
    int known = awaitNoneOpen(idle);
    int knocks = awaitKnock();
    return accepted() <= known + knocks || noneComes() && noneOpen();
  }

  /** Whether there are no connections, or none is accepted any more. */
  private boolean noneComes() {
    return server.map(CollectorServer::isOver).orElse(true);
  }

  private synchronized boolean noneOpen() {
    return sessions.isEmpty();
  }

  /** Waits until no session is open; gives how many there have been. */
  private synchronized int awaitNoneOpen(Duration idle) throws InterruptedException {
    while (!sessions.isEmpty()) {
      wait(POLL_MILLIS);
      forgetDead();
      if (!idle.isZero()) {
        sessions.keySet().forEach(session -> session.cutIfSilent(idle));
      }
    }
    return accepted;
  }

  private synchronized int accepted() {
    return accepted;
  }

  /**
   * Connects to itself: the connection is accepted after all that were made before it. Without
   * memory one may not be accepted; then it is made again, 60 times at most.
   *
   * @return how many connections that took
   */
  private int awaitKnock() throws IOException, InterruptedException {
    int before = silent();
    int knocks = 0;
    boolean answered = false;
    while (!answered && !noneComes() && knocks < KNOCKS) {
      try {
        server.get().knock(); // not locked: its answer comes after others are accepted
        knocks++;
        answered = awaitSilent(before);
      } catch (IOException e) {
        if (!noneComes()) {
          throw e;
        }
      }
    }
    return knocks;
  }

  private synchronized int silent() {
    return silent;
  }

  /** Waits a while until more connections than before have brought no process. */
  private synchronized boolean awaitSilent(int before) throws InterruptedException {
    long patience = System.nanoTime() + KNOCK_NANOS;
    while (silent == before && System.nanoTime() < patience) {
      wait(POLL_MILLIS);
    }
    return silent != before;
  }

  /** Stops listening, cuts off what is still connected and frees everything. */
  @Override
  public void close() {
    heap.close();
    server.ifPresent(CollectorServer::close);
    cut(); // as those that an event loop without memory did not tell of its end
    synchronized (this) {
      boolean interrupted = false;
      while (!sessions.isEmpty()) {
        try {
          wait(POLL_MILLIS);
          forgetDead();
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
        profiles.discard();
      } else {
        profiles.finish(true);
      }
    } catch (IOException e) {
      LoggerFactory.getLogger(RunRecorder.class).debug("what was recorded is not kept", e);
    }
  }
}
