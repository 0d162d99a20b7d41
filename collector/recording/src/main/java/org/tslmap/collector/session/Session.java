package org.tslmap.collector.session;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.server.CollectorServer;
import org.tslmap.collector.server.StreamReceiver;
import org.tslmap.collector.shortage.Shortage;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.ProcessStream;
import org.tslmap.collector.wire.WireException;
import org.tslmap.collector.wire.WordChunk;
import org.tslmap.locality.profile.ProcessEnd;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * One connection: a queue between the event loop, which reads, and a thread, which decodes and
 * scores; a second thread stores.
 *
 * <p>When the queue is full the connection is read no further, and the program waits in its next
 * write. Nothing is dropped.
 */
/*
 * Threads. The event loop puts what it reads into the queue, and FlowControl counts the bytes that
 * wait. The session's thread takes one item after the other, decodes and labels; the recording has
 * a thread of its own that scores; TraceKeeper has one that packs and writes.
 *
 * Failures. Whatever goes wrong ends this session and no other. The first reason is kept, what
 * still comes is passed over, and what came before becomes a profile that is marked incomplete. When
 * even that fails, as without memory, a profile without numbers says that the process was there, so
 * that the run is not taken for whole. The end of a session takes no memory: it may be what gives
 * some back.
 *
 * What is known so far goes to disk after ten seconds, or two if no trace is stored, and again
 * after pauses two hundred times as long as that took: it costs half a percent at most, and a
 * collector that is killed leaves a profile behind.
 */
final class Session implements StreamReceiver {
  /** What a frame counts besides its payload. */
  private static final int FRAME_BYTES = 64;

  private static final long PROGRESS_NANOS = 100_000_000;

  /** Time until what came so far is kept for the first time, unless a system property says so. */
  private static final long FIRST_KEPT_SECONDS = 10;

  /** The same where no trace is stored, from which it could be made. */
  private static final long FIRST_KEPT_UNTRACED_SECONDS = 2;

  /** It is kept again after so many times as long as that took. */
  private static final int KEEPING_PAUSE = 200;

  /** More than what a connection holds that is sent and not read. */
  static final long MOST_UNDER_WAY = 32 << 20;

  /** A process that sends nothing for so long goes on, and does not end just now. */
  static final Duration SHORT_SILENCE = Duration.ofMillis(500);

  /** What the session tells its run. */
  interface Listener {
    /** A process has introduced itself; gives where its trace goes. */
    TraceKeeper introduced(Session session, Hello hello) throws IOException;

    /**
     * The session is about to end: has its profile made, when others that do the same have left
     * enough memory for it.
     *
     * @param profile makes the profile
     * @return what is left of the process
     */
    EndedProcess ended(Session session, Supplier<ProcessProfile> profile) throws IOException;

    /**
     * The process goes on, and some time has passed since this was said last.
     *
     * @param soFar makes the profile of what came until now
     * @return false if this could not be kept now; to be tried again soon
     */
    boolean running(Session session, Supplier<ProcessProfile> soFar);

    /** Something ran out, so that the session cannot go on; its profile is lost or cut. */
    void ranOut(Shortage shortage);

    /** Something to be said, one line. */
    void notice(String line);

    /** Nothing more will come; what came is still being worked off. Called on the event loop. */
    void ending(Session session);

    /** The session is over; called once, by its thread. */
    void over(Session session);
  }

  /** What waits in the queue. */
  private sealed interface Item {
    record FrameItem(FrameType type, byte[] payload) implements Item {
      @Override
      public long bytes() {
        return FRAME_BYTES + payload.length;
      }
    }

    record EventsItem(long position, WordChunk words) implements Item {
      @Override
      public long bytes() {
        return FRAME_BYTES + (long) Long.BYTES * words.words().length;
      }

      @Override
      public void discard() {
        words.release();
      }
    }

    /** How much memory it takes while it waits. */
    long bytes();

    /** Gives back what is not taken. */
    default void discard() {}
  }

  private final CollectorServer.Connection connection;
  private final Listener listener;
  private final FlowControl flow;
  private final ProcessRecording recording;
  private final ProcessStream stream;
  private final ArrivalQueue<Item> queue = new ArrivalQueue<>();
  private final Thread worker;

  /** Steps of the end, made before memory is short. */
  private final Runnable starting = this::start;

  private final Runnable closing;
  private final Runnable ending;

  private TraceKeeper trace = TraceKeeper.none();
  private String failure = "";

  /** Where the next frame begins, in bytes. */
  private long offset;

  private long lastProgress;
  private long firstKept =
      TimeUnit.SECONDS.toNanos(Long.getLong("tslmap.keepSeconds", FIRST_KEPT_SECONDS));
  private long nextKept = System.nanoTime() + firstKept;

  /** Whether accesses came since the profile was kept last. */
  private boolean unkept;

  private volatile long pid; // of the process, once it has said it
  private volatile boolean begun;
  private volatile long lastReceived;
  private volatile long lastTaken = System.nanoTime();
  private final AtomicLong received = new AtomicLong(); // bytes
  private final AtomicLong lastWanted = new AtomicLong(Long.MAX_VALUE); // of these
  private final AtomicBoolean asking = new AtomicBoolean(); // whether the connection has more
  private volatile long accesses;
  private volatile double temporal;
  private volatile double spatial;

  /** Why the session is cut, if it is; set before the queue ends, as the next two. */
  private volatile String cutReason = "";

  /** What was wrong with the connection when it ended. */
  private volatile String closeReason = "";

  private volatile boolean anything = true;
  private volatile EndedProcess ended;

  /**
   * A session that works from the first frame on.
   *
   * @param share bytes that may wait; beyond it there is at most what was read at once, and one
   *     frame
   */
  Session(
      CollectorServer.Connection connection,
      ProcessRecording recording,
      QueueShare share,
      Listener listener) {
    this.connection = connection;
    this.flow = new FlowControl(share);
    this.recording = recording;
    this.stream = recording.stream();
    this.listener = listener;
    this.closing = () -> connection.close();
    this.ending = () -> listener.over(this);
    this.worker = new Thread(this::workOrDie, "tslmap-session");
    worker.setDaemon(true);
  }

  /** Takes what the connection brings from now on. */
  void begin() {
    lastReceived = System.nanoTime();
    begun = true;
    connection.resume();
  }

  // --- On the event loop ------------------------------------------------------------------------

  @Override
  public void frame(FrameType type, byte[] payload) {
    put(new Item.FrameItem(type, payload));
  }

  @Override
  public void events(long position, WordChunk words) {
    put(new Item.EventsItem(position, words));
  }

  @Override
  public boolean full() {
    return flow.full();
  }

  @Override
  public void ranOut(Shortage shortage) {
    listener.ranOut(shortage);
  }

  @Override
  public void closed(String reason, boolean received) {
    closeReason = reason;
    anything = received;
    queue.end();
    Shortage.insist(starting);
    listener.ending(this);
  }

  private void put(Item item) {
    lastReceived = System.nanoTime();
    received.addAndGet(item.bytes());
    if (queue.add(item)) {
      flow.arrived(item.bytes());
      start();
    } else {
      item.discard();
    }
  }

  /** Also on the thread that cuts. */
  private synchronized void start() {
    if (worker.getState() == Thread.State.NEW) {
      worker.start();
    }
  }

  // --- On the session's thread ------------------------------------------------------------------

  private void workOrDie() {
    try {
      work();
    } catch (OutOfMemoryError e) {
      // There is none even to say so; the run sees that this thread is dead.
    }
  }

  private void work() {
    try {
      for (Optional<Item> item = next(); item.isPresent(); item = next()) {
        long bytes = item.get().bytes();
        take(item.get());
        lastTaken = System.nanoTime(); // before nothing waits
        if (flow.taken(bytes)) {
          connection.resume();
        }
      }
      noteEnd();
    } catch (InterruptedException e) {
      failure = "the collector was stopped";
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      drop(); // which may be what memory is needed for
      Shortage.insist(() -> wentWrong(e));
    } finally {
      try {
        // Nobody takes what the connection may still bring, and its program must not wait for that.
        Shortage.insist(closing);
      } finally {
        finish();
      }
    }
  }

  /** Waits for the next item; what a silent process has sent is kept meanwhile. */
  private Optional<Item> next() throws InterruptedException {
    while (unkept && !queue.await(nextKept - System.nanoTime())) {
      keep();
    }
    return queue.take();
  }

  /** All that came is taken. */
  private void noteEnd() {
    if (failure.isEmpty() && !cutReason.isEmpty()) {
      fail(cutReason);
    }
    if (failure.isEmpty() && !closeReason.isEmpty()) {
      fail(closeReason);
    }
    if (anything && failure.isEmpty() && stream.hello().isEmpty()) {
      fail("expected a HELLO frame, found the end of the connection");
    }
  }

  /** What goes wrong here ends the session and nothing else. */
  private void take(Item item) {
    try {
      if (failure.isEmpty()) {
        if (item instanceof Item.FrameItem frame) {
          frame(frame);
          offset += FrameType.HEADER_BYTES + frame.payload().length;
        } else if (item instanceof Item.EventsItem events) {
          words(events);
          offset += FrameType.HEADER_BYTES + (1L + events.words().count()) * Long.BYTES;
        }
      }
    } catch (WireException e) {
      fail("frame at byte %d: %s".formatted(offset, e.getMessage()));
    } catch (IOException | RuntimeException e) {
      wentWrong(e);
    } finally {
      item.discard();
    }
  }

  private void wentWrong(Throwable e) {
    LoggerFactory.getLogger(Session.class).debug("the collector could not go on", e);
    Shortage.in(e).ifPresent(listener::ranOut);
    fail("the collector could not go on: " + Shortage.describe(e));
  }

  private void frame(Item.FrameItem frame) throws IOException {
    boolean first = stream.hello().isEmpty();
    stream.frame(frame.type(), frame.payload());
    if (first) {
      pid = stream.hello().orElseThrow().pid();
      trace = listener.introduced(this, stream.hello().orElseThrow());
      if (!trace.stores()) {
        firstKept = Math.min(firstKept, TimeUnit.SECONDS.toNanos(FIRST_KEPT_UNTRACED_SECONDS));
        nextKept = System.nanoTime() + firstKept;
      }
    }
    trace.frame(frame.type(), frame.payload());
    Optional<byte[]> answer = recording.answer();
    if (answer.isPresent()) {
      connection.send(answer.get());
    }
  }

  private void words(Item.EventsItem events) throws IOException {
    long before = stream.totals().accesses();
    WordChunk words = events.words();
    stream.events(events.position(), words.words(), words.count());
    accesses = stream.totals().accesses();
    trace.events(words, accesses - before);
    unkept = recording.canTellSoFar();
    long now = System.nanoTime();
    if (now - lastProgress > PROGRESS_NANOS) {
      lastProgress = now;
      var running = recording.running();
      temporal = running.temporalLocality();
      spatial = running.spatialLocality();
      if (unkept && now > nextKept) {
        keep();
      }
    }
  }

  private void keep() {
    long begin = System.nanoTime();
    unkept = !listener.running(this, () -> recording.soFar(trace.storedAccesses()));
    long end = System.nanoTime();
    long pause = unkept ? PROGRESS_NANOS : Math.max(firstKept, KEEPING_PAUSE * (end - begin));
    nextKept = end + pause;
  }

  private void fail(String reason) {
    failure = reason;
    unkept = false;
    listener.notice(
        "%s: %s; %s"
            .formatted(
                name(),
                reason,
                stream.hello().isPresent()
                    ? "what came before is kept"
                    : "the connection is closed"));
    connection.close();
  }

  /** Whether the process has said who it is, and goes on; it runs on this machine. */
  boolean processLives() {
    return pid > 0 && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private String name() {
    return stream
        .hello()
        .map(h -> "process %d (%s)".formatted(h.pid(), String.join(" ", h.arguments())))
        .orElse(connection.peer());
  }

  private void finish() {
    try (recording) {
      profile();
    } catch (IOException | RuntimeException | Error e) {
      Shortage.insist(() -> resultsLost(e));
    } finally {
      drop();
      Shortage.insist(ending);
    }
  }

  private void profile() throws IOException {
    trace.close(failure);
    trace.notice(name()).ifPresent(listener::notice);
    if (stream.hello().isPresent()) {
      ended = listener.ended(this, () -> recording.profile(failure, trace.storedAccesses()));
      recording.notice().ifPresent(listener::notice);
      ProcessEnd end = ended.profile().end();
      if (failure.isEmpty() && !end.complete()) {
        listener.notice(name() + ": " + end.incompleteReason());
      }
    }
  }

  private void resultsLost(Throwable e) {
    Shortage.in(e).ifPresent(listener::ranOut);
    String reason = "its results are lost: " + Shortage.describe(e);
    listener.notice("session of %s: %s".formatted(name(), reason));
    lost(reason);
  }

  /** The run has the process at least, so that it is not taken for whole. */
  private void lost(String reason) {
    try {
      if (ended == null && stream.hello().isPresent()) {
        ended = listener.ended(this, () -> recording.lost(reason, trace.storedAccesses()));
      }
    } catch (IOException | RuntimeException | Error e) {
      LoggerFactory.getLogger(Session.class).debug("a process is lost", e);
    }
  }

  /** Gives back what nobody will look at any more. */
  private void drop() {
    queue.end();
    for (Optional<Item> item = queue.poll(); item.isPresent(); item = queue.poll()) {
      item.get().discard();
    }
  }

  // --- From any thread --------------------------------------------------------------------------

  /** Ends the session from outside, marking the process incomplete. May be said again. */
  void cut() {
    queue.end(); // what closes the connection may lack the memory to say so
    start();
    try {
      connection.close();
    } catch (OutOfMemoryError e) {
      // The session's own thread closes it when it has some.
    }
  }

  /** The same for a reason that is to be told. */
  void cut(String reason) {
    cutReason = reason;
    cut();
  }

  /**
   * Cuts the session if its process goes on, and not if it has ended: what is sent already is read.
   * Does not wait for that; to be called again and again.
   */
  void cutUnlessEnded() {
    lastWanted.compareAndSet(Long.MAX_VALUE, received.get() + MOST_UNDER_WAY);
    if (received.get() > lastWanted.get()) {
      cut();
    } else {
      cutIfSilent(SHORT_SILENCE);
    }
  }

  /** Whether its thread has ended. */
  boolean isDead() {
    return worker.getState() == Thread.State.TERMINATED;
  }

  /** When something was last received, as {@link System#nanoTime} says it. */
  long lastReceived() {
    return lastReceived;
  }

  /**
   * Cuts the session if its process has sent nothing for so long. What has arrived is read first,
   * since the event loop may be late. Does not wait for that; to be called again and again.
   */
  void cutIfSilent(Duration limit) {
    if (isSilent(limit) && asking.compareAndSet(false, true)) {
      connection.afterReading(
          () -> {
            asking.set(false);
            if (isSilent(limit)) {
              cut();
            }
          });
    }
  }

  /**
   * Not while work waits, or the session waits for its begin. Nor soon after work, since the
   * connection is perhaps not read again yet.
   */
  private boolean isSilent(Duration limit) {
    if (!begun || flow.waiting() > 0) {
      return false;
    }
    long now = System.nanoTime();
    return Math.min(now - lastReceived, now - lastTaken) > limit.toNanos();
  }

  SessionProgress progress() {
    long own = accesses;
    return new SessionProgress(own, own * temporal, own * spatial, trace.bytes());
  }

  /** The program that the process replaced itself by; nothing if it did not. */
  Optional<String> replacedBy() {
    return recording.replacedBy();
  }

  /** What is left of the process; nothing before the end, or if the connection was no process's. */
  Optional<EndedProcess> ended() {
    return Optional.ofNullable(ended);
  }

  TraceKeeper trace() {
    return trace;
  }
}
